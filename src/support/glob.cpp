#include "support/glob.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

struct Character {
  char32_t code;
  std::size_t length;
};

// REQUIRES: text is not empty.
Character first_character(std::string_view text) {
  constexpr char32_t beyond_unicode = 0x110000;
  if (const auto byte = static_cast<std::uint8_t>(text.front()); byte < 0x80) return {byte, 1};
  const Utf8Step step = next_code_point(text);
  if (step.valid) return {step.code, step.length};
  return {beyond_unicode + static_cast<std::uint8_t>(text.front()), 1};
}

// The bytes of the [set] that the text begins with.
std::optional<std::size_t> set_length(std::string_view text) {
  std::size_t at = text.substr(1).starts_with('!') || text.substr(1).starts_with('^') ? 2 : 1;
  for (const std::size_t first = at; at < text.size(); ++at) {
    if (text[at] == ']' && at > first) return at + 1;
    if (text[at] == '\\') ++at;
  }
  return std::nullopt;
}

// The first character as it is meant, with the backslash that it may have.
std::optional<Character> unescaped(std::string_view text) {
  if (!text.starts_with('\\')) return first_character(text);
  if (text.size() == 1) return std::nullopt;
  const Character meant = first_character(text.substr(1));
  return Character{meant.code, meant.length + 1};
}

using Patterns = std::expected<std::vector<std::string>, std::string>;

// Expands {a,b} into all alternatives.
class Expansion {
 public:
  explicit Expansion(std::string_view pattern) : left_(pattern) {}

  Patterns all() { return sequence(0); }

 private:
  Patterns sequence(std::size_t depth) {
    std::vector<std::string> found{""};
    while (!left_.empty()) {
      if (depth > 0 && (left_.front() == ',' || left_.front() == '}')) break;
      if (left_.front() == '{') {
        Patterns inner = alternatives(depth + 1);
        if (!inner) return inner;
        if (found.size() * inner->size() > Glob::most_alternatives) return too_many();
        std::vector<std::string> longer;
        for (const std::string& begin : found) {
          for (const std::string& end : *inner) longer.push_back(begin + end);
        }
        found = std::move(longer);
        continue;
      }
      const std::optional<std::size_t> length = literal_length();
      if (!length) return std::unexpected("holds [ without ]");
      for (std::string& pattern : found) pattern.append(left_.substr(0, *length));
      left_.remove_prefix(*length);
    }
    return found;
  }

  Patterns alternatives(std::size_t depth) {
    if (depth > Glob::deepest_braces) return std::unexpected(concat("nests braces deeper than ", Glob::deepest_braces));
    std::vector<std::string> found;
    do {
      left_.remove_prefix(1);  // the brace or the comma
      Patterns one = sequence(depth);
      if (!one) return one;
      found.insert(found.end(), one->begin(), one->end());
      if (found.size() > Glob::most_alternatives) return too_many();
    } while (left_.starts_with(','));
    if (left_.empty()) return std::unexpected("holds { without }");
    left_.remove_prefix(1);
    return found;
  }

  // The length of what comes first and has no special brace.
  std::optional<std::size_t> literal_length() const {
    if (left_.front() == '[') return set_length(left_);
    if (left_.front() == '\\') return std::min<std::size_t>(2, left_.size());
    return std::max<std::size_t>(1, std::min(left_.find_first_of("{},[\\"), left_.size()));
  }

  static Patterns too_many() {
    return std::unexpected(concat("stands for more than ", Glob::most_alternatives, " alternatives"));
  }

  std::string_view left_;
};

}  // namespace

std::expected<Glob, std::string> Glob::parse(std::string_view pattern) {
  const auto too_long = [] { return std::unexpected(concat("is longer than ", most_characters, " characters")); };
  if (pattern.size() > most_characters) return too_long();
  const Patterns plain = Expansion(pattern).all();
  if (!plain) return std::unexpected(plain.error());
  Glob glob;
  glob.pattern_ = pattern;
  std::size_t characters = 0;
  for (const std::string& one : *plain) {
    characters += one.size();
    if (characters > most_characters) return too_long();
    std::expected<Alternative, std::string> alternative = compile(one);
    if (!alternative) return std::unexpected(std::move(alternative).error());
    glob.alternatives_.push_back(*std::move(alternative));
  }
  return glob;
}

