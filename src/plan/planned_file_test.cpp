#include "plan/planned_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;

ChangeSet new_second_line(const LoadedFile& file, std::string row) {
  return replace_lines(file.text, std::vector{LineEdit{one_line(LineNo{2}), {std::move(row)}}}).value();
}

TEST(PlannedFile, ItsTextsAndVersionsAreThoseOfItsChanges) {
  FileInSession a("one\ntwo\n");
  FileOutcome outcome = outcome_of(a.load());
  apply(outcome, ChangeSet(outcome.before.size()));
  EXPECT_EQ(outcome.effect, Effect::nothing_to_do);
  EXPECT_EQ(outcome.after, outcome.before);

  outcome = outcome_of(a.load());
  apply(outcome, new_second_line(a.load(), "TWO"));
  EXPECT_EQ(outcome.effect, Effect::applied);
  EXPECT_EQ(outcome.before.bytes(), "one\ntwo\n");
  EXPECT_EQ(outcome.after.bytes(), "one\nTWO\n");
  EXPECT_EQ(outcome.version_before, sha256("one\ntwo\n"));
  EXPECT_EQ(outcome.version_after, sha256("one\nTWO\n"));
}

TEST(PlannedFile, AMoveNeverTakesTheNameOfAnotherFile) {
  FileInSession a("one\n");
  a.put("b.txt", "another\n");
  const Result<PlannedFile> taken = moved({.outcome = outcome_of(a.load())}, {.destination = "b.txt"}, a.session());
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, Code::file_exists);
  const Result<PlannedFile> free = moved(nothing_to_do(a.load()), {.destination = "c.txt"}, a.session());
  ASSERT_TRUE(free);
  EXPECT_EQ(free->outcome.destination, "c.txt");
  EXPECT_EQ(free->outcome.effect, Effect::applied) << "a move is one although the text stays";
}

TEST(PlannedFile, NoTextOfAnotherEncodingGetsIntoAFile) {
  const LoadedFile latin = FileInSession("caf\xE9\n").load();
  const LoadedFile utf8 = FileInSession("caf\u00E9\n").load();
  EXPECT_EQ(in_file_encoding(latin, "plain", ""), "plain");
  EXPECT_EQ(in_file_encoding(utf8, "\u00E9", ""), "\u00E9");
  EXPECT_EQ(in_file_encoding(latin, "\u00E9", "ISO-8859-1"), "\xE9");
  EXPECT_EQ(code_of(in_file_encoding(latin, "\u00E9", "")), "encoding_conflict");
  EXPECT_EQ(code_of(in_file_encoding(utf8, "\u00E9", "ISO-8859-1")), "encoding_conflict");
  EXPECT_EQ(code_of(in_file_encoding(latin, "\u20AC", "ISO-8859-1")), "schema_invalid") << "it has no such character";
}

TEST(PlannedFile, WhatIsTooMuchOrNoTextIsRefused) {
  const LoadedFile file = FileInSession(std::string("one\nt\0o\n", 8)).load();
  EXPECT_EQ(code_of(check_changes(file, new_second_line(file, "two"))), "binary_file");
  const LoadedFile text = FileInSession("one\ntwo\n").load();
  EXPECT_TRUE(check_changes(text, new_second_line(text, "TWO")));
  const std::vector<LineEdit> above{{between_lines(LineNo{1}), {"zero"}}};
  EXPECT_TRUE(check_changes(file, replace_lines(file.text, above).value())) << "the NUL is in another line";
  EXPECT_TRUE(check_search(text, 1000));
  EXPECT_EQ(code_of(check_search(text, std::size_t{1} << 30U)), "limit_exceeded");
}

TEST(PlannedFile, APastedPrefixIsOneOnlyIfTheRowWasShownWithIt) {
  FileInSession a("one\ntwo\n80:http\n");
  const LoadedFile file = a.load();
  {
    Basis none(a.session(), file);
    EXPECT_FALSE(pasted_prefix_in(file, none, "2:two\n", 0));
  }
  a.show();
  Basis basis(a.session(), file);
  const std::optional<Error> pasted = pasted_prefix_in(file, basis, "2:two\nnew\n", 0);
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->code, Code::pasted_prefix);
  EXPECT_EQ(*pasted->facts.find("cleaned"), Json("two\nnew\n"));
  EXPECT_FALSE(pasted_prefix_in(file, basis, "2:other\n", 0));
  EXPECT_FALSE(pasted_prefix_in(file, basis, "80:http\n", 0)) << "the file's own row";
}

}  // namespace
}  // namespace kedge
