#include "mcp/readable_id.hpp"

#include "support/json_read.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_key_bytes = 64;  // longer names are not read

// Walks over JSON text without checking it: depth, repeated names and the content of strings do not matter.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  void pass_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool takes(char wanted) {
    pass_blanks();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  // A string with its quotes; none if there is none, or it does not end.
  std::optional<std::string_view> string() {
    pass_blanks();
    if (at_ == text_.size() || text_[at_] != '"') return std::nullopt;
    const std::size_t first = at_;
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '"') {
        at_ = i + 1;
        return text_.substr(first, at_ - first);
      }
    }
    return std::nullopt;
  }
  // Any value, as raw text; none if it does not end.
  std::optional<std::string_view> value() {
    pass_blanks();
    const std::size_t first = at_;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      const char next = text_[at_];
      if (next == '"') {
        if (!string()) return std::nullopt;
      } else if (next == '{' || next == '[') {
        ++depth;
        ++at_;
      } else if (depth == 0 && (next == ',' || next == '}' || next == ']')) {
        return text_.substr(first, at_ - first);
      } else {
        if (next == '}' || next == ']') --depth;
        ++at_;
      }
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

RequestId readable_id(std::string_view bytes) {
  Walk walk(bytes);
  if (!walk.takes('{')) return {};
  std::optional<RequestId> id;
  bool has_method = false;
  bool is_answer = false;
  do {
    const std::optional<std::string_view> quoted = walk.string();
    if (!quoted || !walk.takes(':')) break;
    const std::expected<Json, JsonProblem> key = read_json(quoted->substr(0, most_key_bytes));
    const std::string_view name = key && key->as_string() != nullptr ? std::string_view(*key->as_string()) : std::string_view();
    has_method = has_method || name == "method";
    is_answer = is_answer || name == "result" || name == "error";
    const std::optional<std::string_view> value = walk.value();
    if (!value) break;
    if (name != "id") continue;
    const std::expected<Json, JsonProblem> read = read_json(*value);
    const std::optional<RequestId> found = read ? id_of(*read) : std::nullopt;
    if (!found || (id && *id != *found)) return {};
    id = found;
  } while (walk.takes(','));
  if (!id || (is_answer && !has_method)) return {};
  return *id;
}

}  // namespace kedge::mcp
