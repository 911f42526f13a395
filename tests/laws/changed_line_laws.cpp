// Where lines stand after a change set, and which line is the first to change, against twins that follow every byte.
#include <gtest/gtest.h>

#include <optional>

#include "edit/change_set.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

constexpr std::size_t stood_nowhere = static_cast<std::size_t>(-1);

// Where each byte of the result stood before.
std::vector<std::size_t> origins(const Text& base, const ChangeSet& changes) {
  std::vector<std::size_t> from;
  std::size_t at = 0;
  for (const Edit& edit : changes.edits()) {
    for (; at < edit.span.begin.value; ++at) from.push_back(at);
    from.insert(from.end(), edit.text.size(), stood_nowhere);
    at = edit.span.end.value;
  }
  for (; at < base.size(); ++at) from.push_back(at);
  return from;
}

bool touches_line(const Edit& edit, ByteSpan line) { return edit.span.begin < line.end && line.begin < edit.span.end; }

// A line is where its bytes are, if they still are one line by themselves.
std::optional<LineNo> naive_map_line(const Text& base, const Text& after, const ChangeSet& changes, LineNo line) {
  const ByteSpan old = base.span(one_line(line));
  for (const Edit& edit : changes.edits()) {
    if (touches_line(edit, old)) return std::nullopt;
  }
  const std::vector<std::size_t> from = origins(base, changes);
  for (LineNo now{1}; after.has(now); now = now + 1) {
    const ByteSpan span = after.span(one_line(now));
    bool same = span.size() == old.size();
    for (std::size_t i = 0; same && i < span.size(); ++i) same = from[span.begin.value + i] == old.begin.value + i;
    if (same) return now;
  }
  return std::nullopt;
}

void expect_map_line_follows_the_bytes(const Text& base, const ChangeSet& changes) {
  const Text after = changes.apply(base);
  for (LineNo line{1}; base.has(line); line = line + 1) {
    const std::optional<LineNo> expected = naive_map_line(base, after, changes, line);
    ASSERT_EQ(changes.map_line(base, after, line), expected)
        << "line " << line.value << " of " << shown(base) << ' ' << shown(changes) << " -> " << shown(after);
  }
}

// A last line that only gained or lost its terminator because of what follows it.
bool kept_but_for_what_follows(const std::vector<Row>& a, const std::vector<Row>& b, std::size_t i) {
  const auto open_end_continued = [i](const std::vector<Row>& open, const std::vector<Row>& longer) {
    return open[i].terminator.empty() && i + 1 == open.size() && i + 1 < longer.size();
  };
  return a[i].content == b[i].content && (open_end_continued(a, b) || open_end_continued(b, a));
}

// Nothing: every line is as it was.
std::optional<LineNo> naive_first_changed_line(const RowFile& before, const RowFile& after) {
  const std::vector<Row>& a = before.rows;
  const std::vector<Row>& b = after.rows;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const bool both = i < a.size() && i < b.size();
    if (!both || (a[i] != b[i] && !kept_but_for_what_follows(a, b, i))) return LineNo{static_cast<std::uint32_t>(i + 1)};
  }
  return std::nullopt;
}

void expect_first_changed_line_is_the_first_that_differs(const Text& base, const ChangeSet& changes) {
  const Text after = changes.apply(base);
  const std::optional<LineNo> found = changes.first_changed_line(base, after);
  const std::optional<LineNo> expected = naive_first_changed_line(row_file(base.bytes()), row_file(after.bytes()));
  const std::string what = shown(base) + " " + shown(changes) + " -> " + shown(after);
  if (base == after) {
    ASSERT_EQ(found, std::nullopt) << what;
  } else if (base.bom() == after.bom()) {
    ASSERT_EQ(found, expected) << what;
  } else {
    // The BOM is no part of line 1, and what a change of the BOM alone is called is left open.
    ASSERT_TRUE(found.has_value()) << what;
    ASSERT_LE(*found, expected.value_or(*found)) << what;
  }
}

template <class Law>
void for_every_small_change_of_lines(const Law& law) {
  for (const std::string_view bytes : {"a\nb\n", "a\r\nb", "\n\n\n\n", "\r\r\n\r", "a\n\nb", "", "a", "\xEF\xBB\xBF\n"}) {
    const Text base{std::string(bytes)};
    for (const std::string_view text : {"x\n", "\r", "\n", "a", "\xEF\xBB\xBF"}) {
      for (const std::vector<Edit>& edits : every_edit_list(base.size(), text, "a\n")) {
        law(base, ChangeSet::make(base, edits).value());
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(MapLineLaws, LinesAreWhereTheirBytesAre) { for_random_changes(expect_map_line_follows_the_bytes); }

TEST(MapLineLaws, LinesAreWhereTheirBytesAreAfterEverySmallChangeSet) {
  for_every_small_change_of_lines(expect_map_line_follows_the_bytes);
}

TEST(FirstChangedLineLaws, NoLineAboveItDiffersAndItDoes) {
  for_random_changes(expect_first_changed_line_is_the_first_that_differs);
}

TEST(FirstChangedLineLaws, IsTheFirstThatDiffersAfterEverySmallChangeSet) {
  for_every_small_change_of_lines(expect_first_changed_line_is_the_first_that_differs);
}

TEST(FirstChangedLineLaws, ALineThatGotAnotherTerminatorHasChangedEvenIfLinesFollowItNow) {
  const Text base("a\n");
  const ChangeSet changes = ChangeSet::make(base, {{{{1}, {2}}, "\r\nb\n", 0, Lean::neither}}).value();
  EXPECT_EQ(changes.first_changed_line(base, changes.apply(base)), LineNo{1});
}

}  // namespace
}  // namespace kedge::laws
