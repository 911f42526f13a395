// Line edits against what the rules say of their result, and the splitting of content into rows.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/replace_lines.hpp"
#include "laws/line_edit_model.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

void expect_result_that_the_rules_allow(const Text& text, const std::vector<LineEdit>& edits) {
  const auto what = [&] { return shown(text) + " " + shown(edits); };
  const RowFile file = row_file(text.bytes());
  const Result<ChangeSet> changes = replace_lines(text, edits);
  ASSERT_EQ(!changes.has_value(), any_overlap(edits)) << what();
  if (!changes) {
    ASSERT_EQ(changes.error().code, Code::overlapping_operations);
    return;
  }
  const Text after = changes->apply(text);
  ASSERT_EQ(after.bytes().substr(0, file.bom.size()), file.bom) << what();
  const std::vector<ExpectedRow> rows = expected_rows(file, edits);
  const std::optional<std::vector<std::string>> terminators = matched_terminators(after.bytes().substr(file.bom.size()), rows);
  ASSERT_TRUE(terminators.has_value()) << what() << " gave " << shown(after);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    std::vector<std::string> own;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows[j].edit == i) own.push_back((*terminators)[j]);
    }
    ASSERT_TRUE(equal_rows_kept_their_bytes(file, edits[i], own)) << what() << " gave " << shown(after);
  }
}

std::vector<LineEdit> every_line_edit(const Text& text, const std::vector<Rows>& bodies) {
  std::vector<LineEdit> edits;
  const std::uint32_t end = text.all_lines().end.value;
  for (std::uint32_t first = 1; first <= end; ++first) {
    for (std::uint32_t behind = first; behind <= end; ++behind) {
      for (const Rows& rows : bodies) {
        edits.push_back({{{first}, {behind}}, rows, 0, Lean::below});
        if (first != behind) continue;
        edits.push_back({{{first}, {behind}}, rows, 0, Lean::above});
        edits.push_back({{{first}, {behind}}, rows, 0, Lean::neither});
      }
    }
  }
  return edits;
}

std::vector<Rows> every_body(std::span<const std::string_view> contents, std::uint32_t most_rows) {
  std::vector<Rows> bodies{{}};
  for (std::size_t shorter = 0; shorter < bodies.size() && bodies[shorter].size() < most_rows; ++shorter) {
    for (const std::string_view content : contents) {
      bodies.push_back(bodies[shorter]);
      bodies.back().emplace_back(content);
    }
  }
  return bodies;
}

// Lines of LF and of CRLF, the last one with or without.
std::vector<Text> every_mixed_text(std::uint32_t most_lines) {
  constexpr std::array<std::string_view, 4> lines{"a\n", "a\r\n", "b\n", "b\r\n"};
  std::vector<Text> texts;
  for (const std::string& bytes : every_string(lines, most_lines)) {
    texts.emplace_back(bytes);
    if (bytes.ends_with("\r\n")) texts.emplace_back(bytes.substr(0, bytes.size() - 2));
  }
  return texts;
}

LineEdit random_line_edit(Random& random, const LineSoup& soup, const Text& text) {
  const std::uint32_t end = text.all_lines().end.value;
  std::uint32_t first = random.one_in(3) ? end : 1 + random.below(end);
  std::uint32_t behind = random.one_in(2) ? first : std::min(end, first + random.below(4));
  if (random.one_in(4) && behind == end && end > 1) first = end - 1;
  Rows rows;
  for (std::uint32_t left = random.below(4); left > 0; --left) {
    rows.push_back(random.one_in(3) ? "new" : soup.content(random));
  }
  return {{{first}, {behind}}, rows, 0, random.pick(std::array{Lean::above, Lean::neither, Lean::below})};
}

TEST(ReplaceLinesLaws, EverySingleEditOfEverySmallTextFollowsTheRules) {
  const std::vector<Rows> bodies = every_body(std::array<std::string_view, 3>{"a", "b", "x"}, 2);
  std::vector<Text> texts = every_mixed_text(3);
  for (const Text& text : every_mixed_text(2)) texts.emplace_back(std::string(utf8_bom).append(text.bytes()));
  for (const Text& text : texts) {
    for (const LineEdit& edit : every_line_edit(text, bodies)) {
      expect_result_that_the_rules_allow(text, {edit});
      if (HasFailure()) return;
    }
  }
}

TEST(ReplaceLinesLaws, EveryPairOfEditsOfEverySmallTextFollowsTheRules) {
  const std::vector<Rows> bodies{{}, {"a"}, {"x"}, {"x", "b"}};
  for (const Text& text : every_mixed_text(2)) {
    const std::vector<LineEdit> edits = every_line_edit(text, bodies);
    for (const LineEdit& first : edits) {
      for (const LineEdit& second : edits) {
        expect_result_that_the_rules_allow(text, {first, second});
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ReplaceLinesLaws, ResultsFollowTheRules) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random, 8));
    std::vector<LineEdit> edits;
    for (std::uint32_t left = random.below(4); left > 0; --left) edits.push_back(random_line_edit(random, soup, text));
    expect_result_that_the_rules_allow(text, edits);
  });
}

