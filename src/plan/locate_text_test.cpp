#include "plan/locate_text.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::FileInTask;
using test::Sent;
using test::span_of;
using test::told;

constexpr const char* text_sent = "new\n";

Request quoting_text(Match match, std::string body = text_sent) { return test::asking({{std::move(match), std::move(body)}}); }

// Where the quotation is in the file as it is.
std::string text_now(FileInSession& a, Match match, std::string body = text_sent) {
  const FileInTask task(a, quoting_text(std::move(match), std::move(body)));
  return told(text_locator(*task).value()->locate_now().front());
}

// Every place byte for byte, or those that are left when the leftmost takes its bytes.
std::vector<std::size_t> naive_text_places(std::string_view text, std::string_view quoted, bool overlapping) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at + quoted.size() <= text.size();) {
    const bool fits = text.substr(at, quoted.size()) == quoted;
    if (fits) places.push_back(at);
    at += fits && !overlapping ? quoted.size() : 1;
  }
  return places;
}

TEST(LocateText, AnExactQuotationStandsWhereANaiveSearchFindsIt) {
  RepeatableRandom random(1);
  const auto some_text = [&](std::size_t size) {
    std::string text;
    for (; size > 0; --size) text += "aab\n"[random.below(4)];
    return text;
  };
  FileInSession a("");
  for (int i = 0; i < 1000; ++i) {
    const std::string text = some_text(random.below(14));
    const Match match{.text = some_text(1 + random.below(3)), .mode = MatchMode::exact, .all = random.below(2) == 0};
    const std::vector<std::size_t> places = naive_text_places(text, match.text, !match.all);
    const FileInTask task(a, quoting_text(match, "x"));
    const Location found = text_locator(*task).value()->locate_in(Text(text)).front();
    const std::string what = concat(printable(match.text), " in ", printable(text));
    ASSERT_EQ(found.has_value(), match.all ? !places.empty() : places.size() == 1) << what;
    if (!found) continue;
    ASSERT_EQ(found->substitutions.size(), places.size()) << what;
    for (std::size_t k = 0; k < places.size(); ++k) {
      ASSERT_EQ(found->substitutions[k].span, (ByteSpan{{places[k]}, {places[k] + match.text.size()}})) << what;
    }
  }
}

TEST(LocateText, ItHasToFitAsOftenAsItIsSaidTo) {
  FileInSession a("x = 1\ny = 2\nx = 1\n");
  EXPECT_EQ(text_now(a, {.text = "x = 1\n"}), "several: 1-1, 3-3");
  EXPECT_EQ(text_now(a, {.text = "x = 1\n", .all = true, .expected = 3}), "wrong count: 1-1, 3-3");
  EXPECT_EQ(text_now(a, {.text = "z = 3\n"}), "nowhere");
  EXPECT_EQ(text_now(a, {.text = "x = 1\n", .all = true, .expected = 2}), "1-1, 3-3");
}

TEST(LocateText, TheCountIsSaidAboutTheFileAsItIs) {
  FileInSession a("x = 1\nx = 1\n");
  a.show();
  a.others_write("x = 1\nx = 1\nx = 1\n");
  const FileInTask task(a, quoting_text({.text = "x = 1\n", .all = true, .expected = 3}));
  const std::unique_ptr<Locator> locator = text_locator(*task).value();
  EXPECT_EQ(told(locator->locate(0, Belief::read).front()), "1-1, 2-2") << "two, in what was read";
  EXPECT_EQ(told(locator->locate_now().front()), "1-1, 2-2, 3-3");
}

TEST(LocateText, TheLadderGoesDownToWhitespaceAndIndentsTheNewText) {
  FileInSession a("if x:\n    one\n    two\n");
  const FileInTask task(a, quoting_text({.text = "one\ntwo\n"}));
  const Location found = text_locator(*task).value()->locate_now().front();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->mode, MatchMode::line_trimmed);
  EXPECT_EQ(found->indented.quoted, Indentation::otherwise);
  EXPECT_EQ(found->substitutions.front().text, "    new\n");
  EXPECT_EQ(text_now(a, {.text = "one\ntwo\n", .mode = MatchMode::exact}), "nowhere") << "the rung that was asked for";
}

TEST(LocateText, ALooseMatchHasToBeTheOnlyOneEvenIfAllAreMeant) {
  FileInSession a("  one\n\tone\n");
  EXPECT_EQ(text_now(a, {.text = "   one\n"}), "several: 1-1, 2-2");
  EXPECT_EQ(text_now(a, {.text = "   one\n", .all = true}), "several: 1-1, 2-2");
  FileInSession typographic("  it's\nit\u2019s\n");
  EXPECT_EQ(text_now(typographic, {.text = "   it's\n"}), "several: 1-1, 2-2") << "the other differs by typography only";
}

