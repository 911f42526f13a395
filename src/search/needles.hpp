// Searches for a few short byte strings at once, ignoring ASCII case, at nearly memory speed. For each, the two bytes that
// are rarest in source code are compared at many positions in one step, and the rest only where both match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

class Needles {
 public:
  // A byte at a distance from the start of the needle: (byte | fold) == value.
  struct Probe {
    std::size_t distance = 0;
    std::uint8_t value = 0;
    std::uint8_t fold = 0;
  };
  struct Needle {
    std::string bytes;
    Probe rare, next_rare;
  };

  // REQUIRES: no needle is empty or has an upper-case letter.
  explicit Needles(std::vector<std::string> needles);

  // The first occurrence of any of them at or after `from`, or npos.
  std::size_t find(std::string_view text, std::size_t from) const;

 private:
  static Probe probe(const std::string& bytes, std::size_t distance);
  bool any_begins_at(std::string_view text, std::size_t at) const;

  std::vector<Needle> needles_;
  std::size_t furthest_probe_ = 0;
};

}  // namespace kedge
