// What is told of a quotation that stands nowhere, in every small world.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "resolve/near_miss.hpp"
#include "resolve/quotation.hpp"

namespace kedge::laws {
namespace {

TEST(NearMissLaws, TellsOfARealDifferenceInsideTheText) {
  constexpr std::array<std::string_view, 5> pieces{"count", " ", "}", "\n", "\r"};
  const std::vector<std::string> quotations = every_string(pieces, 3);
  for (const std::string& bytes : every_string(pieces, 4)) {
    const Text text(bytes);
    for (const std::string& quoted : quotations) {
      if (quoted.empty() || !places_of(text, quoted, 1).empty()) continue;
      WorkBudget budget;
      const std::optional<NearMiss> miss = near_miss(text, quoted, budget);
      if (!miss) continue;
      ASSERT_TRUE(miss->lines.contains(miss->differs)) << printable(quoted) << " in " << printable(bytes);
      ASSERT_TRUE(text.has(miss->lines.first) && text.has(miss->lines.last()));
      ASSERT_FALSE(miss->why.empty());
    }
  }
}

}  // namespace
}  // namespace kedge::laws
