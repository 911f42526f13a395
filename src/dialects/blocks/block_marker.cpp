#include "dialects/blocks/block_marker.hpp"

#include <algorithm>
#include <string>

#include "resolve/odd_characters.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// How many signs a row begins with, if that many make a marker.
std::size_t signs(std::string_view row, char sign) {
  const std::size_t count = std::min(row.find_first_not_of(sign), row.size());
  return count >= 5 && count <= 9 ? count : 0;
}

}  // namespace

std::optional<BlockMarker> block_marker_of(std::string_view row) {
  row = without_trailing_blanks(row);
  if (const std::size_t count = signs(row, '<'); count > 0) {
    const std::string_view word = row.substr(count);
    if (word == " SEARCH" || word == " SEARCH>") return BlockMarker::search;
  }
  if (const std::size_t count = signs(row, '='); count > 0 && row.size() == count) return BlockMarker::divider;
  if (const std::size_t count = signs(row, '>'); count > 0 && row.substr(count) == " REPLACE") return BlockMarker::replace;
  return std::nullopt;
}

std::optional<BlockMarker> misspelled_marker(std::string_view row) {
  if (block_marker_of(row)) return std::nullopt;
  const std::string plain(trimmed(with_plain_forms(row)));
  if (const std::optional<BlockMarker> alike = block_marker_of(plain)) return alike;
  // A word as in merge conflicts, or none, or the right one in other letters or without a space.
  const auto has_other_word = [&](char sign) {
    const std::size_t count = signs(row, sign);
    return count > 0 && (row.size() == count || row[count] == ' ' || row.find_first_of("SRsr", count) == count);
  };
  if (has_other_word('<')) return BlockMarker::search;
  if (has_other_word('>')) return BlockMarker::replace;
  return std::nullopt;
}

std::string_view written(BlockMarker marker) {
  switch (marker) {
    case BlockMarker::search: return "<<<<<<< SEARCH";
    case BlockMarker::divider: return "=======";
    case BlockMarker::replace: return ">>>>>>> REPLACE";
  }
  return {};
}

}  // namespace kedge
