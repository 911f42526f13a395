// Finds the lines of a file that a pattern fits, in time that grows with the file and not with the pattern's tricks (RE2: no
// look-around, no back-references).
//
// The pattern sees the content of one line at a time: no terminator, so that $ stands before the CR of a CRLF (to git grep the
// CR is content), and no BOM. Characters are UTF-8. In a file that is not, an ASCII pattern reads each byte as one character,
// and any other pattern finds what is valid; so searching never depends on a stray byte elsewhere.
//
// Lines are not matched one by one: where every match has to hold one of a few literals, those are sought and only lines that
// hold one are looked at; else the pattern runs over the whole file. Lines are counted only up to those that match.
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
  static constexpr std::size_t longest_literal = 16UL * 1024;     // bytes
  static constexpr std::size_t longest_pattern = 4UL * 1024;      // bytes; a letter class takes RE2 a thousand times that
  static constexpr std::size_t most_memory = 64UL * 1024 * 1024;  // of a compiled pattern

  // schema_invalid, with the place and the reason, for what is no pattern.
  static Result<LineFinder> make(const LinePattern& pattern);

  // The first lines that fit, at most so many. May be called from several threads at once.
  std::vector<LineNo> find(std::string_view bytes, std::size_t most) const;

 private:
  class Matcher;
  class LiteralMatcher;
  class PatternMatcher;

  explicit LineFinder(std::shared_ptr<const Matcher> matcher) : matcher_(std::move(matcher)) {}

  std::shared_ptr<const Matcher> matcher_;
};

}  // namespace kedge
