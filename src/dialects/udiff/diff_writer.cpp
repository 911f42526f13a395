#include "dialects/udiff/diff_writer.hpp"

#include "dialects/udiff/diff_name.hpp"
#include "dialects/udiff/hunk_numbers.hpp"
#include "edit/diff.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// In rows with a name, a tab marks the end of a name with spaces.
std::string name_row(std::string_view prefix, std::string_view name) {
  return concat(quoted_name(concat(prefix, name)), name.find(' ') == std::string_view::npos ? "" : "\t");
}

std::string_view mode_of(bool executable) { return executable ? "100755" : "100644"; }

std::string written_file(const FileOutcome& file) {
  const std::string& old_name = file.path.starts_with('/') && !file.inside.empty() ? file.inside : file.path;
  const std::string& new_name = file.destination.empty() ? old_name : file.destination;
  const Text before = file.created ? Text() : file.before;
  const Text after = file.removed ? Text() : file.after;
  std::string out = concat("diff --git ", quoted_name(concat("a/", old_name)), ' ', quoted_name(concat("b/", new_name)), '\n');
  const std::string_view old_mode = mode_of(file.was_executable);
  const std::string_view new_mode = mode_of(file.executable.value_or(file.was_executable));
  if (file.created) append(out, concat("new file mode ", new_mode, '\n'));
  if (file.removed) append(out, concat("deleted file mode ", old_mode, '\n'));
  const bool changes_mode = file.executable && !file.created && !file.removed;
  if (changes_mode) append(out, concat("old mode ", old_mode, "\nnew mode ", new_mode, '\n'));
  if (!file.destination.empty()) {
    append(out, concat("rename from ", quoted_name(old_name), "\nrename to ", quoted_name(new_name), '\n'));
  }
  const bool has_rows = before != after;
  if (!has_rows && file.created) append(out, "index 0000000..e69de29\n");
  if (!has_rows && file.removed) append(out, "index e69de29..0000000\n");
  if (!has_rows) return file.created || file.removed || changes_mode || !file.destination.empty() ? out : std::string();
  const DiffNames names{file.created ? "/dev/null" : name_row("a/", old_name),
                        file.removed ? "/dev/null" : name_row("b/", new_name)};
  append(out, unified_diff(before, after, diff_lines(before, after, LineKey::bytes), names));
  return out;
}

}  // namespace

std::string written_diff(std::span<const FileOutcome> files) {
  std::string out;
  for (const FileOutcome& file : files) append(out, written_file(file));
  return out;
}

std::string written_hunk(const std::string& path, const std::vector<PassageRow>& rows, LineNo first) {
  HunkNumbers numbers{.old_first = first.value, .old_count = 0, .new_first = first.value, .new_count = 0};
  std::string body;
  for (const PassageRow& row : rows) {
    if (row.fate != RowFate::added) ++numbers.old_count;
    if (row.fate != RowFate::removed) ++numbers.new_count;
    append(body, concat(sign_of(row.fate), row.text, '\n'));
  }
  if (numbers.old_count == 0) --numbers.old_first;
  if (numbers.new_count == 0) --numbers.new_first;
  return concat("--- ", name_row("a/", path), "\n+++ ", name_row("b/", path), '\n', written(numbers), '\n', body);
}

}  // namespace kedge
