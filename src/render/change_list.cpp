#include "render/change_list.hpp"

#include "edit/line_hunks.hpp"
#include "render/framing.hpp"
#include "render/outcome_diff.hpp"
#include "support/strings.hpp"

namespace kedge {

RowCounts row_counts(const FileOutcome& file) {
  RowCounts counts;
  for (const Hunk& hunk : line_hunks(file.before, file.after, file.changes, LineKey::bytes)) {
    counts.added += hunk.after.size();
    counts.removed += hunk.before.size();
  }
  return counts;
}

std::string list_row(const ListedFile& file) {
  std::string row = concat(printable(file.op), " +", file.rows.added, " −", file.rows.removed, ' ', printable(file.path), '\n');
  if (!file.destination.empty()) append(row, concat("  to ", printable(file.destination), '\n'));
  if (!file.named.empty() && file.named != file.path) append(row, concat("  called ", printable(file.named), '\n'));
  return row;
}

std::string change_list(const Receipt& planned) {
  std::string list;
  for (const FileOutcome& file : planned.files) {
    if (file.effect != Effect::applied) continue;
    append(list, list_row({.op = op_of(file),
                           .rows = row_counts(file),
                           .path = file.inside,
                           .destination = file.destination,
                           .named = file.path}));
    if (file.executable) append(list, *file.executable ? "  may be run then\n" : "  may no longer be run then\n");
    if (file.created || file.removed) continue;
    for (const std::string& change : framing_changes(file.before, file.after)) append(list, concat("  ", change, '\n'));
  }
  return list;
}

}  // namespace kedge
