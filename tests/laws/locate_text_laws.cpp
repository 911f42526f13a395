// Where a locator finds quoted text, against twins that search a copy of the text with plain line ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/random_source.hpp"
#include "plan/locate_text.hpp"
#include "tests/support/file_task.hpp"

namespace kedge::laws {
namespace {

struct PlainEnds {
  std::string bytes;
  std::vector<std::size_t> begins, ends;  // of each of them in the text
};

PlainEnds plain_ends(const std::string& text) {
  PlainEnds plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = text.compare(at, 2, "\r\n") == 0 ? 2 : 1;
    plain.bytes += text[at + size - 1];
    plain.begins.push_back(at);
    plain.ends.push_back(at += size);
  }
  return plain;
}

std::vector<ByteSpan> text_places_of_twin(const std::string& text, const std::string& quoted) {
  const PlainEnds plain = plain_ends(text);
  const std::string sought = plain_ends(quoted).bytes;
  std::vector<ByteSpan> places;
  for (std::size_t at = plain.bytes.find(sought); at != std::string::npos; at = plain.bytes.find(sought, at + 1)) {
    places.push_back({{plain.begins[at]}, {plain.ends[at + sought.size() - 1]}});
  }
  return places;
}

LineSpan lines_of_twin(const std::string& text, ByteSpan place) {
  const auto breaks_before = [&](std::size_t at) {
    return static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  return {LineNo{breaks_before(place.begin.value) + 1}, LineNo{breaks_before(place.end.value - 1) + 2}};
}

// The places that the locator names, be it to change them or to say that they are too many.
std::vector<LineSpan> named_by(const Location& found) { return found ? found->quoted : found.error().places; }

// REQUIRES: the locator was asked for this quotation to the byte, and only `places` count.
void expect_text_of_twin(const std::string& text, const Match& match, std::vector<ByteSpan> places, const Location& found) {
  if (match.all) {
    std::size_t end = 0;
    std::erase_if(places, [&](ByteSpan place) {
      if (place.begin.value < end) return true;
      end = place.end.value;
      return false;
    });
  }
  std::vector<LineSpan> lines;
  for (const ByteSpan& place : places) lines.push_back(lines_of_twin(text, place));
  const std::string what = concat('"', printable(match.text), "\" in \"", printable(text), '"');
  ASSERT_EQ(named_by(found), lines) << what;
  ASSERT_EQ(found.has_value(), places.size() == 1 || (match.all && !places.empty())) << what;
  if (!found) return;
  std::vector<ByteSpan> replaced;
  for (const Substitution& one : found->substitutions) replaced.push_back(one.span);
  ASSERT_EQ(replaced, places) << what;
}

std::string text_soup(Random& random, std::uint32_t most) {
  constexpr std::array<std::string_view, 5> pieces{"a", "b", "\r", "\n", "\r\n"};
  std::string text;
  for (std::uint32_t left = random.below(most); left > 0; --left) text += random.pick(pieces);
  return text;
}

TEST(LocateTextLaws, TextIsFoundWhereASearchWithPlainLineEndsFindsIt) {
  test::FileInSession a("");
  for_random_cases(law_cases() / 2, [&](Random& random) {
    const std::string text = text_soup(random, 30);
    const Match match{.text = "a" + text_soup(random, 4), .mode = MatchMode::exact, .all = random.one_in(2)};
    const test::FileInTask task(a, test::asking({{match, "x"}}));
    const Location found = text_locator(*task).value()->locate_in(Text(text)).front();
    expect_text_of_twin(text, match, text_places_of_twin(text, match.text), found);
  });
}

TEST(LocateTextLaws, OnlyPlacesInRowsThatWereReadCount) {
  for_random_cases(law_cases() / 50, [&](Random& random) {
    const std::string text = text_soup(random, 30);
    test::FileInSession a(text);
    LineSet read;
    for (LineNo line{1}; Text(text).has(line); line = line + 1) {
      if (!random.one_in(3)) read.add(one_line(line));
    }
    if (read.empty()) return;
    for (const LineSpan& rows : read.spans()) a.show(rows);
    const Match match{.text = "a" + text_soup(random, 3), .mode = MatchMode::exact, .all = random.one_in(2)};
    const test::FileInTask task(a, test::asking({{match, "x"}}));
    const Location found = text_locator(*task).value()->locate(0, Belief::read).front();
    std::vector<ByteSpan> places = text_places_of_twin(text, match.text);
    const auto counts = [&](ByteSpan place) { return read.contains(lines_of_twin(text, place)); };
    // If all are meant, to know one of them is enough.
    if (!match.all || std::ranges::none_of(places, counts)) {
      std::erase_if(places, [&](ByteSpan place) { return !counts(place); });
    }
    expect_text_of_twin(text, match, places, found);
  });
}

TEST(LocateTextLaws, WhatIsNotThereToTheByteIsFoundAsLinesWithoutTheirBlanks) {
  constexpr std::array<std::string_view, 5> contents{"a", "  a", "a ", "\tb", "b"};
  const auto without_blanks = [](std::string row) {
    while (!row.empty() && (row.back() == ' ' || row.back() == '\t')) row.pop_back();
    return row.substr(std::min(row.find_first_not_of(" \t"), row.size()));
  };
  test::FileInSession a("");
  for_random_cases(law_cases() / 2, [&](Random& random) {
    Rows lines, quoted;
    for (std::uint32_t left = random.below(8); left > 0; --left) lines.emplace_back(random.pick(contents));
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left) quoted.emplace_back(random.pick(contents));
    const std::string text = lines.empty() ? "" : join(lines, "\n") + "\n";
    const std::string sought = join(quoted, "\n") + "\n";
    std::vector<LineSpan> expected;
    for (const ByteSpan& place : text_places_of_twin(text, sought)) expected.push_back(lines_of_twin(text, place));
    const bool exact = !expected.empty();
    for (std::uint32_t at = 0; !exact && at + quoted.size() <= lines.size(); ++at) {
      bool same = true;
      for (std::uint32_t i = 0; i < quoted.size(); ++i) {
        same = same && without_blanks(lines[at + i]) == without_blanks(quoted[i]);
      }
      if (same) expected.push_back({LineNo{at + 1}, LineNo{at + 1} + static_cast<std::uint32_t>(quoted.size())});
    }
    const test::FileInTask task(a, test::asking({{Match{.text = sought}, "x\n"}}));
    const Location found = text_locator(*task).value()->locate_in(Text(text)).front();
    ASSERT_EQ(named_by(found), expected) << printable(sought) << " in " << printable(text);
    ASSERT_TRUE(expected.size() == 1 || !found) << printable(sought) << " in " << printable(text);
    ASSERT_TRUE(!found || found->mode == (exact ? MatchMode::exact : MatchMode::line_trimmed)) << printable(sought);
  });
}

}  // namespace
}  // namespace kedge::laws
