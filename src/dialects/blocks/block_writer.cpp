#include "dialects/blocks/block_writer.hpp"

#include <algorithm>

#include "dialects/blocks/block_marker.hpp"
#include "dialects/blocks/block_name.hpp"
#include "dialects/said_passages.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// Whether a row would be read as a marker, or refused as one.
bool is_like_marker(std::string_view row) { return block_marker_of(with_plain_forms(row)).has_value(); }

std::string block_of(const std::string& name_row, std::string_view search, std::string_view replace) {
  return concat(name_row, "\n```\n", written(BlockMarker::search), '\n', search, written(BlockMarker::divider), '\n', replace,
                written(BlockMarker::replace), "\n```\n");
}

std::string block_of(const std::string& name_row, const std::vector<PassageRow>& rows) {
  std::string search;
  std::string replace;
  for (const PassageRow& row : rows) {
    if (row.fate != RowFate::added) append(search, concat(row.text, '\n'));
    if (row.fate != RowFate::removed) append(replace, concat(row.text, '\n'));
  }
  return block_of(name_row, search, replace);
}

Result<std::string> new_file(const FileOutcome& file, const std::string& name_row) {
  std::string content;
  bool has_marker = false;
  bool has_lone_cr = false;
  for (LineNo line{1}; file.after.has(line); line = line + 1) {
    const std::string_view row = file.after.content(line);
    append(content, concat(row, '\n'));
    has_marker |= is_like_marker(row);
    has_lone_cr |= row.ends_with('\r');
  }
  if (content != file.after.bytes() || has_lone_cr || !is_utf8(content)) {
    return std::unexpected(cannot_be_said(
        file, "a new file of this format is UTF-8, and every line of it ends in a line feed, the last one, too"));
  }
  if (has_marker) return std::unexpected(cannot_be_said(file, "a line of it reads like a marker of a block"));
  return block_of(name_row, "", content);
}

Result<std::string> changed_file(const FileOutcome& file, const std::string& name_row) {
  KEDGE_TRY(const std::vector<SaidPassage> passages, said_passages(file));
  if (passages.size() > most_operations) {
    return std::unexpected(beyond_limit("the number of blocks for one file", passages.size(), most_operations, file.path));
  }
  std::string blocks;
  for (const SaidPassage& passage : passages) {
    if (std::ranges::any_of(passage.rows, [](const PassageRow& row) { return is_like_marker(row.text); })) {
      return std::unexpected(cannot_be_said(file, "a line of it reads like a marker of a block"));
    }
    if (std::ranges::all_of(passage.rows,
                            [](const PassageRow& row) { return row.fate == RowFate::added || trimmed(row.text).empty(); })) {
      return std::unexpected(cannot_be_said(file, "it holds no line that SEARCH could quote; write the whole file instead"));
    }
    const bool writes = std::ranges::any_of(passage.rows, [](const PassageRow& row) { return row.fate != RowFate::removed; });
    if (!writes && (passage.rows.front().text.empty() || passage.rows.back().text.empty())) {
      return std::unexpected(cannot_be_said(file, "an empty REPLACE keeps a blank row at the edge of SEARCH"));
    }
    append(blocks, block_of(name_row, passage.rows));
  }
  return blocks;
}

}  // namespace

std::string search_replace_block(const std::string& path, const std::vector<PassageRow>& rows, LineNo /*first*/) {
  if (std::ranges::any_of(rows, [](const PassageRow& row) { return is_like_marker(row.text); })) return {};
  return block_of(printable(name_row_of(path).value_or(path)), rows);
}

Result<std::string> search_replace_blocks(std::span<const FileOutcome> files) {
  std::string text;
  for (const FileOutcome& file : files) {
    const std::optional<std::string> name_row = name_row_of(file.path);
    if (!name_row || !is_utf8(*name_row)) return std::unexpected(cannot_be_said(file, "the name cannot stand above a block"));
    if (file.removed || !file.destination.empty()) {
      return std::unexpected(cannot_be_said(file, "blocks have no words for a file that goes or gets another name"));
    }
    KEDGE_TRY(const std::string blocks, file.created ? new_file(file, *name_row) : changed_file(file, *name_row));
    append(text, concat(text.empty() || blocks.empty() ? "" : "\n", blocks));
  }
  if (text.empty()) {
    Json facts = Json::object();
    facts.set("field", "edit");
    facts.set("problem", "it changes nothing, and a text without a block is none");
    return std::unexpected(refuse(Code::schema_invalid, std::move(facts)));
  }
  return text;
}

}  // namespace kedge
