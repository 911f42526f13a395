// A pattern over paths, matched against the whole path, byte case and all.
//   *        any characters but /             ?       one character but /
//   **/      any folders, or none             [a-z]   one of these; [!a-z] or [^a-z]: none of them; never /
//   /**      all that lies below              {a,b}   the one or the other; may be nested
//   \x       x itself
// ** is special only as a whole component, as in .gitignore; elsewhere it is a *. A character is a code point, or one byte of
// what is no UTF-8. Matching walks the path once with the set of all places in the pattern that it could be at, so
// no pattern takes more than path length times pattern length steps.
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
  enum class Braces { alternate, literal };  // .gitignore knows no alternation

  static constexpr std::size_t most_alternatives = 128;  // that {a,b}{c,d}… may stand for
  static constexpr std::size_t most_characters = 4096;   // of all alternatives together
  static constexpr std::size_t deepest_braces = 8;

  // Or what is wrong with the pattern, as in "holds [ without ]".
  static std::expected<Glob, std::string> parse(std::string_view pattern, Braces braces = Braces::alternate);

  // What people expect of a filter: a pattern without / is sought at any depth, and a leading / says the root.
  static std::expected<Glob, std::string> parse_filter(std::string_view pattern, Braces braces = Braces::alternate);

  bool matches(std::string_view path) const { return walk(path).matches; }

  struct Walk {
    bool matches = false;
    std::size_t steps = 0;  // pairs of a character and a place in the pattern that were looked at
  };
  Walk walk(std::string_view path) const;

  const std::string& pattern() const { return pattern_; }  // as it was given

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
    std::string tail = {};  // the literal bytes that a match has to end with
  };

  static bool fits(const Part& part, char32_t character);
  static std::expected<Alternative, std::string> compile(std::string_view pattern);
  static std::expected<Part, std::string> set_of(std::string_view inside);

  std::string pattern_;
  std::vector<Alternative> alternatives_;
};

}  // namespace kedge
