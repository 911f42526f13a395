// The line table and the newline scan against a reader that looks at one byte after the other.
#include <gtest/gtest.h>

#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/row_model.hpp"
#include "laws/small_worlds.hpp"
#include "text/newlines.hpp"
#include "text/text.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 6> table_pieces{"a", "\r", "\n", "\xEF", "\xBB", "\xBF"};
constexpr std::array<std::string_view, 4> line_pieces{"a", "\r", "\n", "\xEF\xBB\xBF"};

std::vector<std::uint32_t> naive_offsets_behind_newlines(std::string_view bytes) {
  std::vector<std::uint32_t> offsets;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == '\n') offsets.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return offsets;
}

void expect_newlines_as_in_naive_scan(std::string_view bytes) {
  const std::vector<std::uint32_t> expected = naive_offsets_behind_newlines(bytes);
  ASSERT_EQ(count_newlines(bytes), expected.size()) << shown(bytes);
  constexpr std::uint32_t untouched = 0xDEADBEEF;
  std::vector<std::uint32_t> found(expected.size() + 1, untouched);
  std::uint32_t* end = offsets_behind_newlines(bytes, found.data());
  ASSERT_EQ(end, found.data() + expected.size()) << shown(bytes);
  ASSERT_EQ(found.back(), untouched) << "wrote one offset too many for " << shown(bytes);
  found.pop_back();
  ASSERT_EQ(found, expected) << shown(bytes);
}

void expect_table_of_naive_splitter(const std::string& bytes) {
  const Text text(bytes);
  const RowFile expected = row_file(bytes);
  ASSERT_EQ(text.bytes(), bytes);
  ASSERT_EQ(text.bom(), expected.bom) << shown(bytes);
  ASSERT_EQ(text.line_count(), expected.rows.size()) << shown(bytes);
  ASSERT_EQ(text.ends_unterminated(), !expected.rows.empty() && expected.rows.back().terminator.empty()) << shown(bytes);
  std::size_t at = expected.bom.size();
  for (std::uint32_t i = 0; i < expected.rows.size(); ++i) {
    const LineNo line{i + 1};
    const Row& row = expected.rows[i];
    ASSERT_TRUE(text.has(line));
    ASSERT_EQ(text.content(line), row.content) << shown(bytes);
    ASSERT_EQ(text.terminator(line), row.terminator) << shown(bytes);
    ASSERT_EQ(text.raw(line), bytes_of(row)) << shown(bytes);
    const ByteSpan span = text.span(one_line(line));
    ASSERT_EQ(span.begin.value, at) << shown(bytes);
    at += bytes_of(row).size();
    ASSERT_EQ(span.end.value, at) << shown(bytes);
  }
  ASSERT_FALSE(text.has(LineNo{0}));
  ASSERT_FALSE(text.has(LineNo{text.line_count() + 1}));
  ASSERT_EQ(text.span(text.all_lines()), (ByteSpan{{expected.bom.size()}, {bytes.size()}})) << shown(bytes);
}

// The line that holds each byte; 0 in the BOM.
std::vector<std::uint32_t> line_of_each_byte(const RowFile& file) {
  std::vector<std::uint32_t> lines(file.bom.size(), 0);
  for (std::uint32_t i = 0; i < file.rows.size(); ++i) lines.resize(lines.size() + bytes_of(file.rows[i]).size(), i + 1);
  return lines;
}

LineSpan naive_lines_touched(const RowFile& file, const std::vector<std::uint32_t>& line_of, std::size_t begin,
                             std::size_t end) {
  const auto line_count = static_cast<std::uint32_t>(file.rows.size());
  if (begin < end) return {LineNo{line_of[begin]}, LineNo{line_of[end - 1] + 1}};
  if (begin == line_of.size()) {
    const bool unterminated = line_count > 0 && file.rows.back().terminator.empty();
    return unterminated ? one_line(LineNo{line_count}) : between_lines(LineNo{line_count + 1});
  }
  const bool line_begins_here = begin == file.bom.size() || line_of[begin] != line_of[begin - 1];
  return line_begins_here ? between_lines(LineNo{line_of[begin]}) : one_line(LineNo{line_of[begin]});
}

