#include "plan/passage_edits.hpp"

#include <gtest/gtest.h>

#include "text/text.hpp"

namespace kedge {
namespace {

struct Row {
  char mark;
  std::string text;
};

struct Said {
  std::optional<bool> before = std::nullopt, after = std::nullopt;
  bool compared = false;
};

// The text with one passage applied at its only place.
std::string made(const std::string& bytes, const std::vector<Row>& rows, Said said = {}) {
  Passage passage;
  passage.compared = said.compared;
  passage.terminated_before = said.before;
  passage.terminated_after = said.after;
  for (const Row& row : rows) {
    passage.rows.push_back({row.mark == '-' ? RowFate::removed : row.mark == '+' ? RowFate::added : RowFate::kept, row.text});
  }
  const QuotedPassage quoted = quoted_passage(passage, 0);
  const Text text(bytes);
  const Placement placed =
      place_passages(text, std::span(&quoted, 1), {.lowest_unasked = MatchMode::typographic_punctuation}).front();
  if (!placed) return "has no place";
  const auto edits = line_edits_of(text, quoted, *placed);
  if (!edits) return edits.error();
  const Located located{.quoted = {placed->lines}, .edits = *edits, .passage = &quoted, .mode = placed->mode};
  const Result<ChangeSet> changes = changes_of(text, std::span(&located, 1));
  return changes ? std::string(changes->apply(text).bytes()) : changes.error().what;
}

TEST(PassageEdits, LinesThatAreKeptKeepTheirBytes) {
  EXPECT_EQ(made("a \r\nb\nc\t\n", {{' ', "a"}, {'-', "b"}, {'+', "x"}, {' ', "c"}}), "a \r\nx\nc\t\n");
}

// The curly row is kept, and the replacement has it twice: the caller knows which of them it was, a comparison does not.
TEST(PassageEdits, WhichOfTwoEqualRowsIsKeptIsSaidOrUnclear) {
  const std::string bytes = "{\n\u201cx\u201c: 1\n}\n";
  const std::vector<Row> rows{{' ', "{"}, {' ', "\"x\": 1"}, {'+', "}"}, {'+', "{"}, {'+', "\"x\": 1"}, {' ', "}"}};
  EXPECT_EQ(made(bytes, rows), "{\n\u201cx\u201c: 1\n}\n{\n\"x\": 1\n}\n");
  EXPECT_NE(made(bytes, rows, {.compared = true}).find("unclear which of the two it is"), std::string::npos);
  const std::vector<Row> once{{' ', "{"}, {' ', "\"x\": 1"}, {'+', "\"y\": 1"}, {' ', "}"}};
  EXPECT_EQ(made(bytes, once, {.compared = true}), made(bytes, once));
  const std::string indented = "  {\n    x\n  }\n";
  const std::vector<Row> all_alike{{' ', "{"}, {' ', "  x"}, {'+', "}"}, {'+', "{"}, {'+', "  x"}, {' ', "}"}};
  EXPECT_EQ(made(indented, all_alike, {.compared = true}), "  {\n    x\n  }\n  {\n    x\n  }\n") << "either way the same";
}

TEST(PassageEdits, NewRowsEndAsTheLinesAroundThem) {
  EXPECT_EQ(made("a\r\nb\r\n", {{' ', "a"}, {'+', "x"}, {' ', "b"}}), "a\r\nx\r\nb\r\n");
  EXPECT_EQ(made("a\nb\n", {{' ', "a\r"}, {'+', "x\r"}, {' ', "b\r"}}), "a\nx\nb\n") << "a patch that travelled with CRLF";
  EXPECT_EQ(made("a\nb", {{' ', "b"}, {'+', "x"}}), "a\nb\nx");
}

TEST(PassageEdits, WhatFitsToTheByteIsWrittenToTheByte) {
  EXPECT_EQ(made("a\r\nb\n", {{' ', "a\r"}, {'-', "b"}, {'+', "b\r"}}), "a\r\nb\r\n");
  EXPECT_EQ(made("a\r\nb\n", {{'-', "a\r"}, {'+', "a"}, {' ', "b"}}), "a\nb\n");
  EXPECT_EQ(made("a\n", {{'-', "a"},
                         {'+',
                          "\xEF\xBB\xBF"
                          "a"}}),
            "\xEF\xBB\xBF"
            "a\n");
  EXPECT_EQ(made("\xEF\xBB\xBF"
                 "a\n",
                 {{'-',
                   "\xEF\xBB\xBF"
                   "a"},
                  {'+', "a"}}),
            "a\n");
  EXPECT_EQ(made("\xEF\xBB\xBF"
                 "a\nb\n",
                 {{' ',
                   "\xEF\xBB\xBF"
                   "a"},
                  {'-', "b"}}),
            "\xEF\xBB\xBF"
            "a\n");
}

TEST(PassageEdits, AMarkThatIsQuotedBelongsToItsRow) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(made(mark + "a\n", {{'+', mark + "x"}, {' ', mark + "a"}}), mark + "x\n" + mark + "a\n");
}

TEST(PassageEdits, TheMarkAtTheBeginningIsNoPartOfTheFirstRow) {
  EXPECT_EQ(made("\xEF\xBB\xBF"
                 "a\n",
                 {{'-', "a"}, {'+', "b"}}),
            "\xEF\xBB\xBF"
            "b\n");
}

TEST(PassageEdits, WhatIsSaidAboutTheLastLineBreakIsDone) {
  EXPECT_EQ(made("a\nb", {{' ', "a"}, {'-', "b"}, {'+', "b"}}, {false, true}), "a\nb\n");
  EXPECT_EQ(made("a\nb\n", {{' ', "a"}, {'-', "b"}, {'+', "b"}}, {true, false}), "a\nb");
  EXPECT_EQ(made("a\nb", {{' ', "a"}, {'-', "b"}, {'+', "c"}}, {false, false}), "a\nc");
  EXPECT_EQ(made("a\r\nb", {{' ', "a"}, {'-', "b"}, {'+', "b"}}, {false, true}), "a\r\nb\r\n");
  EXPECT_EQ(made("a\r\nb\r\n", {{' ', "a"}, {'-', "b"}, {'+', "b"}}, {true, false}), "a\r\nb");
  EXPECT_EQ(made("a\nb\n", {{' ', "a"}, {'-', "b"}}, {true, false}), "a");
}

TEST(PassageEdits, NewRowsAreIndentedAsTheFileIs) {
  EXPECT_EQ(made("    a\n    b\n", {{' ', "a"}, {'+', "  x"}, {' ', "b"}}), "    a\n      x\n    b\n");
  EXPECT_EQ(made("a\n", {{' ', "  a"}, {'+', "    x"}}), "a\n  x\n");
}

TEST(PassageEdits, WhereItIsUnclearHowFarNothingIsDone) {
  EXPECT_EQ(made("    a\n  b\n", {{' ', "a"}, {'+', "x"}, {' ', "b"}}),
            "line 2 is indented by 2 spaces where the quotation has none, but line 1 is indented by 4 spaces where the "
            "quotation has none");
  EXPECT_EQ(made(" a\n b\n", {{' ', "a"}, {'+', " x"}, {' ', "b"}}),
            "every quoted row is indented by one blank less than the file's line");
  EXPECT_EQ(made("a \na\n", {{' ', "a"}, {'-', "a"}}),
            "one of the rows that stay is there twice, in the quotation or in the new text, and it is unclear which of the two "
            "it is");
}

TEST(PassageEdits, WhatIsSaidAboutBytesOrTheEndCannotBeMovedAsLines) {
  const auto speaks = [](const std::string& row, bool ends_file, std::optional<bool> terminated) {
    Passage passage{.rows = {{RowFate::added, row}}};
    passage.ends_file = ends_file;
    passage.terminated_before = terminated;
    return is_about_bytes(passage);
  };
  EXPECT_FALSE(speaks("a", false, std::nullopt));
  EXPECT_TRUE(speaks("a\r", false, std::nullopt));
  EXPECT_TRUE(speaks("\xEF\xBB\xBF", false, std::nullopt));
  EXPECT_TRUE(speaks("a", true, std::nullopt));
  EXPECT_TRUE(speaks("a", false, true));
}

}  // namespace
}  // namespace kedge
