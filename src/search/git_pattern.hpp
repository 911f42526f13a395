// A wildcard pattern as git reads it in .gitignore: by bytes, not by characters, and without a way to be wrong (a pattern that
// makes no sense fits nothing). That is why it is not a Glob.
//   *      any bytes but /                   ?        one byte but /
//   **/    any folders, or none              [a-z]    one of these; [!a-z] or [^a-z]: none of them; never /
//   /**    all that lies below               [[:alpha:]] and the like, inside a set
//   \x     x itself
// ** is special only as a whole component; elsewhere it is a *. Matching walks the path once with the set of all places in the
// pattern that it could be at, so no pattern takes more than path length times pattern length steps.
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
    std::size_t set = 0;  // which one of sets_

    WildcardStep step() const { return takes; }
  };

  void add(Part part);
  bool fits(const Part& part, char byte) const;
  void add_stars(std::string_view& pattern);
  bool add_set(std::string_view& pattern);

  std::vector<Part> parts_;
  std::vector<ByteSet> sets_;
  std::string tail_;                 // the literal bytes that a match has to end with
  bool only_star_and_tail_ = false;  // the whole pattern, as in *.o
  bool fits_nothing_ = false;
};

}  // namespace kedge
