// JSON with comments as a text with places. Comments and commas before a closing bracket are blanked out, byte for byte, so
// that what is left is JSON with the same places: it is read strictly, and scanned for where members stand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "setup/config_text.hpp"

namespace kedge {

inline constexpr std::size_t nowhere = std::string_view::npos;

struct JsoncRange {
  std::size_t begin = 0, end = 0;
};

struct JsoncItem {
  std::string name;       // of a member
  std::size_t begin = 0;  // of the name or, in an array, of the value
  JsoncRange value;
};

// An object or an array.
struct JsoncContainer {
  bool is_object = false;
  JsoncRange range;  // with its brackets
  std::vector<JsoncItem> items;

  std::size_t close() const { return range.end - 1; }
  // Where the step leads; nothing if there is no such member or item.
  std::optional<std::size_t> place_of(const std::variant<std::string, std::size_t>& step) const;
  // Whether a step of this kind can lead anywhere in it, or just behind its last item.
  bool fits(const std::variant<std::string, std::size_t>& step) const;
};

struct JsoncDocument {
  std::string_view text;
  std::string json;  // the text without what JSON does not have; as long as it
  std::vector<JsoncRange> comments;
  std::vector<std::size_t> last_commas;  // behind which nothing follows but a closing bracket
  Json value = Json::object();
  JsoncContainer root;  // not there where the text is nothing but blanks and comments

  static ConfigResult<JsoncDocument> read(std::string_view text);

  bool is_empty() const;
  std::uint32_t line_of(std::size_t at) const;
  JsoncContainer container_at(std::size_t at) const;  // REQUIRES: a value begins there that is one
};

}  // namespace kedge
