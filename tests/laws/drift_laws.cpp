// Lines that are followed over a drift are the same lines: exactly so for a known drift, and for a guessed one never a
// line of other content and never the other of two equal lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/drift.hpp"
#include "edit/headers.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

std::string span_shown(LineSpan lines) { return std::to_string(lines.first.value) + ".." + std::to_string(lines.end.value); }

void expect_known_drift_follows_what_was_not_touched(const Text& text, const ChangeSet& changes) {
  const Text after = changes.apply(text);
  const Drift drift = Drift::known(text, after, changes);
  for (LineNo line{1}; text.has(line); line = line + 1) {
    const auto now = drift.follow(one_line(line));
    const std::optional<LineNo> expected = changes.map_line(text, after, line);
    const auto what = [&] { return shown(text) + " line " + std::to_string(line.value) + ' ' + shown(changes); };
    if (expected) {
      ASSERT_TRUE(now.has_value()) << what();
      ASSERT_EQ(*now, one_line(*expected)) << what();
    } else if (now) {  // touched, but written back as it stood
      ASSERT_EQ(now->size(), 1U) << what();
      ASSERT_TRUE(after.has(now->first)) << what();
      ASSERT_EQ(after.content(now->first), text.content(line)) << what();
    }
  }
}

TEST(KnownDriftLaws, EveryLineThatNoEditTouchedIsFollowedToWhereItStands) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text text(random.one_in(4) ? byte_soup(random, 12) : soup.text(random));
    expect_known_drift_follows_what_was_not_touched(text, random_changes(random, text));
  });
}

TEST(KnownDriftLaws, EveryLineThatNoEditTouchedIsFollowedForEverySmallChangeSet) {
  for (const std::string_view bytes : {"a\nb\n", "a\r\nb", "\n\n\n\n", "a\na\na"}) {
    const Text base{std::string(bytes)};
    for (const std::vector<Edit>& edits : every_edit_list(base.size(), "a\n", "\n")) {
      expect_known_drift_follows_what_was_not_touched(base, ChangeSet::make(base, edits).value());
      if (HasFailure()) return;
    }
  }
}

TEST(GuessedDriftLaws, RangesStayTogetherAndKeepTheirContent) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random));
    if (before.line_count() == 0) return;
    const Text after(random.one_in(5) ? soup.text(random) : soup.variant(random, before));
    const Drift drift = Drift::guessed(before, after);
    const LineNo first{1 + random.below(before.line_count())};
    const LineSpan lines{first, first + 1 + random.below(before.line_count() - first.value + 1)};
    const auto now = drift.follow(lines);
    if (!now) {
      ASSERT_TRUE(before.has(now.error().line)) << shown(before) << " -> " << shown(after);
      return;
    }
    ASSERT_EQ(now->size(), lines.size()) << shown(before) << " -> " << shown(after) << ' ' << span_shown(lines);
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
      ASSERT_TRUE(after.has(now->first + i)) << shown(before) << " -> " << shown(after) << ' ' << span_shown(lines);
      ASSERT_EQ(after.content(now->first + i), before.content(lines.first + i))
          << shown(before) << " -> " << shown(after) << ' ' << span_shown(lines);
    }
  });
}

TEST(GuessedDriftLaws, WithoutDriftEveryRangeStaysWhereItIs) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    const LineSoup soup(random);
    const std::string bytes = soup.text(random);
    const Drift drift = Drift::guessed(Text(bytes), Text(bytes));
    const LineSpan all = drift.shown().all_lines();
    if (all.empty()) return;
    ASSERT_EQ(drift.follow(all).value(), all);
    const LineSpan one = one_line(LineNo{1 + random.below(all.size())});
    ASSERT_EQ(drift.follow(one).value(), one);
  });
}

TEST(GuessedDriftLaws, EveryLineIsFollowedWhenAllLineEndingsAreConverted) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random));
    std::string bytes(before.bom());
    for (const Row& row : row_file(before.bytes()).rows) {
      if (row.content.ends_with('\r')) return;  // an LF behind it would take the CR for its own
      bytes += row.content + (row.terminator == "\n" ? "\r\n" : row.terminator == "\r\n" ? "\n" : "");
    }
    const Drift drift = Drift::guessed(before, Text(bytes));
    for (LineNo line{1}; before.has(line); line = line + 1) {
      const auto now = drift.follow(one_line(line));
      ASSERT_TRUE(now.has_value()) << shown(before) << " -> " << shown(bytes);
      ASSERT_EQ(*now, one_line(line)) << shown(before) << " -> " << shown(bytes);
    }
    const bool all_followed = before.line_count() == 0 || drift.follow(before.all_lines()).value() == before.all_lines();
    ASSERT_TRUE(all_followed) << shown(before);
  });
}