std::expected<Glob, std::string> Glob::parse_filter(std::string_view pattern) {
  const bool folder = pattern.size() > 1 && pattern.ends_with('/');
  std::string whole(folder ? pattern.substr(0, pattern.size() - 1) : pattern);
  if (whole.starts_with('/')) {
    whole.erase(0, 1);
  } else if (whole.find('/') == std::string::npos) {
    whole.insert(0, "**/");
  }
  if (folder) whole.append("/**");
  std::expected<Glob, std::string> glob = parse(whole);
  if (glob) glob->pattern_ = pattern;
  return glob;
}

std::expected<Glob::Part, std::string> Glob::set_of(std::string_view inside) {
  Part part{.fits = Part::Fits::one_of};
  if (inside.starts_with('!') || inside.starts_with('^')) {
    part.fits = Part::Fits::none_of;
    inside.remove_prefix(1);
  }
  while (!inside.empty()) {
    if (inside.starts_with("[:")) return std::unexpected("holds a class such as [:alpha:], which is not known here");
    const std::optional<Character> first = unescaped(inside);
    if (!first) return std::unexpected("ends with a lone backslash");
    std::string_view behind = inside.substr(first->length);
    Range range{first->code, first->code};
    if (behind.size() > 1 && behind.starts_with('-')) {
      const std::optional<Character> last = unescaped(behind.substr(1));
      if (!last) return std::unexpected("ends with a lone backslash");
      range.last = last->code;
      behind.remove_prefix(1 + last->length);
    }
    const std::string_view spelled = inside.substr(0, inside.size() - behind.size());
    if (range.last < range.first) return std::unexpected(concat("holds the range ", spelled, ", which is empty"));
    part.ranges.push_back(range);
    inside = behind;
  }
  return part;
}

std::expected<Glob::Alternative, std::string> Glob::compile(std::string_view pattern) {
  Alternative made;
  const auto begins_component = [&made] {
    if (made.parts.empty()) return true;
    const Part& last = made.parts.back();
    return last.takes == WildcardStep::inside_folders || (last.takes == WildcardStep::one && last.character == '/');
  };
  const auto add = [&made](Part part) {
    made.tail.clear();
    made.parts.push_back(std::move(part));
  };
  while (!pattern.empty()) {
    if (pattern.front() == '*') {
      const std::size_t stars = std::min(pattern.find_first_not_of('*'), pattern.size());
      pattern.remove_prefix(stars);
      const bool component = stars > 1 && begins_component();
      if (component && pattern.starts_with('/')) {
        pattern.remove_prefix(1);
        if (!made.parts.empty() && made.parts.back().takes == WildcardStep::inside_folders) continue;
        add({.takes = WildcardStep::folders});
        add({.takes = WildcardStep::inside_folders});
      } else {
        add({.takes = component && pattern.empty() ? WildcardStep::rest : WildcardStep::star});
      }
    } else if (pattern.front() == '?') {
      add({.fits = Part::Fits::any});
      pattern.remove_prefix(1);
    } else if (pattern.front() == '[') {
      const std::optional<std::size_t> length = set_length(pattern);
      if (!length) return std::unexpected("holds [ without ]");
      std::expected<Part, std::string> part = set_of(pattern.substr(1, *length - 2));
      if (!part) return std::unexpected(std::move(part).error());
      add(*std::move(part));
      pattern.remove_prefix(*length);
    } else {
      const std::optional<Character> meant = unescaped(pattern);
      if (!meant) return std::unexpected("ends with a lone backslash");
      made.parts.push_back({.character = meant->code});
      const std::size_t backslash = pattern.front() == '\\' ? 1 : 0;
      made.tail.append(pattern.substr(backslash, meant->length - backslash));
      pattern.remove_prefix(meant->length);
    }
  }
  return made;
}

bool Glob::fits(const Part& part, char32_t character) {
  const auto is_listed = [&] {
    return std::ranges::any_of(part.ranges, [&](Range range) { return range.first <= character && character <= range.last; });
  };
  switch (part.fits) {
    case Part::Fits::character: return character == part.character;
    case Part::Fits::any: return character != '/';
    case Part::Fits::one_of: return character != '/' && is_listed();
    case Part::Fits::none_of: return character != '/' && !is_listed();
  }
  return false;
}

Glob::Walk Glob::walk(std::string_view path) const {
  Walk result;
  for (const Alternative& alternative : alternatives_) {
    if (!path.ends_with(alternative.tail)) continue;
    WildcardWalk<Part> walker(alternative.parts);
    for (std::string_view left = path; !left.empty() && !walker.is_lost();) {
      const Character character = first_character(left);
      result.steps += walker.take(character.code, &Glob::fits);
      left.remove_prefix(character.length);
    }
    result.matches = walker.is_done();
    if (result.matches) break;
  }
  return result;
}

}  // namespace kedge
