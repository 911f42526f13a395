#include "store/kept_nearby.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

Digest version_of(std::string_view bytes) { return sha256(bytes); }

TEST(KeptNearby, EachChangeIsOneStepFurtherAway) {
  KeptNearby near;
  EXPECT_FALSE(near.distance_of({"a", version_of("1")}));
  near.note({"a", version_of("1")}, 0);
  near.step("a", version_of("1"), version_of("2"));
  near.step("a", version_of("2"), version_of("3"));
  EXPECT_EQ(near.distance_of({"a", version_of("3")}), 2U);
  EXPECT_FALSE(near.distance_of({"a", version_of("1")})) << "only the last one is known";
  EXPECT_FALSE(near.distance_of({"b", version_of("3")}));
}

TEST(KeptNearby, AChangeOfAnotherVersionTellsNothing) {
  KeptNearby near;
  near.note({"a", version_of("1")}, 3);
  near.step("a", version_of("foreign"), version_of("2"));
  EXPECT_EQ(near.distance_of({"a", version_of("1")}), 3U);
  EXPECT_FALSE(near.distance_of({"a", version_of("2")}));
  near.clear();
  EXPECT_FALSE(near.distance_of({"a", version_of("1")}));
}

}  // namespace
}  // namespace kedge
