// Searches for a few short byte strings at once, in either case of ASCII letters or as they are, at nearly memory speed. For
// each, the two bytes that are rarest in source code are compared at many positions in one step, and the rest only where both
// match.
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

  enum class Case { ignored, exact };

  // REQUIRES: no needle is empty, or has an upper-case letter if case is ignored.
  explicit Needles(std::vector<std::string> needles, Case letters = Case::ignored);

  // The first occurrence of any of them at or after `from`, or npos.
  std::size_t find(std::string_view text, std::size_t from) const;

 private:
  Probe probe(const std::string& bytes, std::size_t distance) const;
  bool any_begins_at(std::string_view text, std::size_t at) const;
  // `window` is `text` from `from` on. After `end` it has at least as many bytes as one step reads at a time.
  std::size_t find_in(std::string_view window, std::size_t end, std::string_view text, std::size_t from) const;
  std::size_t find_near_end(std::string_view text, std::size_t from) const;

  Case letters_;
  std::vector<Needle> needles_;
  std::size_t furthest_probe_ = 0;
};

}  // namespace kedge
