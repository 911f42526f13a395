#include "plan/located.hpp"

#include <gtest/gtest.h>

#include "plan/place_passages.hpp"
#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::made_of;
using test::passage_of;
using test::span_of;

Located inside_line(std::size_t begin, std::size_t end, std::string text, int op) {
  return {.op = op, .substitutions = {{{{begin}, {end}}, std::move(text), op}}};
}

TEST(Located, PartsOfAllKindsAreMadeTogether) {
  const Text text("one\ntwo\nsix\nten\n");
  const QuotedPassage quoted = quoted_passage(passage_of({"-six", "+6"}), 2);
  const std::vector<Located> parts{
      inside_line(0, 1, "O", 0),
      {.op = 1, .edits = {{between_lines(LineNo{3}), {"five"}, 1}}},
      {.op = 2, .quoted = {span_of(3, 3)}, .edits = {{span_of(3, 3), {"6"}, 2}}, .passage = &quoted},
  };
  EXPECT_EQ(made_of(text, parts), "One\ntwo\nfive\n6\nten\n");
  EXPECT_EQ(made_of(text, {}), text.bytes());
}

TEST(Located, NoByteIsChangedByTwoParts) {
  const Text text("one\ntwo\n");
  const Located whole_line{.op = 1, .edits = {{span_of(1, 1), {"1"}, 1}}};
  const std::vector<Located> both{inside_line(0, 1, "O", 0), whole_line};
  EXPECT_EQ(made_of(text, both), "overlapping_operations");
  const std::vector<Located> apart_from_it{inside_line(4, 5, "T", 0), whole_line};
  EXPECT_EQ(made_of(text, apart_from_it), "1\nTwo\n");
}

TEST(Located, WhatChangesNothingIsNoChange) {
  const Text text("one\ntwo\n");
  const std::vector<Located> same{{.edits = {{span_of(1, 1), {"one"}}}}, inside_line(4, 7, "two", 1)};
  EXPECT_TRUE(changes_of(text, same)->empty());
}

TEST(Located, APassageIsTakenToTheByteOnlyWhereItFitsToTheByte) {
  const Text text("one\r\ntwo\n");
  const QuotedPassage quoted = quoted_passage(passage_of({"-two", "+2\r"}), 0);
  Located part{.quoted = {span_of(2, 2)}, .edits = {{span_of(2, 2), {"2"}}}, .passage = &quoted};
  EXPECT_EQ(made_of(text, std::span(&part, 1)), "one\r\n2\r\n");
  part.mode = MatchMode::trailing_blanks;
  EXPECT_EQ(made_of(text, std::span(&part, 1)), "one\r\n2\n");
}

TEST(Located, WhatOnePassageSaysAboutTheEndIsDoneAfterAllParts) {
  const Text text("one\ntwo");
  Passage says_end = passage_of({" two"});
  says_end.terminated_after = true;
  const QuotedPassage quoted = quoted_passage(says_end, 1);
  const std::vector<Located> parts{inside_line(0, 1, "O", 0), {.op = 1, .quoted = {span_of(2, 2)}, .passage = &quoted}};
  EXPECT_EQ(made_of(text, parts), "One\ntwo\n");
}

}  // namespace
}  // namespace kedge
