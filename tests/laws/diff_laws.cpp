// A diff gives back the new text, names only what differs, and is as short as a textbook table says it can be.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/slide.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 2> filled_and_empty{"a", ""};

std::vector<std::string> keys_of(const Text& text, LineKey key) {
  std::vector<std::string> keys;
  for (const Row& row : row_file(text.bytes()).rows) keys.push_back(key == LineKey::bytes ? bytes_of(row) : row.content);
  return keys;
}

std::size_t changed_lines(const std::vector<Hunk>& hunks) {
  std::size_t changed = 0;
  for (const Hunk& hunk : hunks) changed += hunk.before.size() + hunk.after.size();
  return changed;
}

// Sorted, apart from each other, and everything between them is kept: the same keys in the same order.
void expect_hunks_lead_from_one_to_the_other(const Text& before, const Text& after, const std::vector<Hunk>& hunks,
                                             LineKey key) {
  const std::vector<std::string> old_keys = keys_of(before, key);
  const std::vector<std::string> new_keys = keys_of(after, key);
  std::size_t i = 0;
  std::size_t j = 0;
  const auto expect_kept_until = [&](std::size_t old_end, std::size_t new_end) {
    ASSERT_LE(i, old_end) << shown(before) << " -> " << shown(after);
    ASSERT_EQ(old_end - i, new_end - j) << shown(before) << " -> " << shown(after);
    for (; i < old_end; ++i, ++j) ASSERT_EQ(old_keys[i], new_keys[j]) << shown(before) << " -> " << shown(after);
  };
  for (const Hunk& hunk : hunks) {
    ASSERT_FALSE(hunk.before.empty() && hunk.after.empty());
    ASSERT_TRUE(&hunk == hunks.data() || hunk.before.first.value - 1 > i)
        << "no kept line between two hunks: " << shown(before) << " -> " << shown(after);
    expect_kept_until(hunk.before.first.value - 1, hunk.after.first.value - 1);
    ASSERT_LE(hunk.before.end.value - 1, old_keys.size());
    ASSERT_LE(hunk.after.end.value - 1, new_keys.size());
    i = hunk.before.end.value - 1;
    j = hunk.after.end.value - 1;
  }
  expect_kept_until(old_keys.size(), new_keys.size());
}

void expect_shortest_hunks(const Text& before, const Text& after, LineKey key) {
  const std::vector<Hunk> hunks = diff_lines(before, after, key);
  expect_hunks_lead_from_one_to_the_other(before, after, hunks, key);
  const std::vector<std::string> old_keys = keys_of(before, key);
  const std::vector<std::string> new_keys = keys_of(after, key);
  ASSERT_EQ(changed_lines(hunks), old_keys.size() + new_keys.size() - 2 * longest_common(old_keys, new_keys))
      << shown(before) << " -> " << shown(after);
}

void expect_diff_leads_to_the_new_text(const Text& before, const Text& after) {
  const ChangeSet changes = diff(before, after);
  ASSERT_EQ(changes.apply(before).bytes(), after.bytes()) << shown(before) << ' ' << shown(changes);
  ASSERT_EQ(changes.empty(), before == after) << shown(before) << ' ' << shown(changes);
  ASSERT_EQ(changes.invert(before).apply(after).bytes(), before.bytes()) << shown(before) << ' ' << shown(changes);
}

template <class Law>
void for_every_pair(const std::vector<Text>& texts, const Law& law) {
  for (const Text& before : texts) {
    for (const Text& after : texts) {
      law(before, after);
      if (testing::Test::HasFailure()) return;
    }
  }
}

template <class Law>
void for_random_pairs(std::size_t cases, const Law& law) {
  for_random_cases(cases, [&](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random, random.one_in(200) ? 120 : 10));
    law(before, Text(random.one_in(4) ? soup.text(random) : soup.variant(random, before)));
  });
}

TEST(DiffLaws, AppliedToTheOldTextItGivesTheNewOne) { for_random_pairs(law_cases(), expect_diff_leads_to_the_new_text); }

TEST(DiffLaws, AppliedToTheOldTextItGivesTheNewOneForAnyBytes) {
  for_random_cases(law_cases(), [](Random& random) {
    expect_diff_leads_to_the_new_text(Text(byte_soup(random, 12)), Text(byte_soup(random, 12)));
  });
}

TEST(DiffLaws, AppliedToTheOldTextItGivesTheNewOneForEveryPairOfSmallTexts) {
  for_every_pair(every_text(three_kinds, 4), expect_diff_leads_to_the_new_text);
  for_every_pair(every_text(filled_and_empty, 5), expect_diff_leads_to_the_new_text);
}

TEST(DiffLaws, AppliedToTheOldTextItGivesTheNewOneForEveryPairOfSmallByteStrings) {
  constexpr std::array<std::string_view, 4> pieces{"\n", "\r", "\xEF\xBB\xBF", "a"};
  std::vector<Text> texts;
  for (const std::string& bytes : every_string(pieces, 4)) texts.emplace_back(bytes);
  for_every_pair(texts, expect_diff_leads_to_the_new_text);
}

