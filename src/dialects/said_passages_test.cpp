#include "dialects/said_passages.hpp"

#include "dialects/dialect.hpp"
#include "dialects/test_passages.hpp"
#include "support/repeatable_random.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

using test::applied;
using test::outcome_of;

std::string said(const FileOutcome& file) {
  const Result<std::vector<SaidPassage>> passages = said_passages(file);
  if (!passages) return concat("refused: ", passages.error().what);
  std::string out;
  for (const SaidPassage& passage : *passages) {
    append(out, concat(out.empty() ? "" : "\n", passage.first.value));
    for (const PassageRow& row : passage.rows) append(out, concat('|', test::sign_of(row.fate), row.text));
  }
  return out;
}

TEST(SaidPassages, AChangeStandsBetweenThreeLines) {
  EXPECT_EQ(said(outcome_of("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n")), "2| 2| 3| 4|-5|+X| 6| 7| 8");
  EXPECT_EQ(said(outcome_of("a", "1\n2\n", "1\n2\n3\n")), "1| 1| 2|+3");
  EXPECT_EQ(said(outcome_of("a", "", "1\n2\n")), "1|+1|+2");
  EXPECT_EQ(said(outcome_of("a", "1\n", "")), "1|-1");
  EXPECT_EQ(said(outcome_of("a", "1\n", "1\n")), "");
}

TEST(SaidPassages, MoreIsQuotedUntilThePlaceIsTold) {
  EXPECT_EQ(said(outcome_of("a", "a\nx\nx\nx\nx\nx\nx\nx\nx\nb\n", "a\nx\nx\nx\ny\nx\nx\nx\nx\nb\n")),
            "1| a| x| x| x|-x|+y| x| x| x| x| b");
  EXPECT_EQ(said(outcome_of("a", "\n\n\n\n\n\n\n\n\na\n", "\n\n\n\nx\n\n\n\n\n\na\n")).substr(0, 2), "1|")
      << "blanks say nothing";
}

TEST(SaidPassages, ChangesThatWouldShareLinesAreOne) {
  EXPECT_EQ(said(outcome_of("a", "1\n2\n3\n4\n5\n6\n7\n", "X\n2\n3\n4\n5\n6\nY\n")), "1|-1|+X| 2| 3| 4| 5| 6|-7|+Y");
  EXPECT_EQ(said(outcome_of("a", "1\n2\n3\n4\n5\n6\n7\n8\n", "X\n2\n3\n4\n5\n6\n7\nY\n")),
            "1|-1|+X| 2| 3| 4\n5| 5| 6| 7|-8|+Y");
}

TEST(SaidPassages, WhatLinesCannotSayIsRefused) {
  EXPECT_TRUE(said(outcome_of("a", "1\n2", "1\n2\n")).starts_with("refused: a: the versions differ in line endings"));
  EXPECT_TRUE(said(outcome_of("a", "1\n2\n", "1\r\n2\r\n")).starts_with("refused: "));
  EXPECT_TRUE(said(outcome_of("a",
                              "\xEF\xBB\xBF"
                              "1\n",
                              "1\n"))
                  .starts_with("refused: "));
  EXPECT_TRUE(said(outcome_of("a", "1\n", "2\r\n")).starts_with("refused: ")) << "a new row takes the line break of the file";
  EXPECT_TRUE(said(outcome_of("a", "\xFF\n1\n", "\xFF\n2\n")).starts_with("refused: a: a line that is no UTF-8"));
  EXPECT_TRUE(said(outcome_of("a", "1\r\r\n2\r\n", "1\r\r\n3\r\n")).starts_with("refused: a: a line that is no UTF-8"));
  EXPECT_EQ(said(outcome_of("a", "1\r\n2\r\n", "1\r\n3\r\n")), "1| 1|-2|+3");
  EXPECT_EQ(said(outcome_of("a", "1\n2", "1\n3")), "1| 1|-2|+3");
}

std::string random_lines(RepeatableRandom& random) {
  std::string text;
  const std::size_t lines = random.below(24);
  for (std::size_t i = 0; i < lines; ++i) append(text, concat(std::string_view("abcd   ").substr(random.below(7), 1), '\n'));
  return text;
}

// The written passages match in one place each and make the new version.
void says_what_it_hears(const Dialect& dialect) {
  RepeatableRandom random(8);
  const int rounds = is_long_form() ? 3000 : 600;
  int said = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string before = random_lines(random);
    std::string after = before;
    for (std::size_t changes = 1 + random.below(3); changes > 0 && !after.empty(); --changes) {
      const std::size_t line = 2 * random.below(after.size() / 2);
      switch (random.below(3)) {
        case 0: after.erase(line, 2); break;
        case 1: after.insert(line, "n\n"); break;
        default: after.replace(line, 2, "r\n"); break;
      }
    }
    if (before == after) continue;
    const FileOutcome file = outcome_of("src/a b.txt", before, after);
    const Result<Json> arguments = dialect.say({&file, 1});
    if (!arguments) continue;
    ++said;
    const Result<Request> request = dialect.hear_edit(*arguments);
    ASSERT_TRUE(request) << arguments->dump() << to_text(request.error());
    ASSERT_EQ(request->files.size(), 1U);
    EXPECT_EQ(request->files.front().path, file.path);
    EXPECT_TRUE(request->warnings.empty());
    std::vector<Passage> passages;
    for (const Operation& operation : request->files.front().operations)
      passages.push_back(std::get<Passage>(operation.target));
    ASSERT_EQ(applied(file.before, passages), after) << arguments->dump();
  }
  EXPECT_GT(said, rounds * 2 / 3);
}

TEST(SaidPassages, WhatApplyPatchSaysItHears) { says_what_it_hears(*find_dialect("apply_patch")); }
TEST(SaidPassages, WhatBlocksSaysItHears) { says_what_it_hears(*find_dialect("blocks")); }

}  // namespace
}  // namespace kedge
