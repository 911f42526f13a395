// TOML, changed as text. toml++ reads the file and says where each table and value is; this file only cuts and appends. No
// other file includes toml++: it takes longer to compile than the rest of the folder.
#define TOML_HEADER_ONLY 1  // Debian has it as a shared library only
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "error/error.hpp"
#include "setup/config_text.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

class TomlFile {
 public:
  static ConfigResult<TomlFile> read(std::string_view text) {
    toml::parse_result parsed = toml::parse(text);
    if (parsed) return TomlFile(text, std::move(parsed).table());
    return std::unexpected(ConfigProblem{parsed.error().source().begin.line, std::string(parsed.error().description())});
  }

  // The table with this header, or null. Refused if the name is defined in any other way.
  ConfigResult<const toml::table*> table(const TomlName& name) const {
    const toml::table* found = &root_;
    for (std::size_t i = 0; i < name.size(); ++i) {
      const toml::node* const node = found->get(name[i]);
      if (node == nullptr) return nullptr;
      found = node->as_table();
      const bool last = i + 1 == name.size();
      if (found == nullptr || found->is_inline() || (last && !has_header(*node))) return other_form(name, *node);
    }
    return is_implied(*found) ? nullptr : found;
  }

  static std::unexpected<ConfigProblem> other_form(const TomlName& name, const toml::node& node) {
    return std::unexpected(
        ConfigProblem{node.source().begin.line, concat(join(name, "."), " is written in a form that kedge does not change")});
  }

  // Whether this is a table or a list of tables that comes from a header in brackets.
  bool has_header(const toml::node& node) const {
    if (const toml::array* const items = node.as_array()) {
      return !items->empty() && items->front().source().begin == items->source().begin;
    }
    const toml::table* const table = node.as_table();
    return table != nullptr && !table->is_inline() && text_[offset(table->source().begin)] == '[';
  }

  // Otherwise it comes from headers or dotted keys and is not in one place.
  bool is_value(const toml::node& node) const { return node.is_table() ? node.as_table()->is_inline() : !has_header(node); }
  Range value(const toml::node& node) const { return {offset(node.source().begin), offset(node.source().end)}; }

  // Whole lines: from the header to the last value before the next header.
  Range section(const toml::table& table) const {
    const std::size_t last = std::max(offset(table.source().end), end_of_values(table));
    return {line_starts_[table.source().begin.line - 1], std::min(text_.find('\n', last), text_.size() - 1) + 1};
  }

  // The sections of all tables at this name and below it, in the order of the file.
  std::vector<Range> sections(const TomlName& name) const {
    const toml::node* node = &root_;
    for (const std::string& part : name) node = node == nullptr ? nullptr : node->as_table()->get(part);
    std::vector<Range> found;
    if (node != nullptr) add_sections(*node, found);
    std::ranges::sort(found, {}, &Range::begin);
    return found;
  }

 private:
  TomlFile(std::string_view text, toml::table root) : text_(text), root_(std::move(root)) {
    line_starts_.push_back(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_starts_.push_back(i + 1);
    }
  }

  // toml++ counts columns in characters.
  std::size_t offset(const toml::source_position& position) const {
    std::size_t at = line_starts_[position.line - 1];
    for (toml::source_index column = 1; column < position.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U) ++at;
    }
    return at;
  }

  // The header [a.b.c] implies the tables a and a.b; toml++ gives them the position of that header.
  static bool is_implied(const toml::table& table) {
    for (const auto& [key, child] : table) {
      if (child.source().begin == table.source().begin) return true;
    }
    return false;
  }

  std::size_t end_of_values(const toml::table& table) const {
    std::size_t end = 0;
    for (const auto& [key, child] : table) {
      if (has_header(child)) continue;
      end = std::max(end, is_value(child) ? value(child).end : end_of_values(*child.as_table()));
    }
    return end;
  }

  void add_sections(const toml::node& node, std::vector<Range>& found) const {
    if (const toml::array* const items = node.as_array()) {
      for (const toml::node& item : *items) add_sections(item, found);
    } else if (const toml::table* const table = node.as_table()) {
      if (has_header(node) && !is_implied(*table)) found.push_back(section(*table));
      for (const auto& [key, child] : *table) add_sections(child, found);
    }
  }

  std::string_view text_;
  toml::table root_;
  std::vector<std::size_t> line_starts_;
};

