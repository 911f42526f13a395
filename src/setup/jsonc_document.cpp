#include "setup/jsonc_document.hpp"

#include <algorithm>

#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t end_of_string(std::string_view text, std::size_t quote) {
  for (std::size_t i = quote + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return text.size();
}

void blank_out(std::string& json, JsoncRange range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (json[i] != '\n' && json[i] != '\r') json[i] = ' ';
  }
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("//")) return std::min(text.find_first_of("\r\n", at), text.size());
  if (!text.substr(at).starts_with("/*")) return at;
  const std::size_t close = text.find("*/", at + 2);
  return close == nowhere ? at : close + 2;  // one that does not end is no comment, and then no JSON either
}

void blank_out_all(JsoncDocument& out) {
  const std::string_view text = out.text;
  out.json = std::string(text);
  if (text.starts_with(byte_order_mark)) blank_out(out.json, {0, byte_order_mark.size()});
  char last = 0;          // the last character that counts
  char before_comma = 0;  // the one before the last comma
  std::size_t comma = nowhere;
  for (std::size_t i = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; i < text.size();) {
    const char c = text[i];
    if (const std::size_t end = c == '/' ? end_of_comment(text, i) : i; end > i) {
      out.comments.push_back({i, end});
      blank_out(out.json, {i, end});
      i = end;
      continue;
    }
    if (blanks.contains(c)) {
      ++i;
      continue;
    }
    const bool behind_value = before_comma != 0 && !std::string_view("[{,").contains(before_comma);
    if ((c == '}' || c == ']') && last == ',' && behind_value) {
      out.last_commas.push_back(comma);
      out.json[comma] = ' ';
    }
    if (c == ',') {
      before_comma = last;
      comma = i;
    }
    last = c;
    i = c == '"' ? end_of_string(text, i) : i + 1;
  }
}

bool is_blank(std::string_view json) { return json.find_first_not_of(blanks) == nowhere; }

// ---- positions; REQUIRES from here on: `json` is valid JSON

std::size_t skip_blanks(std::string_view json, std::size_t at) {
  return std::min(json.find_first_not_of(blanks, at), json.size());
}

std::size_t end_of_value(std::string_view json, std::size_t at) {
  if (json[at] == '"') return end_of_string(json, at);
  if (json[at] != '{' && json[at] != '[') return std::min(json.find_first_of(" \t\r\n,]}", at), json.size());
  std::size_t depth = 0;
  for (std::size_t i = at; i < json.size();) {
    if (json[i] == '"') {
      i = end_of_string(json, i);
      continue;
    }
    if (json[i] == '{' || json[i] == '[') ++depth;
    if ((json[i] == '}' || json[i] == ']') && --depth == 0) return i + 1;
    ++i;
  }
  return json.size();
}

JsoncContainer scanned(std::string_view json, std::size_t at) {
  JsoncContainer container{json[at] == '{', {at, end_of_value(json, at)}, {}};
  for (std::size_t i = skip_blanks(json, at + 1); i < container.close(); i = skip_blanks(json, i)) {
    if (json[i] == ',') {
      ++i;
      continue;
    }
    JsoncItem item{.name = {}, .begin = i, .value = {}};
    if (container.is_object) {
      const std::size_t end = end_of_string(json, i);
      if (const auto name = read_json(json.substr(i, end - i)); name && name->as_string() != nullptr)
        item.name = *name->as_string();
      i = skip_blanks(json, skip_blanks(json, end) + 1);  // after the colon
    }
    item.value = {i, end_of_value(json, i)};
    i = item.value.end;
    container.items.push_back(std::move(item));
  }
  return container;
}

}  // namespace

std::optional<std::size_t> JsoncContainer::place_of(const std::variant<std::string, std::size_t>& step) const {
  if (const std::size_t* const number = std::get_if<std::size_t>(&step)) {
    return !is_object && *number < items.size() ? std::optional(*number) : std::nullopt;
  }
  if (!is_object) return std::nullopt;
  const auto found = std::ranges::find(items, std::get<std::string>(step), &JsoncItem::name);
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

bool JsoncContainer::fits(const std::variant<std::string, std::size_t>& step) const {
  const std::size_t* const number = std::get_if<std::size_t>(&step);
  return number == nullptr ? is_object : !is_object && *number <= items.size();
}

ConfigResult<JsoncDocument> JsoncDocument::read(std::string_view text) {
  JsoncDocument document;
  document.text = text;
  blank_out_all(document);
  if (document.is_empty()) return document;
  auto value = read_json(document.json);
  if (!value) return std::unexpected(ConfigProblem{value.error().line, std::move(value.error().what)});
  document.value = *std::move(value);
  if (document.value.as_object() == nullptr) return std::unexpected(ConfigProblem{1, "the file holds no object"});
  document.root = document.container_at(skip_blanks(document.json, 0));
  return document;
}

bool JsoncDocument::is_empty() const { return is_blank(json); }

std::uint32_t JsoncDocument::line_of(std::size_t at) const {
  return 1 + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, at), '\n'));
}

JsoncContainer JsoncDocument::container_at(std::size_t at) const { return scanned(json, at); }

}  // namespace kedge