// What really happened to a text.
struct Story {
  Text before, after;
  ChangeSet truth;

  std::optional<LineNo> went(LineNo line) const { return truth.map_line(before, after, line); }
  std::optional<LineNo> came_from(LineNo now) const {
    for (LineNo line{1}; before.has(line); line = line + 1) {
      if (went(line) == now) return line;
    }
    return std::nullopt;
  }
  // Whether the line still stands under the headers it stood under.
  bool keeps_its_headers(std::optional<LineNo> line) const {
    const std::optional<LineNo> now = line ? went(*line) : std::nullopt;
    if (!now) return false;
    return std::ranges::equal(header_chain(before, *line), header_chain(after, *now),
                              [&](LineNo old_header, LineNo new_header) { return went(old_header) == new_header; });
  }
};

// Somebody adds or removes one stretch of lines. Each line is followed to where it really went, or not at all; only a
// change that hands lines to another header is not expected of anybody.
void expect_every_line_goes_where_it_went(const Text& before, const Edit& edit) {
  const ChangeSet truth = ChangeSet::make(before, {edit}).value();
  const Story story{before, truth.apply(before), truth};
  const Drift drift = Drift::guessed(before, story.after);
  for (LineNo line{1}; before.has(line); line = line + 1) {
    const auto now = drift.follow(one_line(line));
    if (!now || story.went(line) == now->first) continue;
    const bool handed_over = !story.keeps_its_headers(line) && !story.keeps_its_headers(story.came_from(now->first));
    ASSERT_TRUE(handed_over) << shown(before) << " line " << line.value << " went to " << now->first.value << " after "
                             << shown(truth);
  }
}

bool follows_any_line(const Text& before, const Text& after) {
  const Drift drift = Drift::guessed(before, after);
  for (LineNo line{1}; before.has(line); line = line + 1) {
    if (drift.follow(one_line(line))) return true;
  }
  return false;
}

TEST(GuessedDriftLaws, InARunOfEqualLinesThatGrewOrShrankNoLineIsFollowed) {
  for (const std::string_view content :
       {"a", "  x", "}", "", "---", "{", "\"\"\"", "else:", "} else {", "# x", "public:", "end"}) {
    std::string bytes;
    for (std::uint32_t lines = 1; lines <= 4; ++lines) {
      bytes.append(content).append("\n");
      const Text fewer(bytes);
      const Text more(bytes + std::string(content) + "\n");
      EXPECT_FALSE(follows_any_line(fewer, more)) << lines << " times " << shown(content) << ", then one more";
      EXPECT_FALSE(follows_any_line(more, fewer)) << lines << " times " << shown(content) << " left, of one more";
    }
  }
}

TEST(GuessedDriftLaws, EveryLineGoesWhereItWentWhenAnyStretchIsAddedOrRemovedInEverySmallText) {
  constexpr std::array<std::string_view, 3> kinds{"a", "}", "b"};
  const std::vector<Text> stretches = every_terminated_text(kinds, 2);
  for (const Text& before : every_terminated_text(kinds, 5)) {
    const std::uint32_t end = before.all_lines().end.value;
    for (std::uint32_t first = 1; first <= end; ++first) {
      for (std::uint32_t behind = first + 1; behind <= end; ++behind) {
        expect_every_line_goes_where_it_went(before, {before.span({{first}, {behind}}), "", 0, Lean::neither});
      }
      for (const Text& stretch : stretches) {
        expect_every_line_goes_where_it_went(
            before, {before.span(between_lines(LineNo{first})), std::string(stretch.bytes()), 0, Lean::neither});
      }
    }
    if (HasFailure()) return;
  }
}

TEST(GuessedDriftLaws, EveryLineGoesWhereItWentWhenAStretchIsAddedOrRemoved) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    std::string bytes = soup.text(random, 14);
    if (!bytes.ends_with('\n')) bytes += "\n";
    const Text before(bytes);
    const std::uint32_t end = before.all_lines().end.value;
    const LineNo first{1 + random.below(end)};
    if (random.one_in(2)) {
      const LineSpan removed{first, LineNo{std::min(end, first.value + random.below(4))}};
      return expect_every_line_goes_where_it_went(before, {before.span(removed), "", 0, Lean::neither});
    }
    std::string added;
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left) added += soup.content(random) + "\n";
    expect_every_line_goes_where_it_went(before, {before.span(between_lines(first)), added, 0, Lean::neither});
  });
}

}  // namespace
}  // namespace kedge::laws