// A string, a list of strings or a boolean; null for everything else.
Json value_of(const toml::node& node) {
  if (const auto* const text = node.as_string()) return Json(text->get());
  if (const auto* const boolean = node.as_boolean()) return Json(boolean->get());
  const toml::array* const list = node.as_array();
  if (list == nullptr) return {};
  Json items = Json::array();
  for (const toml::node& item : *list) {
    if (item.as_string() == nullptr) return {};
    items.push(item.as_string()->get());
  }
  return items;
}

// Any value; null for dates and times.
Json any_value_of(const toml::node& node) {
  if (const auto* const text = node.as_string()) return Json(text->get());
  if (const auto* const boolean = node.as_boolean()) return Json(boolean->get());
  if (const auto* const integer = node.as_integer()) return Json(integer->get());
  if (const auto* const number = node.as_floating_point()) return std::isfinite(number->get()) ? Json(number->get()) : Json();
  Json json;
  if (const toml::array* const list = node.as_array()) {
    json = Json::array();
    for (const toml::node& item : *list) json.push(any_value_of(item));
  } else if (const toml::table* const table = node.as_table()) {
    json = Json::object();
    for (const auto& [key, value] : *table) json.set(key.str(), any_value_of(value));
  }
  return json;
}

void add_entries(const toml::table& table, const TomlName& name, std::vector<TomlEntry>& found) {
  for (const auto& [key, node] : table) {
    TomlName whole = name;
    whole.emplace_back(key.str());
    if (const toml::table* const inner = node.as_table()) {
      add_entries(*inner, whole, found);
    } else {
      found.push_back({std::move(whole), any_value_of(node), node.source().begin.line});
    }
  }
}

std::string basic_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      append(out, concat('\\', c));
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      const auto byte = static_cast<std::uint8_t>(c);
      append(out, concat("\\u00", to_hex(std::span(&byte, 1))));
    } else {
      out.push_back(c);
    }
  }
  return out + '"';
}

std::string toml_value(const Json& json) {
  if (const std::string* const text = json.as_string()) return basic_string(*text);
  std::string out;
  if (const Json::Array* const items = json.as_array()) {
    for (const Json& item : *items) append(out, concat(out.empty() ? "" : ", ", toml_value(item)));
    return concat('[', out, ']');
  }
  return json.dump();
}

std::string line_end_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

std::string header_of(const TomlName& name) {
  std::string out;
  for (const std::string& part : name) append(out, concat(out.empty() ? "" : ".", part));
  return concat('[', out, ']');
}

std::string pair_lines(const Json& entry, std::string_view line_end) {
  std::string out;
  for (const auto& [key, value] : *entry.as_object()) append(out, concat(key, " = ", toml_value(value), line_end));
  return out;
}

}  // namespace

ConfigResult<std::vector<TomlEntry>> toml_entries(std::string_view text) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return std::unexpected(ConfigProblem{parsed.error().source().begin.line, std::string(parsed.error().description())});
  }
  std::vector<TomlEntry> found;
  add_entries(parsed.table(), {}, found);
  std::ranges::stable_sort(found, {}, &TomlEntry::line);
  return found;
}

ConfigResult<Json> read_toml_table(std::string_view text, const TomlName& name) {
  KEDGE_TRY(const TomlFile file, TomlFile::read(text));
  KEDGE_TRY(const toml::table* const table, file.table(name));
  if (table == nullptr) return Json();
  std::vector<std::pair<std::size_t, std::string>> keys;
  for (const auto& [key, node] : *table) {
    if (!file.has_header(node)) keys.emplace_back(file.value(node).begin, key.str());
  }
  std::ranges::sort(keys);
  Json json = Json::object();
  for (const auto& [place, key] : keys) json.set(key, value_of(*table->get(key)));
  return json;
}

