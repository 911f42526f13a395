// What is written where a quotation was found below the exact rung: kept rows are the file's bytes, and new rows stand to
// the file's lines as they stood to the quoted ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/random_source.hpp"
#include "resolve/reindent.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 5> indentations{"", "  ", "    ", "\t", "\t\t"};
constexpr std::array<std::string_view, 4> shifts{"", "  ", "\t", "\t  "};
constexpr std::array<std::string_view, 3> trailing{"", " ", "\t"};

Rows random_rows(Random& random, std::uint32_t most) {
  Rows rows;
  for (std::uint32_t left = 1 + random.below(most); left > 0; --left) {
    rows.push_back(random.one_in(5) ? "" : concat(random.pick(indentations), "row ", random.below(1000)));
  }
  return rows;
}

Rows with_blanks_before(const Rows& rows, std::string_view blanks) {
  Rows shifted;
  for (const std::string& row : rows) shifted.push_back(row.empty() ? row : concat(blanks, row));
  return shifted;
}

Rows contents_of(const Text& text) {
  Rows contents;
  for (LineNo line{1}; text.has(line); line = line + 1) contents.emplace_back(text.content(line));
  return contents;
}

Text text_of(const Rows& rows) { return Text(join(rows, "\n") + "\n"); }

TEST(ReindentLaws, AReplacementByTheQuotationGivesBackTheLines) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const Rows quoted = random_rows(random, 8);
    Rows lines = with_blanks_before(quoted, random.pick(shifts));
    for (std::string& line : lines) line += random.pick(trailing);
    const Text text = text_of(lines);
    const auto rows = replacement_rows(text, text.all_lines(), quoted, quoted);
    ASSERT_TRUE(rows) << rows.error();
    ASSERT_EQ(*rows, contents_of(text));
  });
}

// A block of a file with the slip of its quotation, and what a caller wants to have there. Every row that says something has a
// word of its own, so that which rows are kept is no question.
struct Slipped {
  Rows lines;   // of the file
  Rows quoted;  // the same with more or less indentation
  Rows wanted;
  std::vector<std::optional<std::size_t>> kept;  // for each wanted row, the line that it is
  std::string blanks;                            // the slip
  bool quoted_deeper = false;
};

std::string as_quoted(const Slipped& block, std::string row) {
  if (row.empty()) return row;
  return block.quoted_deeper ? concat(block.blanks, row) : row.substr(block.blanks.size());
}

std::string indent(const std::string& row) { return row.substr(0, row.find_first_not_of(" \t")); }

Slipped random_block(Random& random) {
  constexpr std::array<std::string_view, 4> depths{"", "    ", "        ", "            "};
  constexpr std::array<std::string_view, 3> slips{"    ", "  ", "        "};
  Slipped block{.lines = {}, .quoted = {}, .wanted = {}, .kept = {}, .blanks = std::string(random.pick(slips))};
  block.quoted_deeper = random.one_in(3);
  std::uint32_t words = 0;
  const std::string_view margin = block.quoted_deeper ? std::string_view() : std::string_view(block.blanks);
  const auto row = [&] { return concat(margin, random.pick(depths), "word", ++words); };
  for (std::uint32_t left = 1 + random.below(5); left > 0; --left) block.lines.push_back(random.one_in(6) ? "" : row());
  block.lines[random.below(block.lines.size())] = row();
  for (const std::string& line : block.lines) block.quoted.push_back(as_quoted(block, line));
  const auto want = [&](std::string wanted, std::optional<std::size_t> line) {
    block.wanted.push_back(std::move(wanted));
    block.kept.push_back(line);
  };
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    if (random.one_in(4)) want(random.one_in(5) ? "" : row(), std::nullopt);
    if (block.lines[i].empty()) continue;
    if (random.one_in(3)) {
      if (random.one_in(2)) want(row(), std::nullopt);
    } else {
      want(block.lines[i], i);
    }
  }
  if (random.one_in(3)) want(row(), std::nullopt);
  return block;
}

// What CONTRACT 3.5 says about rows that were sent for a block: whether they share the slip of its quotation. None: refused.
std::optional<bool> naive_slip(const Slipped& block, const Rows& sent) {
  bool kept_slip = false;
  bool kept_file = false;
  bool leading_slip = false;
  bool leading_file = false;
  const auto compare = [&](const std::string& row, const std::vector<std::size_t>& with, bool& slip, bool& file) {
    bool like_quoted = false;
    bool like_file = false;
    for (const std::size_t i : with) {
      like_quoted |= indent(row) == indent(block.quoted[i]);
      like_file |= indent(row) == indent(block.lines[i]);
    }
    slip |= like_quoted;
    file |= like_file && !like_quoted;
  };
  const auto nearest = [&](std::size_t from, std::size_t to, bool upwards) {
    std::vector<std::size_t> found;
    for (std::size_t i = from; i < to; ++i) {
      const std::size_t at = upwards ? to - 1 - (i - from) : i;
      if (found.empty() && !block.lines[at].empty()) found.push_back(at);
    }
    return found;
  };
  const auto is_quoted = [&](std::size_t i) { return block.kept[i] && sent[i] == block.quoted[*block.kept[i]]; };
  std::size_t above = 0;  // lines above the change that begins here
  bool begins = true;
  bool begins_slipped = false;
  bool put_inside = false;  // of a new row that slipped
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i].empty()) continue;
    if (is_quoted(i)) {
      kept_slip = true;
      above = *block.kept[i] + 1;
      begins = true;
      continue;
    }
    if (begins) {
      std::size_t below = block.lines.size();
      for (std::size_t k = i; k < sent.size(); ++k) {
        if (is_quoted(k)) {
          below = *block.kept[k];
          break;
        }
      }
      std::vector<std::size_t> beside = nearest(above, below, false);
      const bool replaces = !beside.empty();
      if (!replaces) {
        beside = nearest(0, above, true);
        const std::vector<std::size_t> next = nearest(below, block.lines.size(), false);
        beside.insert(beside.end(), next.begin(), next.end());
      }
      bool slips = false;
      bool fits = false;
      compare(sent[i], beside, slips, fits);
      leading_file |= fits && replaces;
      leading_slip |= slips;
      begins_slipped = slips && !block.kept[i] && !block.quoted_deeper;
    }
    begins = false;
    if (block.kept[i]) compare(sent[i], {*block.kept[i]}, kept_slip, begins_slipped ? put_inside : kept_file);
  }
  if (!kept_slip) kept_file |= put_inside;
  const bool decided_by_kept = kept_slip || kept_file;
  if ((kept_slip || leading_slip) && (kept_file || leading_file)) return std::nullopt;
  if (decided_by_kept) return kept_slip;
  if (leading_slip || leading_file) return leading_slip;
  return std::nullopt;
}

