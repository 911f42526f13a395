// What is judged: recovery itself, and a naive twin that shows what the oracle makes of an engine without proofs.
#pragma once

#include <string_view>

#include "judge.hpp"
#include "text/text.hpp"

namespace oracle {

struct Engine {
  std::string_view name;
  Answer (*place)(const kedge::Text& shown, const kedge::Text& current, const Edits& edits);
};

extern const Engine recovery;
// Follows the diff and trusts it.
extern const Engine naive;

}  // namespace oracle
