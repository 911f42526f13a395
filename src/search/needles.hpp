// A few short byte strings, sought all at once and in either case of ASCII letters, at nearly the speed of memory: of each, the
// two bytes that are least common in source code are compared at many places in one step, and only where both fit is the rest
// looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

class Needles {
 public:
  // REQUIRES: no needle is empty, and none holds an upper-case letter.
  explicit Needles(std::vector<std::string> needles);

  // Where the first of them begins at `from` or behind it; npos if nowhere.
  std::size_t find(std::string_view text, std::size_t from) const;

 private:
  // A byte that is sought at a distance from where the needle begins: (byte | fold) == value.
  struct Probe {
    std::size_t distance = 0;
    std::uint8_t value = 0;
    std::uint8_t fold = 0;
  };
  struct Needle {
    std::string bytes;
    Probe rare, next_rare;
  };

  static Probe probe(const std::string& bytes, std::size_t distance);
  bool any_begins_at(std::string_view text, std::size_t at) const;

  std::vector<Needle> needles_;
  std::size_t furthest_probe_ = 0;
};

}  // namespace kedge
