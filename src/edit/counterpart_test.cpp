#include "edit/counterpart.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kedge {
namespace {

LineSpan lines(std::uint32_t first, std::uint32_t last) { return {LineNo{first}, LineNo{last + 1}}; }

std::vector<Hunk> hunks_between(const char* before, const char* after) {
  return diff_lines(Text(std::string(before)), Text(std::string(after)), LineKey::content);
}

TEST(Counterpart, LinesThatAreStillThereAreTheirOwn) {
  const std::vector<Hunk> hunks = hunks_between("a\nb\nc\n", "new\na\nb\nc\n");
  EXPECT_EQ(counterpart(hunks, lines(2, 3)), lines(3, 4));
  EXPECT_EQ(kept_line(hunks, LineNo{1}), LineNo{2});
}

TEST(Counterpart, ChangedLinesAreWhatIsBetweenTheirNeighbours) {
  const std::vector<Hunk> hunks = hunks_between("a\nold\nb\n", "a\nx\ny\nz\nb\n");
  EXPECT_EQ(counterpart(hunks, lines(2, 2)), lines(2, 4));
  EXPECT_EQ(kept_line(hunks, LineNo{2}), std::nullopt);
}

TEST(Counterpart, AsManyLinesAsThereWereCorrespondOneByOne) {
  const std::vector<Hunk> hunks = hunks_between("a\none\ntwo\nthree\nb\n", "a\neins\nzwei\ndrei\nb\n");
  EXPECT_EQ(counterpart(hunks, lines(3, 3)), lines(3, 3));
}

TEST(Counterpart, NothingIsInThePlaceOfLinesThatWereRemoved) {
  const std::vector<Hunk> hunks = hunks_between("a\nold\nb\n", "a\nb\n");
  EXPECT_EQ(counterpart(hunks, lines(2, 2)), between_lines(LineNo{2}));
}

TEST(Counterpart, LinesAtTheEndsThatAreStillThereAreItsEnds) {
  const std::vector<Hunk> hunks = hunks_between("a\nold\nkept\ngone\nb\n", "a\nx\ny\nz\nkept\nb\n");
  EXPECT_EQ(counterpart(hunks, lines(3, 4)), lines(5, 5));
}

TEST(Counterpart, APlaceBetweenLinesIsBesideTheOneThatIsStillThere) {
  const std::vector<Hunk> hunks = hunks_between("a\nold\nb\n", "new\na\nb\n");
  EXPECT_EQ(counterpart(hunks, between_lines(LineNo{2})), between_lines(LineNo{3}));
  EXPECT_EQ(counterpart(hunks, between_lines(LineNo{3})), between_lines(LineNo{3}));
}

}  // namespace
}  // namespace kedge
