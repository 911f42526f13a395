// What is judged: recovery itself, and a naive twin that shows what the oracle makes of an engine without proofs.
#pragma once

#include <string_view>

#include "judge.hpp"
#include "text/text.hpp"

namespace oracle {

struct Engine {
  std::string_view name;
  Answer (*place)(const kedge::Text& shown, const kedge::Text& current, const Edits& edits);
  std::size_t most_edits = 100;  // in one call
};

extern const Engine recovery;
// The same through whole dialects, from the call to the bytes.
extern const Engine anchors;
extern const Engine hashline;
// Follows the diff and trusts it.
extern const Engine naive;

}  // namespace oracle
