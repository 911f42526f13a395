#include "dialects/patch/said_patch.hpp"

#include "dialects/patch/section_header.hpp"
#include "dialects/said_lines.hpp"
#include "dialects/said_passages.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

void append_body(std::string& out, const Rows& rows) {
  for (const std::string& row : rows) append(out, concat('+', row, '\n'));
}

std::string hunk_of(const FileOutcome& file, const LineEdit& edit) {
  const std::uint32_t first = edit.lines.first.value;
  if (!edit.lines.empty()) {
    const std::string range = concat(first, "..", edit.lines.last().value);
    return edit.rows.empty() ? concat("delete ", range, '\n') : concat("replace ", range, ":\n");
  }
  if (first == 1) return "insert head:\n";
  return edit.lines.first == file.before.all_lines().end ? "insert tail:\n" : concat("insert before ", first, ":\n");
}

Result<std::string> section_of(const FileOutcome& file) {
  if (file.created) {
    KEDGE_TRY(const Rows rows, said_rows_of_new_file(file));
    std::string section = concat("¶", file.path, "\ninsert head:\n");
    append_body(section, rows);
    return section;
  }
  std::string section = concat(section_header(file.path, file.tag_named), '\n');
  const bool edited = file.before != file.after;
  if (file.removed) return concat(section, "REM\n");
  if (!file.destination.empty()) {
    if (edited) return cannot_be_said(file, "a file is moved or edited, not both in one patch");
    return concat(section, "MV ", file.destination, '\n');
  }
  KEDGE_TRY(const std::vector<LineEdit> edits, said_lines(file));
  for (const LineEdit& edit : edits) {
    append(section, hunk_of(file, edit));
    append_body(section, edit.rows);
  }
  return section;
}

std::string place_of_insertion(const CorrectedLines& corrected) {
  const LineNo line = corrected.lines.first;
  switch (corrected.named) {
    case CorrectedLines::Named::below: return concat("before ", line.value);
    case CorrectedLines::Named::above: return concat("after ", line.value - 1);
    case CorrectedLines::Named::edge: return line == LineNo{1} ? "head" : "tail";
  }
  return {};
}

}  // namespace

std::string said_hunk(const CorrectedLines& corrected) {
  const auto& [first, end] = corrected.lines;
  std::string hunk = first == end             ? concat("insert ", place_of_insertion(corrected), ":\n")
                     : corrected.rows.empty() ? concat("delete ", first.value, "..", end.value - 1, '\n')
                                              : concat("replace ", first.value, "..", end.value - 1, ":\n");
  for (const std::string& row : corrected.rows) append(hunk, concat('+', row, '\n'));
  return hunk;
}

Result<Json> said_patch(std::span<const FileOutcome> files) {
  std::string patch = "*** Begin Patch\n";
  for (const FileOutcome& file : files) {
    KEDGE_TRY(const std::string section, section_of(file));
    append(patch, section);
  }
  return Json::object({{"input", concat(patch, "*** End Patch\n")}});
}

}  // namespace kedge
