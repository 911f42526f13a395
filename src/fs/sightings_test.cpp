#include "fs/sightings.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

const Sighting first{{1, 2}, 30, 400};
const Digest version = sha256("one");

TEST(Sightings, AFileThatWasNeverSeenMayHaveChanged) {
  const Sightings sightings;
  EXPECT_FALSE(sightings.seems_unchanged("a", first, version));
}

TEST(Sightings, AnythingThatAWriteChangesTells) {
  Sightings sightings;
  sightings.note("a", first, version);
  EXPECT_TRUE(sightings.seems_unchanged("a", first, version));
  EXPECT_FALSE(sightings.seems_unchanged("b", first, version));
  EXPECT_FALSE(sightings.seems_unchanged("a", {{1, 3}, 30, 400}, version)) << "another file";
  EXPECT_FALSE(sightings.seems_unchanged("a", {{2, 2}, 30, 400}, version)) << "on another disk";
  EXPECT_FALSE(sightings.seems_unchanged("a", {{1, 2}, 31, 400}, version)) << "longer";
  EXPECT_FALSE(sightings.seems_unchanged("a", {{1, 2}, 30, 401}, version)) << "written to";
  EXPECT_FALSE(sightings.seems_unchanged("a", first, sha256("two"))) << "these were other bytes";
}

TEST(Sightings, TheLastOneCounts) {
  Sightings sightings;
  sightings.note("a", first, version);
  sightings.note("a", {{1, 9}, 30, 500}, sha256("two"));
  EXPECT_FALSE(sightings.seems_unchanged("a", first, version));
  EXPECT_TRUE(sightings.seems_unchanged("a", {{1, 9}, 30, 500}, sha256("two")));
}

TEST(Sightings, OfManyFilesSomeAreForgotten) {
  Sightings sightings;
  for (int i = 0; i < 5000; ++i) sightings.note(concat("file ", i), first, version);
  EXPECT_FALSE(sightings.seems_unchanged("file 0", first, version));
  EXPECT_TRUE(sightings.seems_unchanged("file 4999", first, version));
}

}  // namespace
}  // namespace kedge
