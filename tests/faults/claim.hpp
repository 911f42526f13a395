// What an answer of the program under test says about the disk.
#pragma once

#include <optional>
#include <string>

#include "change.hpp"
#include "program.hpp"
#include "tree.hpp"

namespace faults {

struct Claim {
  std::string name;
  std::optional<Verdict> means;  // what the disk has to be then
  std::string fault;             // what is wrong with the answer itself
  std::string story;
};

// `found` is what the root holds at that time. `could_answer` is false if the answer could not be written.
Claim claim_of(const Ended& ended, const Tree& found, bool could_answer = true);

}  // namespace faults
