// New inputs out of kept ones, blindly: what is altered depends on the seed of the run and the number of the execution alone,
// so that any of them can be had again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/repeatable_random.hpp"

namespace kedge::fuzz {

class Mutator {
 public:
  static constexpr std::size_t longest_input = 4096;

  // REQUIRES: `seeds` is not empty.
  Mutator(std::vector<std::string> seeds, std::vector<std::string> words)
      : seeds_(std::move(seeds)), words_(std::move(words)) {}

  std::string input(std::uint64_t seed, std::uint64_t execution) const;

 private:
  void alter(std::string& input, RepeatableRandom& random) const;

  std::vector<std::string> seeds_;
  std::vector<std::string> words_;  // that mean something to what is fuzzed; may be empty
};

// The words of a dictionary of libFuzzer: one "word" in each line, perhaps behind a name and =, with \xNN, \\ and \" in it.
std::vector<std::string> dictionary_words(std::string_view text);

}  // namespace kedge::fuzz
