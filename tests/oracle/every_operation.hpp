// Every operation that somebody could have done to a program on the way to a known text: the alphabet in which second
// histories are written.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "operation.hpp"

namespace oracle {

// What an operation does to a text, wherever it is done. Histories whose effects do not add up to the difference of the
// two texts are never tried.
struct Effect {
  std::uint64_t weight = 0;  // change of the sum of weights
  std::uint32_t edits = 0;   // at most so many lines put in or taken out
  std::uint32_t breaks = 0;  // at most so many pairs of neighbours parted
};

Effect effect_of(const Op& op, const Program& program, const Texts& texts);

// The rows and functions that occur in the text where a history ends. Nobody needs others to get there.
struct Vocabulary {
  struct NewFunction {
    std::uint8_t depth;
    std::vector<TextId> texts;
    std::uint64_t weight;  // with its gap
  };
  std::vector<TextId> rows;
  std::vector<TextId> headers;
  std::vector<NewFunction> functions;
};

Vocabulary vocabulary_of(const Program& program, const Texts& texts);

// Calls `visit` with the operation under each choice of blank lines that fits, until it answers true; answers whether it did.
bool any_gap_choice(Op op, const Program& program, const std::function<bool(const Op&)>& visit);

// Calls `visit` with each operation whose effect is wanted, until it answers true; answers whether it did.
bool any_operation(const Program& program, Texts& texts, const Grammar& grammar, const Vocabulary& vocabulary,
                   const std::function<bool(const Effect&)>& wanted, const std::function<bool(const Op&)>& visit);

}  // namespace oracle
