#include "engine/shown_rows.hpp"

#include <algorithm>

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t most_at_each_end = 20;

}  // namespace

void add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal) {
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
  if (!rows.empty()) {
    append(refusal.what, concat('\n', rows));
    refusal.what.pop_back();
  }
  refusal.facts.set("rows", rows);
  refusal.facts.set("file_version", to_hex(file.version));
}

void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind) {
  session.store.remember(file.inside, file.text, file.version);
  session.store.show(session.id, file.inside, file.version, lines, kind, session.workspace.fs().now());
}

}  // namespace kedge
