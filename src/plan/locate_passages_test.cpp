#include "plan/locate_passages.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::FileInTask;
using test::made_of;
using test::passage_of;
using test::span_of;
using test::told;

constexpr Policy tolerant_of_blanks{.lowest_unasked = MatchMode::typographic_punctuation, .order_tells_apart = true};
constexpr Policy to_the_byte{.lowest_unasked = MatchMode::exact, .order_tells_apart = true};

Request quoting_lines(std::vector<Passage> passages, const Policy& policy = tolerant_of_blanks) {
  std::vector<Operation> operations;
  for (Passage& passage : passages) operations.push_back({std::move(passage), ""});
  return test::asking(std::move(operations), policy);
}

// What the passages make of the file as it is, or why the first of them that has no place has none.
std::string passages_make(FileInSession& a, std::vector<Passage> passages, const Policy& policy = tolerant_of_blanks) {
  const FileInTask task(a, quoting_lines(std::move(passages), policy));
  const std::unique_ptr<Locator> locator = passage_locator(*task).value();
  std::vector<Located> parts;
  for (const Location& location : locator->locate_now()) {
    if (!location) return told(location);
    parts.push_back(*location);
  }
  return made_of(task.text(), parts);
}

TEST(LocatePassages, LinesThatAreKeptHaveTheFilesOwnBytes) {
  FileInSession a("one \r\ntwo\r\nsix\r\n");
  EXPECT_EQ(passages_make(a, {passage_of({" one", "-two", "+TWO"})}), "one \r\nTWO\r\nsix\r\n");
  EXPECT_EQ(passages_make(a, {passage_of({" one", "-two", "+TWO"})}, to_the_byte), "nowhere");
}

TEST(LocatePassages, RowsOfDotsStandForTheLinesBetween) {
  FileInSession a("one\ntwo\nsix\nten\n");
  EXPECT_EQ(passages_make(a, {passage_of({"-one", "~...", "-ten", "+TEN"})}), "two\nsix\nTEN\n");
  EXPECT_EQ(passages_make(a, {passage_of({"-ten", "~...", "-one"})}), "out of order");
  FileInSession with_dots("one\n...\nten\n");
  EXPECT_EQ(passages_make(with_dots, {passage_of({"-one", "~...", "-ten"})}), "...\n");
}

TEST(LocatePassages, EmptyRowsAtTheEdgesThatTheFileDoesNotHaveAreSetAside) {
  FileInSession a("one\ntwo\n");
  EXPECT_EQ(passages_make(a, {passage_of({" ", "-two", "+TWO", " "})}), "one\nTWO\n");
  EXPECT_EQ(passages_make(a, {passage_of({" ", "-two", "+TWO", " "})}, to_the_byte), "nowhere") << "a diff says what it means";
  FileInSession with_empty_row("two\n\ntwo\n");
  EXPECT_EQ(passages_make(with_empty_row, {passage_of({" ", "-two", "+TWO"})}), "two\n\nTWO\n") << "the file has this one";
}

TEST(LocatePassages, AnOperationOfSeveralPiecesHasOneResultForEach) {
  FileInSession a("one\ntwo\nsix\n");
  const FileInTask task(a, quoting_lines({passage_of({"-one", "~...", "-six"}), passage_of({"-absent"})}));
  const std::unique_ptr<Locator> locator = passage_locator(*task).value();
  const std::vector<Location> found = locator->locate_now();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0]->op, 0);
  EXPECT_EQ(found[1]->op, 0);
  EXPECT_EQ(told(found[2]), "nowhere") << "what has no place does not hinder the others";
  const std::vector<Error> refusals = locator->refusals({{2, found[2].error()}});
  ASSERT_EQ(refusals.size(), 1U);
  EXPECT_EQ(refusals.front().op, 2);
  EXPECT_EQ(locator->quotes(), Quotes::lines);
}

TEST(LocatePassages, OnlyRowsThatTheCallerKnowsAreLookedThrough) {
  FileInSession a("one\ntwo\none\n");
  a.show(span_of(1, 1));
  const FileInTask task(a, quoting_lines({passage_of({"-one"})}));
  const std::unique_ptr<Locator> locator = passage_locator(*task).value();
  EXPECT_EQ(told(locator->locate(0, Belief::read).front()), "1-1");
  EXPECT_EQ(told(locator->locate(0, Belief::version).front()), "several: 1-1, 3-3");
  const FileInTask loose(a, quoting_lines({passage_of({"-  two"})}));
  const std::unique_ptr<Locator> loosely = passage_locator(*loose).value();
  EXPECT_EQ(told(loosely->locate(0, Belief::version).front()), "nowhere");
  EXPECT_EQ(told(loosely->locate_now().front()), "2-2");
}

TEST(LocatePassages, ItIsNotedHowItsRowsAreIndented) {
  FileInSession a("if x:\n    one\n    two\n");
  const auto indentation_seen = [&](const Passage& sent) {
    const FileInTask task(a, quoting_lines({sent}));
    return passage_locator(*task).value()->locate_now().front()->indented.quoted;
  };
  EXPECT_EQ(indentation_seen(passage_of({"-    one"})), Indentation::as_in_file);
  EXPECT_EQ(indentation_seen(passage_of({"-one", " two"})), Indentation::otherwise);
  EXPECT_EQ(indentation_seen(passage_of({" if x:", "+    zero"})), Indentation::not_quoted);
}

TEST(LocatePassages, WhereItIsUnclearHowToIndentNothingIsLocated) {
  FileInSession a("    one\n  two\n");
  EXPECT_TRUE(passages_make(a, {passage_of({" one", "+new", " two"})}).starts_with("unclear: line 2 is indented by"));
}

TEST(LocatePassages, RowsWithThePrefixesOfShownRowsAreRefusedAtOnce) {
  FileInSession a("one\ntwo\n");
  a.show();
  const FileInTask task(a, quoting_lines({passage_of({" 1:one", "-2:two", "+2:TWO"})}));
  EXPECT_EQ(code_of(passage_locator(*task)), "pasted_prefix");
}

TEST(LocatePassages, NewRowsHaveToFitTheEncodingOfTheFile) {
  FileInSession a("caf\xE9\n");
  const FileInTask task(a, quoting_lines({passage_of({"+\u00E9"})}));
  EXPECT_EQ(code_of(passage_locator(*task)), "encoding_conflict");
}

TEST(LocatePassages, WithoutPassagesThereIsNothingToLocate) {
  FileInSession a("one\n");
  const FileInTask task(a, test::asking({{Removal{}, ""}}));
  EXPECT_EQ(passage_locator(*task).value(), nullptr);
}

}  // namespace
}  // namespace kedge
