#include "edit/drift.hpp"

#include <gtest/gtest.h>

#include "edit/replace_lines.hpp"
#include "print_values.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t refused = 0;

// Where the lines first…last of the shown version start now.
std::uint32_t followed(const char* shown, const char* current, std::uint32_t first, std::uint32_t last) {
  const Drift drift = Drift::guessed(Text(shown), Text(current));
  const std::expected<LineSpan, Unproven> now = drift.follow({LineNo{first}, LineNo{last + 1}});
  if (!now) return refused;
  EXPECT_EQ(now->size(), last - first + 1);
  return now->first.value;
}
std::uint32_t followed(const char* shown, const char* current, std::uint32_t line) {
  return followed(shown, current, line, line);
}

std::optional<Unproven::Reason> why_not(const char* shown, const char* current, std::uint32_t line) {
  const std::expected<LineSpan, Unproven> now = Drift::guessed(Text(shown), Text(current)).follow(one_line(LineNo{line}));
  return now ? std::nullopt : std::optional(now.error().reason);
}

TEST(Drift, WithoutDriftEveryLineStaysWhereItIs) {
  constexpr const char* text = "}\n}\n\n\nreturn;\nreturn;\n";
  for (std::uint32_t line = 1; line <= 6; ++line) EXPECT_EQ(followed(text, text, line), line);
}

TEST(Drift, AnUntouchedLineMovesWithWhatWasInsertedAndRemovedAboveIt) {
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "new\nnew too\nalpha\nbeta\ngamma\n", 2), 4U);
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "gamma\n", 3), 1U);
}

TEST(Drift, AChangedOrRemovedLineIsRefused) {
  EXPECT_EQ(why_not("alpha\nbeta\ngamma\n", "alpha\nBETA\ngamma\n", 2), Unproven::Reason::changed);
  EXPECT_EQ(why_not("alpha\nbeta\ngamma\n", "alpha\ngamma\n", 2), Unproven::Reason::changed);
  EXPECT_EQ(why_not("alpha\nbeta\n", "alpha\nbeta \n", 2), Unproven::Reason::changed) << "trailing blanks are bytes";
}

TEST(Drift, ARangeIsProvenWithItsInterior) {
  EXPECT_EQ(followed("alpha\nbeta\ngamma\ndelta\n", "new\nalpha\nbeta\ngamma\ndelta\n", 1, 3), 2U);
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "alpha\nbeta\ninside\ngamma\n", 1, 3), refused);
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "alpha\nBETA\ngamma\n", 1, 3), refused);
}

TEST(Drift, ALineInARunOfEqualLinesIsRefusedWhenTheRunGrows) {
  constexpr const char* shown = "f {\n  if (a) {\n    b();\n  }\n}\n";
  EXPECT_EQ(followed("alpha\n}\n}\nbeta\n", "alpha\n}\n}\n}\nbeta\n", 2), refused);
  EXPECT_EQ(followed("alpha\n}\n}\nbeta\n", "alpha\n}\n}\n}\nbeta\n", 3), refused);
  EXPECT_EQ(followed("alpha\n}\n}\nbeta\n", "alpha\n}\n}\n}\nbeta\n", 4), 5U);
  EXPECT_EQ(followed(shown, shown, 4), 4U);
}

TEST(Drift, ALineUnderARenamedHeaderIsRefused) {
  EXPECT_EQ(followed("int f() {\n  work();\n}\n", "int g() {\n  work();\n}\n", 2), refused);
}

TEST(Drift, AChangedBodyAboveTheLineDoesNotEndItsProof) {
  EXPECT_EQ(followed("int f() {\n  first();\n  second();\n}\n", "int f() {\n  FIRST();\n  more();\n  second();\n}\n", 3), 4U);
}

