#include "engine/shown_rows.hpp"

#include <algorithm>

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t most_at_each_end = 20;

}  // namespace

std::string described(const LineSet& lines) {
  std::string out;
  for (const LineSpan& span : lines.spans()) {
    append(out, concat(out.empty() ? "" : ", ", span.first.value, span.size() > 1 ? concat('-', span.last().value) : ""));
  }
  return out;
}

void set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style) {
  const RowPrinter print = style != nullptr ? style(file.text) : numbered_rows(file.text);
  std::vector<LineNo> all;
  for (const LineSpan& span : lines.spans()) {
    for (LineNo line = span.first; line < span.end; line = line + 1) {
      if (file.text.has(line)) all.push_back(line);
    }
  }
  std::string rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool left_out =
        all.size() > std::size_t{2} * most_at_each_end && i >= most_at_each_end && i + most_at_each_end < all.size();
    if (left_out && i > most_at_each_end) continue;
    if (left_out) {
      append(rows, "…");
    } else {
      print(rows, all[i]);
    }
    append(rows, '\n');
  }
  refusal.facts.set("rows", std::move(rows));
  refusal.facts.set("file_version", to_hex(file.version));
}

void add_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal, const Policy& policy) {
  if (!policy.tags) return add_rows(file, lines, refusal, policy.rows);
  set_row_facts(file, lines, refusal, policy.rows);
  refusal.facts.set("tag", session.store.tag_of(file.inside, file.version));
}

void add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style) {
  set_row_facts(file, lines, refusal, style);
  const std::string& rows = *refusal.facts.find("rows")->as_string();
  if (!rows.empty()) append(refusal.what, concat('\n', std::string_view(rows).substr(0, rows.size() - 1)));
}

Error not_shown(const LoadedFile& file, const LineSet& lines, std::string_view more) {
  const std::string numbers = described(lines);
  const bool one = lines.spans().size() == 1 && lines.spans().front().size() == 1;
  return refuse(Code::lines_not_shown,
                concat(printable(file.given), ": ", one ? "line " : "lines ", numbers, one ? " has" : " have",
                       " not been shown to you", more, '.'),
                Json::object({{"path", file.given}, {"lines", numbers}}));
}

std::optional<Error> holding_nul(const LoadedFile& file, const LineSet& lines) {
  for (const LineSpan& span : lines.spans()) {
    for (LineNo line = span.first; line < span.end && file.text.has(line); line = line + 1) {
      if (file.text.content(line).find('\0') == std::string_view::npos) continue;
      return refuse(Code::binary_file, Json::object({{"path", file.given}, {"line", line.value}}));
    }
  }
  return std::nullopt;
}

void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers) {
  session.store.remember(file.inside, file.text, file.version);
  session.store.show(session.id, file.inside, file.version, lines, kind, session.workspace.fs().now(),
                     numbers == Numbers::shown ? lines : LineSet());
}

}  // namespace kedge
