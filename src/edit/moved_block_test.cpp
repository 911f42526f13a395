#include "edit/moved_block.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

LineSpan lines(std::uint32_t first, std::uint32_t last) { return {LineNo{first}, LineNo{last} + 1}; }

const std::string head = "a1\na2\na3\n";
const std::string middle = "b1\nb2\nb3\nb4\nb5\nb6\n";
const std::string tail = "c1\nc2\nc3\n";
const std::string block = "first = 1\nsecond = 2\nthird = 3\n";

TEST(MovedBlock, WhatWasCutOutAndPutInElsewhereIsTheSame) {
  const Text then(head + block + middle + tail);
  const Text now(head + middle + block + tail);
  EXPECT_TRUE(moved_as_block(then, lines(5, 5), now, lines(11, 11)));
  EXPECT_TRUE(moved_as_block(now, lines(11, 11), then, lines(5, 5)));
}

TEST(MovedBlock, WhatWasChangedAndWrittenElsewhereIsNot) {
  const Text then(head + block + middle + tail);
  const Text now(head + "first = 1\nsecond = 7\nthird = 3\n" + middle + block + tail);
  EXPECT_FALSE(moved_as_block(then, lines(5, 5), now, lines(14, 14)));
}

TEST(MovedBlock, BodiesThatTradePlacesAreNot) {
  const std::string other = "fourth = 4\nfifth = 5\nsixth = 6\n";
  const Text then(head + block + middle + other + tail);
  const Text now(head + other + middle + block + tail);
  EXPECT_FALSE(moved_as_block(then, lines(5, 5), now, lines(14, 14)));
}

TEST(MovedBlock, ALineAloneIsNoBlock) {
  const Text then(head + "first = 1\n" + middle + tail);
  const Text now(head + middle + "first = 1\n" + tail);
  EXPECT_FALSE(moved_as_block(then, lines(4, 4), now, lines(10, 10)));
}

TEST(MovedBlock, BlankLinesAroundItDoNotCount) {
  const Text then(head + "\n" + block + "\n" + middle + tail);
  const Text now(head + "\n\n" + middle + block + tail);
  EXPECT_TRUE(moved_as_block(then, lines(6, 6), now, lines(13, 13)));
}

TEST(MovedBlock, BracketsSayNothing) {
  const Text then(head + "{\n}\n" + middle + tail);
  const Text now(head + middle + "{\n}\n" + tail);
  EXPECT_FALSE(moved_as_block(then, lines(4, 5), now, lines(10, 11)));
}

TEST(MovedBlock, ASeamElsewhereIsNotTheOneThatWasClosed) {
  const std::string open = "open()\ncheck()\ngo()\n";
  const std::string close = "close()\ndone()\nbye()\n";
  const Text then(open + "t1 = 1\nt2 = 2\n" + close + open + close + middle);
  const Text now(open + "t1 = 10\nt2 = 20\n" + close + open + close + "b1\nb2\nb3\nt1 = 1\nt2 = 2\nb4\nb5\nb6\n");
  EXPECT_FALSE(moved_as_block(then, lines(4, 5), now, lines(18, 19)));
}

TEST(SameSurroundings, OfACopyTellNothing) {
  const std::string part = "s1()\ns2()\ns3()\ntarget(1)\ns4()\ns5()\ns6()\n";
  const std::string changed = "s1()\ns2()\ns3()\ntarget(2)\ns4()\ns5()\ns6()\n";
  const Text then(head + part + tail);
  const Text now(head + changed + tail + part);
  EXPECT_FALSE(same_surroundings(then, lines(7, 7), now, lines(17, 17)));
}

TEST(SameSurroundings, TellAPlaceUnderAnotherHeader) {
  const std::string body = "  one()\n  two()\n  three()\n  here()\n  four()\n  five()\n  six()\n";
  const Text then("def f():\n" + body);
  const Text now("def g():\n" + body);
  EXPECT_TRUE(same_surroundings(then, lines(5, 5), now, lines(5, 5)));
  EXPECT_FALSE(same_surroundings(then, lines(3, 3), now, lines(3, 3))) << "the header is one of them";
}

}  // namespace
}  // namespace kedge