TEST(Drift, SwappedFunctionsWithEqualBodiesNeverTradeEdits) {
  constexpr const char* shown = "int f() {\n  work();\n  rest();\n}\n\nint g() {\n  work();\n  rest();\n}\n";
  constexpr const char* current = "int g() {\n  work();\n  rest();\n}\n\nint f() {\n  work();\n  rest();\n}\n";
  for (const std::uint32_t line : {2U, 3U}) {
    const std::uint32_t in_f = followed(shown, current, line);
    EXPECT_TRUE(in_f == refused || in_f == line + 5) << in_f;
    const std::uint32_t in_g = followed(shown, current, line + 5);
    EXPECT_TRUE(in_g == refused || in_g == line) << in_g;
  }
}

TEST(Drift, ANewHeaderAboveTheLineIsRefused) {
  EXPECT_EQ(followed("def f():\n    work()\n    rest()\n", "def f():\n    work()\ndef g():\n    rest()\n", 3), refused);
}

TEST(Drift, AReindentedLineIsRefused) {
  EXPECT_EQ(followed("def f():\n    work()\n", "def f():\n    if x:\n        work()\n", 2), refused);
}

TEST(Drift, AFileThatWasPastedTwiceIsRefused) {
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "alpha\nbeta\ngamma\nalpha\nbeta\ngamma\n", 2), refused);
}

TEST(Drift, ConvertedLineEndingsAreNoChangeOfALine) {
  EXPECT_EQ(followed("alpha\nbeta\ngamma\n", "alpha\r\nbeta\r\ngamma\r\n", 2), 2U);
  EXPECT_EQ(followed("alpha\nbeta", "new\nalpha\nbeta\n", 2), 3U);
}

TEST(Drift, AByteOrderMarkThatCameOrWentMovesNothing) {
  EXPECT_EQ(followed("alpha\nbeta\n",
                     "\xEF\xBB\xBF"
                     "alpha\nbeta\n",
                     1),
            1U);
  EXPECT_EQ(followed("\xEF\xBB\xBF"
                     "alpha\nbeta\n",
                     "alpha\nbeta\n", 2),
            2U);
}

TEST(Drift, EverythingGoneIsRefused) {
  EXPECT_EQ(followed("alpha\n", "", 1), refused);
  EXPECT_EQ(followed("alpha\nbeta\n", "one\ntwo\nthree\n", 2), refused);
}

TEST(Drift, AKnownChangeNeedsNoGuessing) {
  const Text shown("alpha\n}\n}\nbeta\n");
  const ChangeSet changes = replace_lines(shown, std::vector{LineEdit{between_lines(LineNo{3}), {"}"}}}).value();
  const Drift drift = Drift::known(shown, changes.apply(shown), changes);
  EXPECT_EQ(drift.follow(one_line(LineNo{2})), one_line(LineNo{2}));
  EXPECT_EQ(drift.follow(one_line(LineNo{3})), one_line(LineNo{4}));
}

TEST(Drift, AKnownChangeStillTouchesItsLines) {
  const Text shown("alpha\nbeta\ngamma\n");
  const ChangeSet changes = replace_lines(shown, std::vector{LineEdit{one_line(LineNo{2}), {"BETA"}}}).value();
  const Drift drift = Drift::known(shown, changes.apply(shown), changes);
  EXPECT_FALSE(drift.follow(one_line(LineNo{2})).has_value());
  EXPECT_EQ(drift.follow(one_line(LineNo{3})), one_line(LineNo{3}));
}

TEST(Drift, UnderAKnownChangeAHeaderMayBeRenamed) {
  const Text shown("int f() {\n  work();\n}\n");
  const ChangeSet changes = replace_lines(shown, std::vector{LineEdit{one_line(LineNo{1}), {"int g() {"}}}).value();
  const Drift drift = Drift::known(shown, changes.apply(shown), changes);
  EXPECT_EQ(drift.follow(one_line(LineNo{2})), one_line(LineNo{2}));
}

TEST(Drift, EveryReasonIsSaidInWords) {
  for (const Unproven::Reason reason :
       {Unproven::Reason::changed, Unproven::Reason::indistinct, Unproven::Reason::header_changed,
        Unproven::Reason::unsupported, Unproven::Reason::parted}) {
    EXPECT_FALSE(describe({reason, LineNo{1}}).empty());
  }
}

}  // namespace
}  // namespace kedge
