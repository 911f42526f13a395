#include "render/outcome_diff.hpp"

#include "edit/line_hunks.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// A final newline that comes or goes is worth showing, although lines are compared without their ends.
void add_final_newline(const FileOutcome& file, std::vector<Hunk>& hunks) {
  const LineSpan before = file.before.all_lines();
  const LineSpan after = file.after.all_lines();
  if (before.empty() || after.empty() || file.before.ends_unterminated() == file.after.ends_unterminated()) return;
  if (!hunks.empty() && (hunks.back().before.end == before.end || hunks.back().after.end == after.end)) return;
  hunks.push_back({one_line(before.last()), one_line(after.last())});
}

// New lines after an unterminated last line give it a line break. The diff has to show that, or a reader would join the two.
std::vector<Hunk> with_opened_end(const FileOutcome& file, std::vector<Hunk> hunks) {
  if (hunks.empty() || !file.before.ends_unterminated()) return hunks;
  Hunk& last = hunks.back();
  const bool appends = last.before.empty() && last.before.first == file.before.all_lines().end && !last.after.empty();
  if (!appends || last.after.first == LineNo{1}) return hunks;
  last.before.first = last.before.first - 1;
  last.after.first = last.after.first - 1;
  if (hunks.size() > 1 && hunks[hunks.size() - 2].before.end > last.before.first)
    hunks = diff_lines(file.before, file.after, LineKey::bytes);
  return hunks;
}

}  // namespace

std::string_view op_of(const FileOutcome& file) {
  if (!file.destination.empty()) return "move";
  return file.created ? "create" : file.removed ? "delete" : "update";
}

std::string_view execution_text(const FileOutcome& file) {
  if (!file.executable) return "";
  return *file.executable ? "; may be run now" : "; may no longer be run";
}

std::vector<Hunk> changed_hunks(const FileOutcome& file) {
  std::vector<Hunk> hunks = line_hunks(file.before, file.after, file.changes, LineKey::content);
  add_final_newline(file, hunks);
  return hunks;
}

std::string readable_diff(const FileOutcome& file, const std::vector<Hunk>& hunks) {
  const std::string path = printable(file.path);
  const std::string new_path = file.destination.empty() ? path : printable(file.destination);
  const DiffNames names{file.created ? "/dev/null" : concat("a/", path), file.removed ? "/dev/null" : concat("b/", new_path)};
  return unified_diff(file.before, file.after, with_opened_end(file, hunks), names, 3, DiffRows::readable);
}

}  // namespace kedge
