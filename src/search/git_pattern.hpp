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

namespace kedge {

class GitPattern {
 public:
  explicit GitPattern(std::string_view pattern);

  bool matches(std::string_view path) const;

 private:
  using ByteSet = std::bitset<256>;
  struct Part {
    enum class Kind : std::uint8_t { one, any, set, star, folders, inside_folders, rest };
    Kind kind;
    char byte = 0;        // of one
    std::size_t set = 0;  // of set: which one of sets_
  };
  class Walker;

  void add(Part::Kind kind);
  void add_stars(std::string_view& pattern);
  bool add_set(std::string_view& pattern);

  std::vector<Part> parts_;
  std::vector<ByteSet> sets_;
  std::string tail_;                 // the literal bytes that a match has to end with
  bool only_star_and_tail_ = false;  // the whole pattern, as in *.o
  bool fits_nothing_ = false;
};

}  // namespace kedge
