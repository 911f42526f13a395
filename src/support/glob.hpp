// A pattern for paths. It is matched against the whole path and is case-sensitive.
//   *        any characters except /          ?       one character except /
//   **/      any folders, or none             [a-z]   one of these; [!a-z] or [^a-z]: none of them; never /
//   /**      everything below                 {a,b}   either of these; may be nested
//   \x       x itself
// ** is special only as a whole component, as in .gitignore; elsewhere it means *. A character is a code point, or a byte that
// is not part of valid UTF-8. Matching reads the path once and tracks every position in the pattern that it could have reached,
// so it never takes more steps than path length times pattern length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "support/wildcard_walk.hpp"

namespace kedge {

class Glob {
 public:
  static constexpr std::size_t most_alternatives = 128;  // that {a,b}{c,d}… may expand to
  static constexpr std::size_t most_characters = 4096;   // in all alternatives together
  static constexpr std::size_t deepest_braces = 8;

  // On error: what is wrong with the pattern, as in "holds [ without ]".
  static std::expected<Glob, std::string> parse(std::string_view pattern);

  // As people expect of a filter: a pattern without / matches at any depth, and a leading / means the root.
  static std::expected<Glob, std::string> parse_filter(std::string_view pattern);

  bool matches(std::string_view path) const { return walk(path).matches; }

  struct Walk {
    bool matches = false;
    std::size_t steps = 0;  // pairs of a character and a position in the pattern
  };
  Walk walk(std::string_view path) const;

  const std::string& pattern() const { return pattern_; }  // as given

 private:
  struct Range {
    char32_t first, last;
  };
  struct Part {
    enum class Fits : std::uint8_t { character, any, one_of, none_of };
    WildcardStep takes = WildcardStep::one;
    Fits fits = Fits::character;     // of one
    char32_t character = 0;          // the one
    std::vector<Range> ranges = {};  // of one_of and none_of

    WildcardStep step() const { return takes; }
  };
  struct Alternative {
    std::vector<Part> parts = {};
    std::string tail = {};  // every match ends with these bytes
  };

  static bool fits(const Part& part, char32_t character);
  static std::expected<Alternative, std::string> compile(std::string_view pattern);
  static std::expected<Part, std::string> set_of(std::string_view inside);

  std::string pattern_;
  std::vector<Alternative> alternatives_;
};

}  // namespace kedge