// Whatever mixture of the two a caller sends: rows that are right as they are stay, rows that slipped like the quotation are
// moved back, and evidence for both is refused.
TEST(ReindentLaws, NewRowsAreWrittenAsOnceDecidedByTheRowsThatCameWithThem) {
  std::size_t as_they_are = 0;
  std::size_t moved = 0;
  std::size_t refused = 0;
  for_random_cases(law_cases() / 5, [&](Random& random) {
    const Slipped block = random_block(random);
    const std::uint32_t sent_like = random.below(5);  // 0, 1: as wanted; 2, 3: like the quotation; 4: mixed
    Rows sent;
    for (const std::string& row : block.wanted) {
      const bool slips = sent_like == 4 ? random.one_in(2) : sent_like > 1;
      sent.push_back(slips ? as_quoted(block, row) : row);
    }
    const Text text = text_of(block.lines);
    const auto rows = replacement_rows(text, text.all_lines(), block.quoted, sent);
    const std::string about = concat("lines:\n", join(block.lines, "\n"), "\nquoted:\n", join(block.quoted, "\n"), "\nsent:\n",
                                     join(sent, "\n"), "\n", rows ? join(*rows, "\n") : rows.error());
    const bool says_something = std::ranges::any_of(sent, [](const std::string& row) { return !row.empty(); });
    const std::optional<bool> slips = naive_slip(block, sent);
    if (says_something && !slips) {
      ASSERT_FALSE(rows) << about;
      ++refused;
      return;
    }
    if (!rows) {
      // A row that the slip cannot be taken from, or that is left of all quoted rows.
      ASSERT_TRUE(slips && *slips) << about;
      ++refused;
      return;
    }
    Rows expected;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const bool moves = slips.value_or(false) && !sent[i].empty();
      if (!moves) expected.push_back(sent[i]);
      if (moves && !block.quoted_deeper) expected.push_back(concat(block.blanks, sent[i]));
      if (moves && block.quoted_deeper) expected.push_back(sent[i].substr(block.blanks.size()));
    }
    ASSERT_EQ(*rows, expected) << about;
    // A caller that did not mix the two gets what it wanted, unless a row contradicts by chance.
    if (sent_like < 4 && says_something) {
      const bool meant_to_slip = sent_like > 1;
      const bool any_kept = std::ranges::any_of(block.kept, [](const auto& line) { return line.has_value(); });
      if (any_kept) {
        ASSERT_EQ(*slips, meant_to_slip) << about;
      }
      (meant_to_slip ? moved : as_they_are) += 1;
    }
  });
  EXPECT_GT(as_they_are, refused / 10);
  EXPECT_GT(moved, refused / 10);
}

// Both ways: the file is indented further than quoted, and the quotation further than the file.
TEST(ReindentLaws, AShiftedQuotationWritesWhatTheRightOneWouldHaveWritten) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const Rows lines = random_rows(random, 6);
    if (lines == Rows(lines.size())) return;  // no row that shows a shift
    Rows wanted = lines;
    for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
      const auto at = wanted.begin() + static_cast<std::ptrdiff_t>(random.below(wanted.size()));
      *at = concat(random.pick(indentations), "new ", random.below(1000));
    }
    // Shifts that are no difference between two indentations, so that no new row has the file's indentation by chance.
    constexpr std::array<std::string_view, 3> odd_shifts{"", " \t", "\t   "};
    const std::string_view shift = random.pick(odd_shifts);
    const auto keeps = [&](const Rows& one, const Rows& other) {
      for (std::size_t i = 0; i < one.size(); ++i) {
        if (!one[i].empty() && one[i] == other[i]) return true;
      }
      return false;
    };
    if (!keeps(lines, wanted)) return;  // then the first new row decides, by its indentation
    const Text text = text_of(lines);
    const auto removed =
        replacement_rows(text, text.all_lines(), with_blanks_before(lines, shift), with_blanks_before(wanted, shift));
    ASSERT_TRUE(removed) << removed.error();
    ASSERT_EQ(*removed, wanted);

    const Text deeper = text_of(with_blanks_before(lines, shift));
    const auto added = replacement_rows(deeper, deeper.all_lines(), lines, wanted);
    // A row further left than all quoted ones may be meant at the margin, and is refused.
    if (added) {
      ASSERT_EQ(*added, with_blanks_before(wanted, shift));
    }
  });
}

}  // namespace
}  // namespace kedge::laws
