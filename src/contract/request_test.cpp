#include "contract/request.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kedge {
namespace {

TEST(MatchMode, HasTheNamesThatCallersUse) {
  EXPECT_EQ(name_of(MatchMode::exact), "exact");
  EXPECT_EQ(name_of(MatchMode::line_trimmed), "line_trimmed");
  EXPECT_EQ(name_of(MatchMode::block_anchor), "block_anchor");
}

TEST(MatchMode, IsOrderedFromTheStrictestDown) {
  EXPECT_LT(MatchMode::exact, MatchMode::line_trimmed);
  EXPECT_LT(MatchMode::line_trimmed, MatchMode::block_anchor);
}

TEST(IdentityOfOperation, EqualOperationsOnTheSameFileAreTheSame) {
  const Operation text{Match{.text = "one"}, "1"};
  EXPECT_EQ(identity_of("a", text), identity_of("a", {Match{.text = "one"}, "1"}));
  EXPECT_NE(identity_of("a", text), identity_of("a", {Match{.text = "one"}, "2"}));
  EXPECT_NE(identity_of("a", text), identity_of("b", text));
  EXPECT_NE(identity_of("a", text), identity_of("a", {Match{.text = "two"}, "1"}));
  const auto passage = [](RowFate fate, std::string row) { return Operation{Passage{.rows = {{fate, std::move(row)}}}, ""}; };
  EXPECT_NE(identity_of("a", passage(RowFate::added, "x")), identity_of("a", passage(RowFate::added, "y")));
  EXPECT_NE(identity_of("a", passage(RowFate::kept, "x")), identity_of("a", passage(RowFate::kept, "y")));
}

TEST(IdentityOfOperation, EveryWayToNameALineIsAPlaceOfItsOwn) {
  const std::vector<Lines> places{
      {AtLine{LineNo{1}}},
      {AtLine{LineNo{2}}},
      {AtLine{LineNo{1}}, AtLine{LineNo{2}}},
      {.first = AtLine{LineNo{1}}, .side = Side::after},
      {AtBlock{LineNo{1}}},
      {Edge::head},
      {Edge::tail},
      {AtHash{.prefix = "ab"}},
      {AtHash{.prefix = "ab", .occurrence = 2}},
      {AtHash{.prefix = "ab", .line = LineNo{2}}},
      {AtLineHash{LineNo{1}, "ab"}},
  };
  std::set<Digest> identities;
  for (const Lines& place : places) identities.insert(identity_of("a", {place, "new"}));
  EXPECT_EQ(identities.size(), places.size());
}

}  // namespace
}  // namespace kedge
