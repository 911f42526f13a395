#include "dialects/blocks/block_writer.hpp"

#include <algorithm>

#include "dialects/blocks/block_marker.hpp"
#include "dialects/blocks/block_name.hpp"
#include "dialects/said_passages.hpp"
#include "edit/replace_lines.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// Whether a row would be read as a marker, or refused as one.
bool is_like_marker(std::string_view row) { return block_marker_of(with_plain_forms(row)).has_value(); }

std::string block_of(const std::string& name_row, const Rows& search, const Rows& replace) {
  const auto lines = [](const Rows& rows) { return rows.empty() ? std::string() : concat(join(rows, "\n"), '\n'); };
  return concat(name_row, "\n```\n", written(BlockMarker::search), '\n', lines(search), written(BlockMarker::divider), '\n',
                lines(replace), written(BlockMarker::replace), "\n```\n");
}

Result<std::string> new_file(const FileOutcome& file, const std::string& name_row) {
  KEDGE_TRY(const Rows rows, said_new_file(file));
  if (std::ranges::any_of(rows, is_like_marker)) {
    return cannot_be_said(file, "a line of it reads like a marker of a block");
  }
  return block_of(name_row, {}, rows);
}

Result<std::string> changed_file(const FileOutcome& file, const std::string& name_row) {
  KEDGE_TRY(const std::vector<SaidPassage> passages, said_passages(file));
  KEDGE_DO(check_count(file, passages, "the number of blocks for one file"));
  std::string blocks;
  for (const SaidPassage& passage : passages) {
    if (std::ranges::any_of(passage.rows, [](const PassageRow& row) { return is_like_marker(row.text); })) {
      return cannot_be_said(file, "a line of it reads like a marker of a block");
    }
    if (std::ranges::all_of(passage.rows,
                            [](const PassageRow& row) { return row.fate == RowFate::added || trimmed(row.text).empty(); })) {
      return cannot_be_said(file, "it holds no line that SEARCH could quote; write the whole file instead");
    }
    if (written_rows(passage.rows).empty() && (passage.rows.front().text.empty() || passage.rows.back().text.empty())) {
      return cannot_be_said(file, "an empty REPLACE keeps a blank row at the edge of SEARCH");
    }
    append(blocks, block_of(name_row, quoted_rows(passage.rows), written_rows(passage.rows)));
  }
  return blocks;
}

}  // namespace

std::string search_replace_block(const std::string& path, const std::vector<PassageRow>& rows, LineNo /*first*/) {
  if (std::ranges::any_of(rows, [](const PassageRow& row) { return is_like_marker(row.text); })) return {};
  return block_of(printable(name_row_of(path).value_or(path)), quoted_rows(rows), written_rows(rows));
}

Result<std::string> search_replace_blocks(std::span<const FileOutcome> files) {
  std::string text;
  for (const FileOutcome& file : files) {
    const std::optional<std::string> name_row = name_row_of(file.path);
    if (!name_row || !is_utf8(*name_row)) return cannot_be_said(file, "the name cannot stand above a block");
    if (file.removed || !file.destination.empty()) {
      return cannot_be_said(file, "blocks have no words for a file that goes or gets another name");
    }
    KEDGE_TRY(const std::string blocks, file.created ? new_file(file, *name_row) : changed_file(file, *name_row));
    append(text, concat(text.empty() || blocks.empty() ? "" : "\n", blocks));
  }
  if (text.empty()) {
    return std::unexpected(refuse(Code::schema_invalid,
                                  {{"field", "edit"}, {"problem", "it changes nothing, and a text without a block is none"}}));
  }
  return text;
}

}  // namespace kedge
