// TOML, changed as text: as much of its grammar as is needed to tell where statements begin and end.
#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

#include "setup/config_text.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

struct Range {
  std::size_t begin = 0, end = 0;
};

struct Statement {
  enum class Kind : std::uint8_t { table, list_of_tables, pair };
  Kind kind = Kind::pair;
  TomlName name;  // of a pair: below its table
  Range lines;    // whole lines, with the last one's end
  Range value;    // of a pair
};

bool starts_with(const TomlName& name, const TomlName& start) {
  return name.size() >= start.size() && std::ranges::equal(start, std::span(name).first(start.size()));
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  ConfigResult<std::vector<Statement>> statements() {
    std::vector<Statement> all;
    for (;;) {
      const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
      if (next == std::string_view::npos) return all;
      at_ = next;
      if (text_[at_] == '#') {
        skip_line();
        continue;
      }
      std::optional<Statement> statement = text_[at_] == '[' ? table() : pair();
      if (!statement) return std::unexpected(ConfigProblem{line(), problem_});
      all.push_back(*std::move(statement));
    }
  }

  // A string, or a list of strings; null for all else. REQUIRES: this is the text of a value.
  static Json value_of(std::string_view text) {
    Scanner scanner(text);
    if (text.starts_with('[')) {
      Json items = Json::array();
      for (++scanner.at_;;) {
        scanner.skip_blanks_and_comments();
        if (scanner.peek() == ']') return items;
        if (scanner.peek() == ',') {
          ++scanner.at_;
          continue;
        }
        const std::optional<std::string> item = scanner.string();
        if (!item) return {};
        items.push(*item);
      }
    }
    if (text == "true" || text == "false") return text == "true";
    const std::optional<std::string> string = scanner.string();
    return string ? Json(*string) : Json();
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::uint32_t line() const {
    return 1 + static_cast<std::uint32_t>(std::ranges::count(text_.substr(0, std::min(at_, text_.size())), '\n'));
  }
  std::nullopt_t fail(std::string_view problem) {
    problem_ = problem;
    return std::nullopt;
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1; }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  void skip_blanks_and_comments() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (peek() != '#') return;
      skip_line();
    }
  }
  std::size_t start_of_line() const {
    const std::size_t before = at_ == 0 ? std::string_view::npos : text_.rfind('\n', at_ - 1);
    return before == std::string_view::npos ? (text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) : before + 1;
  }
  // Behind a statement: nothing but a comment, and the end of the line.
  bool ends_line() {
    skip_blanks();
    if (peek() == '\r') ++at_;
    if (peek() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ < text_.size() && peek() != '\n') return false;
    if (at_ < text_.size()) ++at_;
    return true;
  }

  std::optional<std::string> string() {
    const char quote = peek();
    if (quote != '"' && quote != '\'') return fail("a string is expected");
    const std::string three(3, quote);
    const bool several_lines = text_.substr(at_).starts_with(three);
    at_ += several_lines ? 3 : 1;
    if (several_lines && text_.substr(at_).starts_with("\r\n")) ++at_;
    if (several_lines && peek() == '\n') ++at_;
    std::string out;
    while (at_ < text_.size()) {
      if (several_lines && text_.substr(at_).starts_with(three)) {
        at_ += 3;
        for (int more = 0; more < 2 && peek() == quote; ++more, ++at_) out.push_back(quote);
        return out;
      }
      if (!several_lines && peek() == quote) {
        ++at_;
        return out;
      }
      if (!several_lines && peek() == '\n') return fail("a string does not end on its line");
      if (quote == '"' && peek() == '\\') {
        if (!escape(out)) return std::nullopt;
        continue;
      }
      out.push_back(text_[at_++]);
    }
    return fail("a string does not end");
  }

  bool escape(std::string& out) {
    const char what = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    at_ += 2;
    constexpr std::string_view letters = "btnfre\"\\";
    constexpr std::string_view meanings = "\b\t\n\f\r\x1B\"\\";
    if (const std::size_t known = letters.find(what); known != std::string_view::npos) {
      out.push_back(meanings[known]);
      return true;
    }
    if (what == 'u' || what == 'U') {
      char32_t character = 0;
      for (int left = what == 'u' ? 4 : 8; left > 0; --left, ++at_) {
        const std::optional<std::uint8_t> digit = hex_digit(peek());
        if (!digit) {
          problem_ = "an escape is not complete";
          return false;
        }
        character = character * 16 + *digit;
      }
      append_utf8(out, character);
      return true;
    }
    if (what == '\n' || what == '\r' || what == ' ' || what == '\t') {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      return true;
    }
    problem_ = "an escape is not known";
    return false;
  }

  static void append_utf8(std::string& out, char32_t character) {
    const auto tail = [&](int shift) { out.push_back(static_cast<char>(0x80 | ((character >> shift) & 0x3F))); };
    if (character < 0x80) {
      out.push_back(static_cast<char>(character));
    } else if (character < 0x800) {
      out.push_back(static_cast<char>(0xC0 | (character >> 6)));
      tail(0);
    } else if (character < 0x10000) {
      out.push_back(static_cast<char>(0xE0 | (character >> 12)));
      tail(6);
      tail(0);
    } else {
      out.push_back(static_cast<char>(0xF0 | ((character >> 18) & 0x07)));
      tail(12);
      tail(6);
      tail(0);
    }
  }

  std::optional<TomlName> name() {
    TomlName all;
    for (;;) {
      skip_blanks();
      if (peek() == '"' || peek() == '\'') {
        std::optional<std::string> part = string();
        if (!part) return std::nullopt;
        all.push_back(*std::move(part));
      } else {
        const std::size_t begin = at_;
        while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_' || peek() == '-') ++at_;
        if (at_ == begin) return fail("a name is expected");
        all.emplace_back(text_.substr(begin, at_ - begin));
      }
      skip_blanks();
      if (peek() != '.') return all;
      ++at_;
    }
  }

  std::optional<Statement> table() {
    Statement statement{.kind = Statement::Kind::table, .name = {}, .lines = {start_of_line(), 0}, .value = {}};
    const bool list = text_.substr(at_).starts_with("[[");
    if (list) statement.kind = Statement::Kind::list_of_tables;
    at_ += list ? 2 : 1;
    std::optional<TomlName> found = name();
    if (!found) return std::nullopt;
    statement.name = *std::move(found);
    if (!text_.substr(at_).starts_with(list ? "]]" : "]")) return fail("the name of a table is not closed");
    at_ += list ? 2 : 1;
    if (!ends_line()) return fail("something stands behind the name of a table");
    statement.lines.end = at_;
    return statement;
  }

  std::optional<Statement> pair() {
    Statement statement{.kind = Statement::Kind::pair, .name = {}, .lines = {start_of_line(), 0}, .value = {}};
    std::optional<TomlName> found = name();
    if (!found) return std::nullopt;
    statement.name = *std::move(found);
    if (peek() != '=') return fail("an = is expected");
    ++at_;
    skip_blanks();
    statement.value.begin = at_;
    if (!skip_value()) return std::nullopt;
    statement.value.end = at_;
    if (statement.value.end == statement.value.begin) return fail("a value is expected");
    if (!ends_line()) return fail("something stands behind a value");
    statement.lines.end = at_;
    return statement;
  }

  bool skip_value() {
    std::string open;
    for (;;) {
      const char c = peek();
      if (at_ >= text_.size()) {
        if (open.empty()) return true;
        problem_ = "a list or an inline table is not closed";
        return false;
      }
      if (c == '"' || c == '\'') {
        if (!string()) return false;
      } else if (c == '[' || c == '{') {
        open.push_back(c == '[' ? ']' : '}');
        ++at_;
      } else if (c == ']' || c == '}') {
        if (open.empty() || open.back() != c) {
          problem_ = "a bracket does not fit";
          return false;
        }
        open.pop_back();
        ++at_;
      } else if (!open.empty() && c == '#') {
        skip_line();
        continue;
      } else if (open.empty() && std::string_view(" \t\r\n#,").contains(c)) {
        return true;
      } else {
        ++at_;
        continue;
      }
      if (open.empty()) return true;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

struct Table {
  std::vector<Statement> statements;
  std::optional<std::size_t> header;  // of the statements
  std::size_t end = 0;                // behind its last pair
  std::size_t end_of_all = 0;         // behind the last statement of the tables below it
};

ConfigResult<Table> find_table(std::string_view text, const TomlName& name) {
  Scanner scanner(text);
  ConfigResult<std::vector<Statement>> statements = scanner.statements();
  if (!statements) return std::unexpected(std::move(statements).error());
  Table found{*std::move(statements), {}, 0, 0};
  const auto other_form = [&](const Statement& statement) {
    const auto line = 1 + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, statement.lines.begin), '\n'));
    return std::unexpected(ConfigProblem{line, concat(join(name, "."), " is written in a form that kedge does not change")});
  };
  TomlName in;
  for (std::size_t i = 0; i < found.statements.size(); ++i) {
    const Statement& statement = found.statements[i];
    if (statement.kind == Statement::Kind::pair) {
      TomlName whole = in;
      whole.insert(whole.end(), statement.name.begin(), statement.name.end());
      const bool of_the_table = starts_with(in, name);
      if (!of_the_table && (starts_with(whole, name) || starts_with(name, whole))) return other_form(statement);
      if (of_the_table) found.end_of_all = i + 1;
      if (in == name) found.end = i + 1;
      continue;
    }
    in = statement.name;
    const bool list = statement.kind == Statement::Kind::list_of_tables;
    if (list ? starts_with(name, in) || in == name : in == name && found.header) return other_form(statement);
    if (!starts_with(in, name)) continue;
    found.end_of_all = i + 1;
    if (in != name) continue;
    found.header = i;
    found.end = i + 1;
  }
  return found;
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