TEST(DiffLaws, NoShorterDiffExistsForEveryPairOfSmallTexts) {
  const auto law = [](const Text& before, const Text& after) { expect_shortest_hunks(before, after, LineKey::bytes); };
  for_every_pair(every_text(three_kinds, 4), law);
  for_every_pair(every_text(filled_and_empty, 5), law);
}

TEST(DiffLaws, NoShorterDiffExists) {
  for_random_pairs(law_cases() / 2, [](const Text& before, const Text& after) {
    expect_shortest_hunks(before, after, LineKey::bytes);
    expect_shortest_hunks(before, after, LineKey::content);
  });
}

TEST(DiffLaws, NoShorterDiffExistsForLongTextsThatChangedInPlaces) {
  for_random_cases(std::max<std::size_t>(1, law_cases() / 2'000), [](Random& random) {
    // Long equal stretches, of lines that repeat, with a few dozen changes strewn in.
    std::string old_bytes;
    std::string new_bytes;
    const std::uint32_t rarity = 4 + random.below(40);
    for (std::uint32_t left = 100 + random.below(200); left > 0; --left) {
      const auto line = [&] { return std::to_string(random.below(random.one_in(2) ? 4 : 100)) + "\n"; };
      const std::string kept = line();
      if (!random.one_in(rarity)) new_bytes += kept;
      if (!random.one_in(rarity)) old_bytes += kept;
      if (random.one_in(rarity)) new_bytes += line();
    }
    expect_shortest_hunks(Text(old_bytes), Text(new_bytes), LineKey::bytes);
  });
}

TEST(DiffLaws, HunksOfLongAndUnrelatedTextsStillLeadFromOneToTheOther) {
  for_random_cases(std::max<std::size_t>(1, law_cases() / 5'000), [](Random& random) {
    // Past the cost cap of the shortest path, with and without lines that are unique on both sides.
    const bool unique_lines = random.one_in(2);
    const auto text_of = [&] {
      std::string bytes;
      for (std::uint32_t left = 1500 + random.below(1000); left > 0; --left) {
        bytes += std::to_string(unique_lines && random.one_in(20) ? 1000 + random.below(500) : random.below(40)) + "\n";
      }
      return Text(bytes);
    };
    const Text before = text_of();
    const Text after = text_of();
    expect_hunks_lead_from_one_to_the_other(before, after, diff_lines(before, after, LineKey::bytes), LineKey::bytes);
    expect_diff_leads_to_the_new_text(before, after);
  });
}

TEST(DiffLaws, TextsThatDifferInLineEndingsOnlyHaveTheSameContents) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random));
    std::string bytes;
    for (const Row& row : row_file(before.bytes()).rows) {
      const bool keeps_its_ending = row.terminator.empty() || row.content.ends_with('\r');
      bytes += row.content + (keeps_its_ending ? row.terminator : random.one_in(2) ? "\n" : "\r\n");
    }
    const Text after(std::string(before.bom()) + bytes);
    ASSERT_TRUE(diff_lines(before, after, LineKey::content).empty()) << shown(before) << " -> " << shown(after);
  });
}

TEST(DiffLaws, SequencesAreDiffedAsLinesAre) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const auto sequence = [&] {
      std::vector<std::string> keys;
      for (std::uint32_t left = random.below(9); left > 0; --left)
        keys.push_back(std::string(1, static_cast<char>('a' + random.below(3))));
      return keys;
    };
    const std::vector<std::string> before = sequence();
    const std::vector<std::string> after = sequence();
    std::vector<std::string> rebuilt;
    std::uint32_t at = 0;
    std::size_t changed = 0;
    bool first = true;
    for (const IndexHunk& hunk : diff_sequences(std::vector<std::string_view>(before.begin(), before.end()),
                                                std::vector<std::string_view>(after.begin(), after.end()))) {
      ASSERT_TRUE(first || at < hunk.old_begin) << "no kept element between two hunks";
      first = false;
      rebuilt.insert(rebuilt.end(), before.begin() + at, before.begin() + hunk.old_begin);
      ASSERT_EQ(rebuilt.size(), hunk.new_begin);
      rebuilt.insert(rebuilt.end(), after.begin() + hunk.new_begin, after.begin() + hunk.new_end);
      at = hunk.old_end;
      changed += hunk.old_end - hunk.old_begin + hunk.new_end - hunk.new_begin;
    }
    rebuilt.insert(rebuilt.end(), before.begin() + at, before.end());
    ASSERT_EQ(rebuilt, after);
    ASSERT_EQ(changed, before.size() + after.size() - 2 * longest_common(before, after));
  });
}

}  // namespace
}  // namespace kedge::laws