TEST(LocateText, RowsWithoutAWordAreAmbiguousBecauseOfBlanksBehindThem) {
  FileInSession a("{\n}\n{\n} \n");
  EXPECT_EQ(text_now(a, {.text = "}\n"}), "several: 4-4, 2-2");
  EXPECT_EQ(text_now(a, {.text = "}\n", .mode = MatchMode::exact}), "2-2");
}

TEST(LocateText, AQuotationThatBeginsInsideTheIndentationSaysNotHowToIndentMoreRows) {
  FileInSession a("    one\n");
  EXPECT_EQ(text_now(a, {.text = "one"}, "1\n2"),
            "unclear: the quotation begins inside the indentation of line 1, so that it is not clear how far the other rows of "
            "the new text are to be indented; quote whole lines with all of their indentation");
  EXPECT_EQ(text_now(a, {.text = "one"}, "1"), "1-1");
  EXPECT_EQ(text_now(a, {.text = "one"}, "1\n    2"), "1-1") << "as the file is indented";
  FileInSession code("  open(x => {\n    go();\n  });\n");
  const auto quoting = [&](std::string body) { return text_now(code, {.text = "open(x => {"}, std::move(body)); };
  EXPECT_TRUE(quoting("open(y => {\n  stop();").starts_with("unclear: ")) << "two blanks from the line, or from the margin";
  EXPECT_EQ(quoting("open(y => {\n    stop();"), "1-1");
  EXPECT_EQ(quoting("open(y => {\n  });\n  open(x => {"), "1-1") << "it closes what was opened";
}

TEST(LocateText, OnlyRowsThatTheCallerKnowsAreLookedThrough) {
  FileInSession a("one\ntwo\none\n");
  a.show(span_of(1, 1));
  const FileInTask task(a, quoting_text({.text = "one\n"}));
  const std::unique_ptr<Locator> locator = text_locator(*task).value();
  EXPECT_EQ(told(locator->locate(0, Belief::read).front()), "1-1");
  EXPECT_EQ(told(locator->locate(0, Belief::version).front()), "several: 1-1, 3-3");
  const FileInTask unseen(a, quoting_text({.text = "two\n"}));
  EXPECT_EQ(told(text_locator(*unseen).value()->locate(0, Belief::shown).front()), "nowhere");
  EXPECT_EQ(told(text_locator(*unseen).value()->locate(0, Belief::version).front()), "2-2");
  const FileInTask loose(a, quoting_text({.text = "  two\n"}));
  EXPECT_EQ(told(text_locator(*loose).value()->locate(0, Belief::version).front()), "nowhere")
      << "rows that may not have been shown are not matched loosely";
}

TEST(LocateText, IfAllAreMeantOneOfThemHasToBeKnown) {
  FileInSession a("one\ntwo\none\n");
  a.show(span_of(3, 3));
  const FileInTask task(a, quoting_text({.text = "one\n", .all = true}));
  EXPECT_EQ(told(text_locator(*task).value()->locate(0, Belief::read).front()), "1-1, 3-3");
  const FileInTask unseen(a, quoting_text({.text = "two\n", .all = true}));
  EXPECT_EQ(told(text_locator(*unseen).value()->locate(0, Belief::read).front()), "nowhere");
}

TEST(LocateText, WhatAsksForNothingIsNoPart) {
  FileInSession a("one\n");
  const FileInTask nothing(a, quoting_text({.text = "absent\r\n"}, "absent\n"));
  EXPECT_EQ(text_locator(*nothing).value(), nullptr);
  const FileInTask task(a, test::asking({{Match{.text = "same"}, "same"}, {Match{.text = "one"}, "1"}}));
  const std::vector<Location> found = text_locator(*task).value()->locate_now();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->op, 1);
}

TEST(LocateText, NewTextWithThePrefixesOfShownRowsIsRefusedAtOnce) {
  FileInSession a("one\ntwo\n");
  a.show();
  const FileInTask task(a, quoting_text({.text = "two\n"}, "2:two\nnew\n"));
  EXPECT_EQ(code_of(text_locator(*task)), "pasted_prefix");
}

TEST(LocateText, AWordThatOccursOnceTellsItselfApart) {
  FileInSession a("one\ntwo\n");
  const FileInTask task(a, quoting_text({.text = "one"}));
  const std::unique_ptr<Locator> locator = text_locator(*task).value();
  const Location found = locator->locate_now().front();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->once(Text("zero\none\n")));
  EXPECT_FALSE(found->once(Text("one one\n")));
  EXPECT_FALSE(found->once(Text("two\n")));
}

}  // namespace
}  // namespace kedge