std::string toml_table(const TomlName& name, const Json& entry) {
  return concat(header_of(name), '\n', pair_lines(entry, "\n"));
}

ConfigResult<std::string> with_toml_table(std::string_view text, const TomlName& name, const Json& entry) {
  const ConfigResult<TomlFile> file = TomlFile::read(text);
  if (!file) return std::unexpected(file.error());
  KEDGE_TRY(const toml::table* const table, file->table(name));
  const std::string line_end = line_end_of(text);
  std::string out(text);
  // A file whose last line has no terminator stays like that.
  const bool open_end = !text.empty() && !text.ends_with('\n');
  if (table == nullptr) {
    std::string added = concat(header_of(name), line_end, pair_lines(entry, line_end));
    if (open_end) added.resize(added.size() - line_end.size());
    append(out, concat(open_end ? line_end : "", text.empty() ? "" : line_end, added));
    return out;
  }
  Json missing = Json::object();
  std::vector<std::pair<Range, std::string>> changes;
  for (const auto& [key, value] : *entry.as_object()) {
    const toml::node* const node = table->get(key);
    if (node == nullptr) {
      missing.set(key, value);
    } else if (!file->is_value(*node)) {
      return TomlFile::other_form(name, *node);
    } else if (value_of(*node) != value) {
      changes.emplace_back(file->value(*node), toml_value(value));
    }
  }
  const std::size_t last = file->section(*table).end;
  const bool at_open_end = open_end && last == text.size();
  std::string lines = pair_lines(missing, line_end);
  if (at_open_end && !lines.empty()) lines = concat(line_end, lines.substr(0, lines.size() - line_end.size()));
  out.insert(last, lines);
  std::ranges::sort(changes, std::ranges::greater{}, [](const auto& change) { return change.first.begin; });
  for (const auto& [range, value] : changes) out.replace(range.begin, range.end - range.begin, value);
  return out;
}

ConfigResult<std::string> toml_sections(std::string_view text, const TomlName& name) {
  KEDGE_TRY(const TomlFile file, TomlFile::read(text));
  KEDGE_DO(file.table(name));
  std::string out;
  for (const auto& [begin, end] : file.sections(name)) append(out, text.substr(begin, end - begin));
  return out;
}

ConfigResult<std::string> without_toml_table(std::string_view text, const TomlName& name) {
  const ConfigResult<TomlFile> file = TomlFile::read(text);
  if (!file) return std::unexpected(file.error());
  KEDGE_DO(file->table(name));
  std::string out(text);
  // From the end, so that earlier offsets stay valid.
  const std::vector<Range> sections = file->sections(name);
  for (std::size_t i = sections.size(); i > 0; --i) {
    auto [begin, end] = sections[i - 1];
    const std::string_view rest = std::string_view(out).substr(end);
    const bool blank_follows = rest.empty() || rest.starts_with('\n') || rest.starts_with("\r\n");
    const auto take_line_end = [&] {
      if (begin > 0 && out[begin - 1] == '\n') --begin;
      if (begin > 0 && out[begin - 1] == '\r') --begin;
    };
    const std::string_view above = std::string_view(out).substr(0, begin);
    const bool blank_above = above.ends_with("\n\n") || above.ends_with("\n\r\n");
    if (blank_above && blank_follows) take_line_end();
    if (end == out.size() && out[end - 1] != '\n') take_line_end();
    out.erase(begin, end - begin);
    // At the top of the file the blank line separates it from nothing.
    if (begin == 0 && blank_follows && !out.empty()) out.erase(0, out.starts_with('\r') ? 2 : 1);
  }
  return out;
}

}  // namespace kedge
