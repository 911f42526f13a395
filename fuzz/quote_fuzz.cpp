// Any text, any quotation and any new text: what the quotation stands for is replaced as a reader would do it who cuts the text
// into characters and line ends; or it is refused, and every byte stays.
#include <string>
#include <string_view>
#include <vector>

#include "edit/substitute.hpp"
#include "fuzz/edited_file.hpp"
#include "fuzz/input.hpp"
#include "support/utf8.hpp"

namespace kedge::fuzz {
namespace {

// The text with LF for every line end, its BOM left out.
std::string plain(std::string_view bytes) {
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  return with_plain_newlines(bytes);
}

struct Replaced {
  std::size_t places = 0;  // of the quotation, also those that overlap
  std::string all = {};    // each of them replaced, from the left
  std::string first = {};  // only the first
};

Replaced naive_replaced(const std::string& text, const std::string& quoted, const std::string& by) {
  Replaced result{.first = text};
  for (std::size_t at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at + 1)) {
    if (result.places++ == 0) result.first.replace(at, quoted.size(), by);
  }
  std::size_t from = 0;
  for (std::size_t at = text.find(quoted); at != std::string::npos; at = text.find(quoted, from)) {
    result.all += text.substr(from, at - from) + by;
    from = at + quoted.size();
  }
  result.all += text.substr(from);
  return result;
}

// A CR that ends no line is content, until what stands behind it goes.
bool has_lone_cr(std::string_view bytes) {
  for (std::size_t at = bytes.find('\r'); at != std::string_view::npos; at = bytes.find('\r', at + 1)) {
    if (!bytes.substr(at + 1).starts_with('\n')) return true;
  }
  return false;
}

}  // namespace

void quote(std::string_view bytes) {
  static const Dialect& dialect = *find_dialect("replace");
  Input input(bytes);
  const bool all = input.flag();
  const std::string before(input.text());
  const std::string quoted(input.text());
  const std::string by(input.rest());
  if (quoted.empty()) return;
  const EditedFile file(before);
  if (!file.read(dialect)) return;
  Json call = Json::object();
  call.set("path", file.path());
  call.set("old_string", quoted);
  call.set("new_string", by);
  if (all) call.set("replace_all", true);
  const Result<Reply> reply = file.edit(dialect, call);
  const std::string result = file.bytes();
  if (!reply) {
    KEDGE_REQUIRE(result == before);
    return;
  }
  if (plain(quoted) == plain(by) && result == before) return;
  // What fits only loosely says so, and is another matter.
  const Json* const mode = reply->structured ? reply->structured->find("match_mode") : nullptr;
  KEDGE_REQUIRE(mode != nullptr && mode->as_string() != nullptr);
  if (*mode->as_string() != "exact") return;
  if (has_lone_cr(before) || has_lone_cr(quoted) || has_lone_cr(by)) return;
  if (quoted.starts_with(byte_order_mark)) return;
  // The BOM of the file is not part of its text; one in the new text is.
  const Replaced expected = naive_replaced(plain(before), plain(quoted), with_plain_newlines(by));
  KEDGE_REQUIRE(expected.places > 0 && (all || expected.places == 1));
  const std::string& text = all ? expected.all : expected.first;
  KEDGE_REQUIRE(with_plain_newlines(result) == std::string(before.starts_with(byte_order_mark) ? byte_order_mark : "") + text);
  // Where no line end is named, none is touched: bytes before and behind are those that were there.
  if (!all && quoted.find('\n') == std::string::npos && by.find('\n') == std::string::npos) {
    const std::size_t at = before.find(quoted);
    KEDGE_REQUIRE(result == std::string(before).replace(at, quoted.size(), by));
  }
  if (result == before) return;
  const Result<Reply> undone = file.undo(dialect);
  KEDGE_REQUIRE(undone.has_value() && file.bytes() == before);
}

}  // namespace kedge::fuzz
