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

void set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal) {
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
    append(rows, left_out ? std::string("…") : numbered_row(file.text, all[i]));
    append(rows, '\n');
  }
  refusal.facts.set("rows", std::move(rows));
  refusal.facts.set("file_version", to_hex(file.version));
}

void add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal) {
  set_row_facts(file, lines, refusal);
  const std::string& rows = *refusal.facts.find("rows")->as_string();
  if (!rows.empty()) append(refusal.what, concat('\n', std::string_view(rows).substr(0, rows.size() - 1)));
}

void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers) {
  session.store.remember(file.inside, file.text, file.version);
  session.store.show(session.id, file.inside, file.version, lines, kind, session.workspace.fs().now(),
                     numbers == Numbers::shown ? lines : LineSet());
}

}  // namespace kedge
