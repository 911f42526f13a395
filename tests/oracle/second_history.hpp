// The proof that a case cannot be decided: another history, no longer than the true one, that leads from the shown bytes
// to the current bytes and moves other identities. It is built and replayed, never argued; a case without one stays
// what it was judged to be.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "judge.hpp"

namespace oracle {

using History = std::vector<Op>;

// How many programs a search may build before it gives up. Counted, not timed, so that a run is the same everywhere.
enum class Effort : std::uint32_t { for_refusals = 5'000, for_wrong_answers = 7'000'000 };

// `accepts` is asked with each history that is found and the identities at its end, until it is content.
std::optional<History> second_history(Case& it, const Grammar& grammar, Effort effort,
                                      const std::function<bool(const History&, const Program&)>& accepts);

// The verdict with undecidable cases told apart, and what tells them apart.
struct Proven {
  Verdict verdict;
  std::optional<History> second;
};
Proven proven(Case& it, const Grammar& grammar, const Answer& answer, Verdict verdict);

}  // namespace oracle
