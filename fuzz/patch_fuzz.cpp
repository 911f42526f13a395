// Whatever a patch looks like, it is read in linear time into hunks that can be written down again, or refused with words; and
// while it arrives nothing fails.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dialects/patch/hunk_header.hpp"
#include "dialects/patch/patch_reader.hpp"
#include "support/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const kedge::Result<kedge::PatchText> patch = kedge::read_patch(input);
  if (!patch) {
    KEDGE_REQUIRE(!kedge::to_text(patch.error()).empty());
    return 0;
  }
  KEDGE_REQUIRE(!patch->sections.empty());
  for (const kedge::PatchSection& section : patch->sections) {
    KEDGE_REQUIRE(!section.hunks.empty() && !section.path.empty());
    for (const kedge::PatchHunk& hunk : section.hunks) {
      KEDGE_REQUIRE(hunk.first <= hunk.last && hunk.body.empty() != kedge::takes_body(hunk.verb));
      const auto again = kedge::read_hunk_header(kedge::written(hunk));
      KEDGE_REQUIRE(again && again->hunk && kedge::written(*again->hunk) == kedge::written(hunk));
    }
  }
  return 0;
}
