// What a run found: one row of counts, where refusals come from, and cases to look at.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "judge.hpp"

namespace oracle {

struct RefusalSources {
  std::array<std::uint64_t, op_names.size()> cases_with_op{};
  std::array<std::uint64_t, op_names.size()> safe_refusals_with_op{};
  std::map<std::string, std::uint64_t> reasons;  // one for each part of a call that was refused
};

struct Tally {
  std::uint64_t cases = 0;
  std::array<std::uint64_t, verdict_count> verdicts{};
  RefusalSources sources;

  std::uint64_t of(Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  double percent(Verdict verdict) const;
  void count(const Case& it, const Answer& answer, Verdict verdict);
};

std::string table_of(const Tally& tally);
std::string sources_of(const Tally& tally);
// `second`: the history that makes the case undecidable, if there is one.
std::string shown_case(const Case& it, const Answer& answer, Verdict verdict, std::uint64_t number,
                       const std::vector<Op>* second);

}  // namespace oracle