const Statement* pair_of(const Table& table, std::string_view key) {
  for (std::size_t i = table.header.value_or(0) + 1; i < table.end; ++i) {
    const Statement& statement = table.statements[i];
    if (statement.name.size() == 1 && statement.name.front() == key) return &statement;
  }
  return nullptr;
}

Json table_value(std::string_view text, const Table& table) {
  Json json = Json::object();
  for (std::size_t i = table.header.value_or(0) + 1; i < table.end; ++i) {
    const Statement& pair = table.statements[i];
    json.set(join(pair.name, "."), Scanner::value_of(text.substr(pair.value.begin, pair.value.end - pair.value.begin)));
  }
  return json;
}

}  // namespace

ConfigResult<Json> read_toml_table(std::string_view text, const TomlName& name) {
  const ConfigResult<Table> table = find_table(text, name);
  if (!table) return std::unexpected(table.error());
  return table->header ? table_value(text, *table) : Json();
}

std::string toml_table(const TomlName& name, const Json& entry) {
  std::string out = concat(header_of(name), '\n');
  for (const auto& [key, value] : *entry.as_object()) append(out, concat(key, " = ", toml_value(value), '\n'));
  return out;
}

ConfigResult<std::string> with_toml_table(std::string_view text, const TomlName& name, const Json& entry) {
  const ConfigResult<Table> table = find_table(text, name);
  if (!table) return std::unexpected(table.error());
  const std::string line_end = line_end_of(text);
  std::string out(text);
  if (!table->header) {
    std::string added = concat(header_of(name));
    for (const auto& [key, value] : *entry.as_object()) append(added, concat(line_end, key, " = ", toml_value(value)));
    if (text.empty()) return concat(added, line_end);
    // A file whose last line has no end keeps that, too.
    if (!text.ends_with('\n')) return concat(out, line_end, line_end, added);
    return concat(out, line_end, added, line_end);
  }
  const Json before = table_value(text, *table);
  const std::size_t last = table->statements[table->end - 1].lines.end;
  std::string missing;
  for (const auto& [key, value] : *entry.as_object()) {
    if (pair_of(*table, key) == nullptr) append(missing, concat(key, " = ", toml_value(value), line_end));
  }
  if (!missing.empty()) {
    if (out[last - 1] == '\n') {
      out.insert(last, missing);
    } else {
      missing.resize(missing.size() - line_end.size());
      out.insert(last, concat(line_end, missing));
    }
  }
  std::vector<std::pair<Range, std::string>> changes;
  for (const auto& [key, value] : *entry.as_object()) {
    const Statement* const pair = pair_of(*table, key);
    if (pair != nullptr && *before.find(key) != value) changes.emplace_back(pair->value, toml_value(value));
  }
  std::ranges::sort(changes, std::ranges::greater{}, [](const auto& change) { return change.first.begin; });
  for (const auto& [range, value] : changes) out.replace(range.begin, range.end - range.begin, value);
  return out;
}

ConfigResult<std::string> without_toml_table(std::string_view text, const TomlName& name) {
  ConfigResult<Table> table = find_table(text, name);
  if (!table) return std::unexpected(std::move(table).error());
  std::string out(text);
  // From the end, so that places before stay; tables below it may stand anywhere.
  const std::vector<Statement>& all = table->statements;
  for (std::size_t i = all.size(); i > 0; --i) {
    const Statement& header = all[i - 1];
    if (header.kind == Statement::Kind::pair || !starts_with(header.name, name)) continue;
    std::size_t last = i;
    while (last < all.size() && all[last].kind == Statement::Kind::pair) ++last;
    std::size_t begin = header.lines.begin;
    const std::size_t end = all[last - 1].lines.end;
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
    // Nothing is left above it to be set apart from.
    if (begin == 0 && blank_follows && !out.empty()) out.erase(0, out.starts_with('\r') ? 2 : 1);
  }
  return out;
}

}  // namespace kedge
