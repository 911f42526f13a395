#include "plan/quoted.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::span_of;

constexpr const char* new_text = "new\n";

Result<Quoted> found_in(FileInSession& a, const Match& match, const std::string& body = new_text) {
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  return find_quoted(file, versions, {}, match, body, 0);
}

// Every place byte for byte, or those that are left when the leftmost takes its bytes.
std::vector<std::size_t> naive_places(std::string_view text, std::string_view quoted, bool overlapping) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at + quoted.size() <= text.size();) {
    const bool fits = text.substr(at, quoted.size()) == quoted;
    if (fits) places.push_back(at);
    at += fits && !overlapping ? quoted.size() : 1;
  }
  return places;
}

TEST(Quoted, AnExactQuotationStandsWhereANaiveSearchFindsIt) {
  RepeatableRandom random(1);
  const auto some_text = [&](std::size_t size) {
    std::string text;
    for (; size > 0; --size) text += "aab\n"[random.below(4)];
    return text;
  };
  for (int i = 0; i < 1000; ++i) {
    const std::string text = some_text(random.below(14));
    const Match match{.text = some_text(1 + random.below(3)), .mode = MatchMode::exact, .all = random.below(2) == 0};
    const std::vector<std::size_t> places = naive_places(text, match.text, !match.all);
    WorkBudget likeness;
    const auto found = quoted_in(Text(text), {}, match, "x", 0, likeness);
    const std::string what = concat(printable(match.text), " in ", printable(text));
    ASSERT_EQ(found.has_value(), match.all ? !places.empty() : places.size() == 1) << what;
    if (!found) continue;
    ASSERT_EQ(found->size(), places.size()) << what;
    for (std::size_t k = 0; k < places.size(); ++k) {
      ASSERT_EQ((*found)[k].span, (ByteSpan{{places[k]}, {places[k] + match.text.size()}})) << what;
    }
  }
}

TEST(Quoted, ItHasToFitAsOftenAsItIsSaidTo) {
  FileInSession a("x = 1\ny = 2\nx = 1\n");
  EXPECT_EQ(code_of(found_in(a, {.text = "x = 1\n"})), "multiple_matches");
  EXPECT_EQ(code_of(found_in(a, {.text = "x = 1\n", .all = true, .expected = 3})), "count_mismatch");
  EXPECT_EQ(code_of(found_in(a, {.text = "z = 3\n"})), "no_match");
  const Result<Quoted> both = found_in(a, {.text = "x = 1\n", .all = true, .expected = 2});
  ASSERT_TRUE(both) << both.error().what;
  EXPECT_EQ(both->substitutions.size(), 2U);
}

TEST(Quoted, WhatFitsLooselyHasToHaveBeenShown) {
  FileInSession a("if x:\n    one\n    two\n");
  const Match match{.text = "one\ntwo\n"};
  const Result<Quoted> refused = found_in(a, match);
  ASSERT_EQ(code_of(refused), "file_not_read");
  EXPECT_EQ(refused.error().op, 1);
  record_refusal(a.session(), refused.error());
  const Result<Quoted> quoted = found_in(a, match);
  ASSERT_TRUE(quoted) << quoted.error().what;
  EXPECT_EQ(quoted->mode, MatchMode::line_trimmed);
  EXPECT_EQ(quoted->indentation, Indentation::otherwise);
  EXPECT_EQ(quoted->substitutions.front().text, "    new\n");
}

TEST(Quoted, APlaceThatMovedIsFollowedAndSaysSo) {
  FileInSession a("begin\none\nend\n");
  a.show();
  EXPECT_FALSE(found_in(a, {.text = "one\n"})->recovered);
  a.others_write("added\nbegin\none\nend\n");
  const Result<Quoted> quoted = found_in(a, {.text = "one\n"});
  ASSERT_TRUE(quoted) << quoted.error().what;
  EXPECT_TRUE(quoted->recovered);
  EXPECT_EQ(quoted->substitutions.front().span, a.load().text.span(span_of(3, 3)));
}

TEST(Quoted, OfTwoPlacesThatWereShownTheOneThatIsLeftIsNotTaken) {
  FileInSession a("f:\n  return\ng:\n  return\n");
  a.show();
  a.others_write("f:\n  pass\ng:\n  return\n");
  const Result<Quoted> refused = found_in(a, {.text = "  return\n"});
  ASSERT_EQ(code_of(refused), "match_moved");
  EXPECT_TRUE(refused.error().what.contains("it stood in 2 places when it was shown, and in 1 place now"));
}

}  // namespace
}  // namespace kedge
