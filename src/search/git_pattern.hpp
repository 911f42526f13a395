// A wildcard pattern as git reads it in .gitignore. Unlike a Glob, it works on bytes instead of characters, and no pattern is
// an error: one that makes no sense matches nothing.
//   *      any bytes except /                ?        one byte except /
//   **/    any folders, or none              [a-z]    one of these; [!a-z] or [^a-z]: none of them; never /
//   /**    everything below                  [[:alpha:]] and the like, inside a set
//   \x     x itself
// ** is special only as a whole component; elsewhere it means *. Matching never takes more steps than path length times pattern
// length (wildcard_walk.hpp).
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/wildcard_walk.hpp"

namespace kedge {

class GitPattern {
 public:
  explicit GitPattern(std::string_view pattern);

  bool matches(std::string_view path) const;

 private:
  using ByteSet = std::bitset<256>;
  struct Part {
    enum class Fits : std::uint8_t { byte, any, set };
    WildcardStep takes = WildcardStep::one;
    Fits fits = Fits::byte;  // of one
    char byte = 0;
    std::size_t set = 0;  // index into sets_

    WildcardStep step() const { return takes; }
  };

  void add(Part part);
  bool fits(const Part& part, char byte) const;
  void add_stars(std::string_view& pattern);
  bool add_set(std::string_view& pattern);

  std::vector<Part> parts_;
  std::vector<ByteSet> sets_;
  std::string tail_;                 // every match ends with these bytes
  bool only_star_and_tail_ = false;  // the whole pattern, as in *.o
  bool fits_nothing_ = false;
};

}  // namespace kedge
