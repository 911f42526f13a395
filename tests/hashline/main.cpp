// A program that uses nothing of kedge but the tagged lines, as somebody else's would.
#include <cstdio>

#include "hashline/hashline.hpp"

int main() {
  using namespace kedge::hashline;
  const std::vector<TaggedLine> lines = tag_lines("one\ntwo\n");
  std::fputs(format_tagged(lines).c_str(), stdout);
  const bool fits = validate_range({1, line_hash("one")}, {2, line_hash("two")}, lines) == Fit::fits;
  const bool refused = validate({1, line_hash("two")}, lines) == Fit::other_hash;
  return fits && refused ? 0 : 1;
}
