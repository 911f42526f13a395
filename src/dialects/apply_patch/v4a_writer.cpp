#include "dialects/apply_patch/v4a_writer.hpp"

#include "dialects/apply_patch/v4a_marker.hpp"
#include "dialects/said_passages.hpp"
#include "edit/replace_lines.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// Whether a name survives being written into a header and read again.
bool can_be_named(const std::string& path) {
  if (path.find_first_of("\r\n") != std::string::npos || !is_utf8(path)) return false;
  const std::optional<V4aMarker> marker = read_v4a_marker(concat("*** Update File: ", path));
  return marker && marker->path == path;
}

Result<std::string> added_file(const FileOutcome& file) {
  std::string section = concat("*** Add File: ", file.path, '\n');
  KEDGE_TRY(const Rows rows, said_new_file(file));
  for (const std::string& row : rows) append(section, concat('+', row, '\n'));
  return section;
}

Result<std::string> updated_file(const FileOutcome& file) {
  KEDGE_TRY(const std::vector<SaidPassage> passages, said_passages(file));
  KEDGE_DO(check_count(file, passages, "the number of hunks for one file"));
  if (passages.empty() && file.destination.empty()) return std::string();
  std::string section = concat("*** Update File: ", file.path, '\n');
  if (!file.destination.empty()) append(section, concat("*** Move to: ", file.destination, '\n'));
  for (const SaidPassage& passage : passages) append(section, v4a_hunk(passage.rows));
  // In a file without lines there is nothing to quote.
  if (!passages.empty() && file.before.line_count() == 0) append(section, "*** End of File\n");
  return section;
}

}  // namespace

std::string v4a_hunk(const std::vector<PassageRow>& rows) {
  std::string hunk = "@@\n";
  for (const PassageRow& row : rows) append(hunk, concat(sign_of(row.fate), row.text, '\n'));
  return hunk;
}

std::string v4a_section(const std::string& path, const std::vector<PassageRow>& rows, LineNo /*first*/) {
  return concat("*** Begin Patch\n*** Update File: ", printable(path), '\n', v4a_hunk(rows), "*** End Patch\n");
}

Result<std::string> v4a_patch(std::span<const FileOutcome> files) {
  std::string sections;
  for (const FileOutcome& file : files) {
    if (!can_be_named(file.path) || (!file.destination.empty() && !can_be_named(file.destination))) {
      return cannot_be_said(file, "a patch header cannot hold this name");
    }
    if (file.removed) {
      append(sections, concat("*** Delete File: ", file.path, '\n'));
      continue;
    }
    KEDGE_TRY(const std::string section, file.created ? added_file(file) : updated_file(file));
    append(sections, section);
  }
  if (sections.empty()) {
    return std::unexpected(refuse(Code::schema_invalid,
                                  {{"field", "edit"}, {"problem", "it changes nothing, and a patch without a file is none"}}));
  }
  return concat("*** Begin Patch\n", sections, "*** End Patch\n");
}

}  // namespace kedge
