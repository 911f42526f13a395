// JSON with comments, parsed with positions. Comments and trailing commas are overwritten with spaces, byte for byte. The rest
// is JSON with the same positions: it is read strictly, and scanned for where members are.
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
  // The index of the item for this step; nullopt if there is none.
  std::optional<std::size_t> place_of(const std::variant<std::string, std::size_t>& step) const;
  // Whether a step of this kind is possible here; the index after the last item is.
  bool fits(const std::variant<std::string, std::size_t>& step) const;
};

struct JsoncDocument {
  std::string_view text;
  std::string json;  // the text with everything that is not JSON overwritten; of the same length
  std::vector<JsoncRange> comments;
  std::vector<std::size_t> last_commas;  // trailing commas
  Json value = Json::object();
  JsoncContainer root;  // unset if the text is only whitespace and comments

  static ConfigResult<JsoncDocument> read(std::string_view text);

  bool is_empty() const;
  std::uint32_t line_of(std::size_t at) const;
  JsoncContainer container_at(std::size_t at) const;  // REQUIRES: an object or array begins there
};

}  // namespace kedge