// Which line a stretch inside the BOM touches is nobody's promise.
void expect_lines_touched_as_in_naive_twin(const std::string& bytes) {
  const Text text(bytes);
  const RowFile file = row_file(bytes);
  const std::vector<std::uint32_t> line_of = line_of_each_byte(file);
  for (std::size_t begin = file.bom.size(); begin <= bytes.size(); ++begin) {
    for (std::size_t end = begin; end <= bytes.size(); ++end) {
      ASSERT_EQ(text.lines_touched({{begin}, {end}}), naive_lines_touched(file, line_of, begin, end))
          << shown(bytes) << " [" << begin << ',' << end << ')';
    }
  }
}

TEST(NewlineLaws, EveryPlaceOfANewlineIsFoundInBuffersOfEveryLengthAroundABlock) {
  for (std::size_t size = 0; size <= 200; ++size) {
    expect_newlines_as_in_naive_scan(std::string(size, 'a'));
    expect_newlines_as_in_naive_scan(std::string(size, '\n'));
    for (std::size_t at = 0; at < size; ++at) {
      std::string bytes(size, '\x8A');  // LF but for one bit
      bytes[at] = '\n';
      expect_newlines_as_in_naive_scan(bytes);
    }
    if (HasFailure()) return;
  }
}

TEST(NewlineLaws, ScanFindsWhatANaiveScanFinds) {
  for_random_cases(law_cases(), [](Random& random) {
    std::string bytes(random.below(random.one_in(20) ? 1000 : 150), '\0');
    const std::uint32_t rarity = 1 + random.below(30);
    for (char& byte : bytes) byte = random.one_in(rarity) ? '\n' : static_cast<char>(random.next());
    expect_newlines_as_in_naive_scan(std::string_view(bytes).substr(std::min<std::size_t>(bytes.size(), random.below(17))));
  });
}

TEST(TextLaws, LineTableOfEverySmallTextIsThatOfANaiveSplitter) {
  for (const std::string& bytes : every_string(table_pieces, 5)) {
    expect_table_of_naive_splitter(bytes);
    expect_table_of_naive_splitter(std::string(utf8_bom) + bytes);
    if (HasFailure()) return;
  }
}

TEST(TextLaws, LineTableIsThatOfANaiveSplitter) {
  for_random_cases(law_cases(), [](Random& random) {
    if (random.one_in(2)) return expect_table_of_naive_splitter(byte_soup(random, 30));
    const LineSoup soup(random);
    expect_table_of_naive_splitter(soup.text(random, random.one_in(100) ? 200 : 10));
  });
}

TEST(TextLaws, LinesTouchedByEveryStretchOfEverySmallTextAreThoseOfItsBytes) {
  for (const std::string& bytes : every_string(line_pieces, 6)) {
    expect_lines_touched_as_in_naive_twin(bytes);
    if (HasFailure()) return;
  }
}

TEST(TextLaws, LinesTouchedAreThoseOfTheBytes) {
  for_random_cases(law_cases() / 10, [](Random& random) {
    const LineSoup soup(random);
    expect_lines_touched_as_in_naive_twin(soup.text(random, 8));
  });
}

TEST(TextLaws, TextsAreEqualExactlyWhenTheirBytesAre) {
  for_random_cases(law_cases(), [](Random& random) {
    const Text a(byte_soup(random, 3));
    const Text b(byte_soup(random, 3));
    ASSERT_EQ(a == b, a.bytes() == b.bytes());
    const Text copy = a;
    ASSERT_TRUE(copy == a);
  });
}

}  // namespace
}  // namespace kedge::laws
