#include "ui/shown_rows.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

// The row with its marked words in brackets.
std::string marked(std::string_view row, const std::vector<ByteSpan>& marks) {
  std::string out;
  std::size_t at = 0;
  for (const ByteSpan& mark : marks) {
    append(out, concat(row.substr(at, mark.begin.value - at), '[', row.substr(mark.begin.value, mark.size()), ']'));
    at = mark.end.value;
  }
  return concat(out, row.substr(at));
}

TEST(WordMarks, OnlyTheWordsThatDifferAreMarked) {
  const std::string before = "  return net + vat;";
  const std::string after = "  return net * 1.19;";
  const WordMarks marks = word_marks(before, after);
  EXPECT_EQ(marked(before, marks.before), "  return net [+] [vat];");
  EXPECT_EQ(marked(after, marks.after), "  return net [*] [1.19];");
}

TEST(WordMarks, RowsWithLittleInCommonHaveNone) {
  EXPECT_TRUE(word_marks("abc", "xyz").before.empty());
  EXPECT_TRUE(word_marks("", "xyz").after.empty());
  EXPECT_TRUE(word_marks("", "").after.empty());
  const std::string long_row(1000, ',');
  EXPECT_TRUE(word_marks(long_row, concat(long_row, 'x')).after.empty()) << "too many words to compare";
}

// Whatever the rows are: without the marked words both sides read the same.
TEST(WordMarks, WhatIsNotMarkedIsInBoth) {
  const auto unmarked = [](std::string_view row, const std::vector<ByteSpan>& marks) {
    std::string out;
    std::size_t at = 0;
    for (const ByteSpan& mark : marks) {
      append(out, row.substr(at, mark.begin.value - at));
      at = mark.end.value;
    }
    return concat(out, row.substr(at));
  };
  std::uint32_t random = 1;
  const auto next = [&](std::uint32_t below) { return (random = random * 1664525U + 1013904223U) >> 16U & 0xFFFFU % below; };
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    std::array<std::string, 2> rows;
    for (std::string& row : rows) {
      for (std::uint32_t n = next(12); n > 0; --n) append(row, "ab ,"[next(4)]);
    }
    const WordMarks marks = word_marks(rows[0], rows[1]);
    if (marks.before.empty() && marks.after.empty()) continue;
    EXPECT_EQ(unmarked(rows[0], marks.before), unmarked(rows[1], marks.after)) << rows[0] << '|' << rows[1];
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

std::string text_of(const ShownRow& row) {
  std::string out;
  for (const ShownPiece& piece : row.pieces) append(out, piece.changed ? concat('[', piece.text, ']') : piece.text);
  return out;
}

TEST(ShownRows, ADiffHasNumbersAndParts) {
  const Happening::File file{
      .path = "a.txt",
      .diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n one\n-two b\n+two c\n three\n-x\n@@ -9 +8,2 @@\n nine\n+ten\n",
      .hunks = {{2, 1, 2, 1}, {4, 1, 4, 0}, {10, 0, 9, 1}}};
  std::string all;
  for (const ShownRow& row : rows_of_diff(file, nullptr)) {
    append(all, concat(row.before, ' ', row.after, ' ', row.part, ' ', text_of(row), '\n'));
  }
  EXPECT_EQ(all,
            "0 0 0 @@ -1,4 +1,4 @@\n"
            "1 1 0 one\n"
            "2 0 1 two [b]\n"
            "0 2 1 two [c]\n"
            "3 3 0 three\n"
            "4 0 2 x\n"
            "0 0 0 @@ -9 +8,2 @@\n"
            "9 8 0 nine\n"
            "0 9 3 ten\n");
}

TEST(ShownRows, WhatWouldControlATerminalOrDisguiseTextIsEscaped) {
  const std::vector<ShownRow> rows = rows_of_text("a.txt", Text("a\x1b[31m\xE2\x80\xAEz\n<b>\n"), nullptr, 1, 10);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(text_of(rows[0]).find('\x1b'), std::string::npos);
  EXPECT_EQ(text_of(rows[0]).find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_EQ(text_of(rows[1]), "<b>");
}

TEST(ShownRows, AnOpenedFileHasTheAnchorsOfItsLines) {
  const Happening::File opened{.path = "a.txt", .text = "one\ntwo\nthree\n", .first_line = 2, .last_line = 3};
  const std::vector<ShownRow> rows = rows_of_file(opened, nullptr);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].after, 2U);
  EXPECT_EQ(text_of(rows[0]), "two");
  EXPECT_EQ(rows[0].anchor, "3f");
}

TEST(ShownRows, AVeryLongRowIsCut) {
  const std::vector<ShownRow> rows = rows_of_text("a.txt", Text(std::string(2'000'000, 'x')), nullptr, 1, 10);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(text_of(rows[0]).size(), longest_shown_row);
  EXPECT_EQ(rows[0].bytes_left_out, 2'000'000 - longest_shown_row);
}

// Colours all occurrences of "if".
class FakeSyntax final : public Syntax {
 public:
  SyntaxAnswer ask(std::string_view, const Text& text, const SyntaxQuestion&) override {
    SyntaxAnswer answer;
    answer.tokens.emplace();
    for (std::size_t at = 0; (at = text.bytes().find("if", at)) != std::string_view::npos; at += 2) {
      answer.tokens->push_back(
          {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 2), SyntaxToken::Kind::keyword});
    }
    return answer;
  }
  void start_for_good(std::function<void()>) override {}
};

TEST(ShownRows, WordsHaveTheColoursOfTheParser) {
  FakeSyntax syntax;
  const std::vector<ShownRow> rows = rows_of_text("a.c", Text("x\nif if\n"), &syntax, 1, 10);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].pieces,
            (std::vector<ShownPiece>{{"if", SyntaxToken::Kind::keyword}, {" "}, {"if", SyntaxToken::Kind::keyword}}));
}

}  // namespace
}  // namespace kedge::ui
