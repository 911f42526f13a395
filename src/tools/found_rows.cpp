#include "tools/found_rows.hpp"

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {

void note_found(const SearchResult& found, const Session& session, bool keep) {
  for (const FoundFile& file : found.files) {
    if (file.rows.empty()) continue;
    const Digest& version = file.text.digest();
    if (keep) session.store.remember(file.path, file.text, version);
    session.store.show(session.id, file.path, version, file.rows, EventKind::shown, session.workspace.fs().now(), file.rows,
                       cut_rows(file.text, file.rows), {});
  }
}

AnchoredRows anchored_rows(const Dialect& dialect, const FoundFile& file, const Session& session, std::size_t room) {
  const Digest& version = file.text.digest();
  const ReadRequest whole{.path = session.workspace.root().spelled(file.path), .anchored = true};
  const std::string tag = dialect.tags ? session.store.tag_of(file.path, version) : std::string();
  const std::string header = dialect.first_row({file.text, version, tag, whole});
  AnchoredRows shown{.text = concat(header.empty() ? printable(whole.path) : header, '\n'), .rows = {}};
  std::string& out = shown.text;
  const RowPrinter print = dialect.rows(file.text, true);
  for (const LineSpan& rows : file.rows.spans()) {
    std::size_t before = out.size();
    if (!shown.rows.empty()) append(out, "--\n");
    for (LineNo line = rows.first; line < rows.end; line = line + 1) {
      print(out, line);
      append(out, '\n');
      if (out.size() > room) {
        out.resize(before);
        return shown;
      }
      shown.rows.add(one_line(line));
      before = out.size();
    }
  }
  return shown;
}

std::string left_out(const SearchResult& found) {
  std::string out;
  if (found.cut_off) {
    append(out, concat("note: only the first ", counted(found.results, "result"),
                       "; there are more: narrow the search, or raise max_results\n"));
  }
  const SearchCounts& counts = found.counts;
  const auto skipped = [&](std::size_t count, std::string_view what) {
    if (count > 0) append(out, concat("note: skipped ", counted(count, what), '\n'));
  };
  skipped(counts.protected_files, "protected file");
  skipped(counts.binary, "binary file");
  skipped(counts.undecodable, "UTF-16 or UTF-32 file");
  skipped(counts.too_large, "too large file");
  skipped(counts.unreadable, "unreadable file");
  return out;
}

}  // namespace kedge
