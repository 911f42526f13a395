// Finds the lines of a file that match a pattern, in time linear in the file whatever the pattern (RE2: no look-around, no
// back-references).
//
// The pattern sees the content of one line at a time, without BOM and terminator, so $ matches before the CR of a CRLF (to git
// grep the CR is content). Characters are UTF-8. In a file that is not UTF-8, an ASCII pattern treats each byte as a character,
// and any other pattern matches valid parts only; so an invalid byte elsewhere never affects a search.
//
// Lines are not matched one by one. If every match must contain one of a few literals, these are searched for, and only lines
// with one are tried; otherwise the pattern runs over the whole file. Lines are counted only up to those that match.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "text/units.hpp"

namespace kedge {

struct LinePattern {
  std::string text;
  bool literal = false;
  bool ignore_case = false;
};

class LineFinder {
 public:
  static constexpr std::size_t longest_literal = 16UL * 1024;  // bytes
  static constexpr std::size_t longest_pattern = 4UL * 1024;   // bytes; for a letter class RE2 needs a thousand times as much
  static constexpr std::size_t most_memory = 64UL * 1024 * 1024;  // of a compiled pattern

  // schema_invalid, with position and reason, if it is not a valid pattern.
  static Result<LineFinder> make(const LinePattern& pattern);

  // The first matching lines, at most `most`. Thread-safe.
  std::vector<LineNo> find(std::string_view bytes, std::size_t most) const;

 private:
  class Matcher;
  class LiteralMatcher;
  class PatternMatcher;

  explicit LineFinder(std::shared_ptr<const Matcher> matcher) : matcher_(std::move(matcher)) {}

  std::shared_ptr<const Matcher> matcher_;
};

}  // namespace kedge