TEST(ReplaceLinesLaws, RowsThatAreTheOldLinesChangeNoByte) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random));
    if (text.line_count() == 0) return;
    const std::uint32_t first = 1 + random.below(text.line_count());
    const std::uint32_t end = first + 1 + random.below(text.line_count() - first + 1);
    LineEdit edit{{{first}, {end}}, {}, 0, Lean::below};
    for (LineNo line{first}; line < LineNo{end}; line = line + 1) edit.rows.emplace_back(text.content(line));
    ASSERT_EQ(spliced(std::string(text.bytes()), std::array{replace_lines(text, edit)}), text.bytes())
        << shown(text) << ' ' << shown(edit);
  });
}

TEST(ReplaceLinesLaws, OneEditAloneIsTheSameAsInAList) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random));
    LineEdit edit = random_line_edit(random, soup, text);
    edit.op = 7;
    const Result<ChangeSet> listed = replace_lines(text, std::vector{edit});
    ASSERT_TRUE(listed.has_value());
    ASSERT_EQ(listed->edits().size(), 1U);
    const Edit& alone = listed->edits().front();
    ASSERT_EQ(alone, replace_lines(text, edit)) << shown(text) << ' ' << shown(edit);
    ASSERT_EQ(alone.span, text.span(edit.lines)) << shown(text) << ' ' << shown(edit);
    ASSERT_EQ(alone.op, 7);
    ASSERT_EQ(alone.lean, edit.lean);
  });
}

TEST(ReplaceLinesLaws, RowsBehindAnUnterminatedLastLineTakeTheFirstTerminatorOfTheFile) {
  // The neighbouring line has none, so it is the file's first that counts.
  const Text text("a\r\nb\nc");
  const LineEdit edit{between_lines(LineNo{4}), {"x", "y"}, 0, Lean::above};
  const Text after = replace_lines(text, std::vector{edit}).value().apply(text);
  EXPECT_TRUE(after.bytes() == "a\r\nb\nc\nx\r\ny" || after.bytes() == "a\r\nb\nc\r\nx\r\ny") << shown(after);
}

// Rows as the rules describe them, one byte at a time.
Rows naive_rows(std::string_view content) {
  Rows rows{""};
  for (std::size_t i = 0; i < content.size(); ++i) {
    if (content[i] != '\n') {
      rows.back() += content[i];
      continue;
    }
    if (rows.back().ends_with('\r')) rows.back().pop_back();
    if (i + 1 < content.size()) rows.emplace_back();
  }
  return rows;
}

std::string joined(const Rows& rows, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) out += (i > 0 ? std::string(separator) : "") + rows[i];
  return out;
}

void expect_rows_of_content(const std::string& content) {
  const Rows rows = rows_of(content);
  ASSERT_EQ(rows, naive_rows(content)) << shown(content);
  const bool ended = content.empty() || content.ends_with('\n') || content.ends_with('\r');
  for (const std::string_view newline : {"\n", "\r\n"}) {
    ASSERT_TRUE(ended || rows_of(content + std::string(newline)) == rows) << shown(content);
  }
  const bool reversible = std::ranges::none_of(rows, [](const std::string& row) { return row.ends_with('\r'); });
  if (!reversible) return;
  for (const std::string_view separator : {"\n", "\r\n"}) {
    ASSERT_EQ(rows_of(joined(rows, separator) + std::string(separator)), rows) << shown(content);
    const bool needs_last_separator = rows.back().empty() && rows.size() > 1;
    ASSERT_TRUE(needs_last_separator || rows_of(joined(rows, separator)) == rows) << shown(content);
  }
}

TEST(RowsOfLaws, EverySmallContentIsSplitAsTheRulesSay) {
  constexpr std::array<std::string_view, 3> pieces{"a", "\r", "\n"};
  for (const std::string& content : every_string(pieces, 8)) {
    expect_rows_of_content(content);
    if (HasFailure()) return;
  }
}

TEST(RowsOfLaws, ContentIsSplitAsTheRulesSay) {
  for_random_cases(law_cases(), [](Random& random) { expect_rows_of_content(byte_soup(random, 20)); });
}

TEST(RowsOfLaws, OneTrailingNewlineAddsNoEmptyRow) {
  EXPECT_EQ(rows_of(""), (Rows{""}));
  EXPECT_EQ(rows_of("\n"), (Rows{""}));
  EXPECT_EQ(rows_of("\r\n"), (Rows{""}));
  EXPECT_EQ(rows_of("\n\n"), (Rows{"", ""}));
  EXPECT_EQ(rows_of("a\n"), (Rows{"a"}));
  EXPECT_EQ(rows_of("a\n\n"), (Rows{"a", ""}));
  EXPECT_EQ(rows_of("a\r\nb\rc\r\n"), (Rows{"a", "b\rc"}));
}

}  // namespace
}  // namespace kedge::laws
