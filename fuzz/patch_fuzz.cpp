// Whatever a patch looks like, it is read in linear time into hunks that can be written down again, or refused with words; and
// while it arrives nothing fails.
#include <string_view>

#include "dialects/patch/hunk_header.hpp"
#include "dialects/patch/patch_reader.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {

void patch(std::string_view input) {
  const Result<PatchText> patch = read_patch(input);
  if (!patch) {
    KEDGE_REQUIRE(!to_text(patch.error()).empty());
    return;
  }
  KEDGE_REQUIRE(!patch->sections.empty());
  for (const PatchSection& section : patch->sections) {
    KEDGE_REQUIRE(!section.hunks.empty() && !section.path.empty());
    for (const PatchHunk& hunk : section.hunks) {
      KEDGE_REQUIRE(hunk.first <= hunk.last && hunk.body.empty() != takes_body(hunk.verb));
      const auto again = read_hunk_header(written(hunk));
      KEDGE_REQUIRE(again && again->hunk && written(*again->hunk) == written(hunk));
    }
  }
}

}  // namespace kedge::fuzz
