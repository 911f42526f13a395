// Any bytes as a text: its lines are those of a reader who looks at one byte after the other, also where the table was carried
// over a change instead of being made anew; and a digest is that of the bytes.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/input.hpp"
#include "laws/row_model.hpp"
#include "support/require.hpp"
#include "text/line_hash.hpp"
#include "text/line_set.hpp"
#include "text/newlines.hpp"
#include "text/text.hpp"

namespace kedge::fuzz {
namespace {

void expect_lines_of_twin(const Text& text) {
  const laws::RowFile twin = laws::row_file(text.bytes());
  KEDGE_REQUIRE(text.bom() == twin.bom && text.line_count() == twin.rows.size());
  KEDGE_REQUIRE(text.ends_unterminated() == (!twin.rows.empty() && twin.rows.back().terminator.empty()));
  std::size_t at = twin.bom.size();
  for (std::uint32_t i = 0; i < twin.rows.size(); ++i) {
    const LineNo line{i + 1};
    const laws::Row& row = twin.rows[i];
    KEDGE_REQUIRE(text.content(line) == row.content && text.terminator(line) == row.terminator);
    KEDGE_REQUIRE(text.raw(line) == laws::bytes_of(row));
    const std::size_t end = at + laws::bytes_of(row).size();
    KEDGE_REQUIRE(text.span(one_line(line)) == (ByteSpan{{at}, {end}}));
    KEDGE_REQUIRE(text.lines_touched({{at}, {end}}) == one_line(line));
    KEDGE_REQUIRE(text.lines_touched({{at}, {at}}) == between_lines(line));
    KEDGE_REQUIRE(text.lines_touched({{end - 1}, {end}}) == one_line(line));
    at = end;
  }
  KEDGE_REQUIRE(!text.has(LineNo{0}) && !text.has(LineNo{text.line_count() + 1}));
}

void expect_newlines_of_twin(std::string_view bytes) {
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n') expected.push_back(static_cast<std::uint32_t>(i + 1));
  }
  KEDGE_REQUIRE(count_newlines(bytes) == expected.size());
  std::vector<std::uint32_t> found(expected.size());
  KEDGE_REQUIRE(offsets_behind_newlines(bytes, found.data()) == found.data() + found.size() && found == expected);
}

// A set of lines against one flag for each line.
void expect_set_of_twin(Input& input) {
  constexpr std::uint32_t lines = 24;
  LineSet set;
  std::vector<bool> twin(lines + 1);
  for (std::size_t left = input.below(8); left > 0; --left) {
    const LineNo first{static_cast<std::uint32_t>(1 + input.below(lines))};
    const LineNo end{first.value + static_cast<std::uint32_t>(input.below(lines + 1 - first.value))};
    set.add({first, end});
    for (LineNo line = first; line < end; line = line + 1) twin[line.value] = true;
  }
  const LineSet missing = set.missing({LineNo{1}, LineNo{lines + 1}});
  for (std::uint32_t line = 1; line <= lines; ++line) {
    KEDGE_REQUIRE(set.contains(one_line(LineNo{line})) == twin[line]);
    KEDGE_REQUIRE(missing.contains(one_line(LineNo{line})) != twin[line]);
  }
  for (std::size_t i = 1; i < set.spans().size(); ++i) KEDGE_REQUIRE(set.spans()[i - 1].end < set.spans()[i].first);
}

}  // namespace

void text(std::string_view bytes) {
  Input input(bytes);
  expect_set_of_twin(input);
  struct Cut {
    std::size_t begin, size;
    std::string_view bytes;
  };
  std::vector<Cut> cuts;
  for (std::size_t left = input.below(4); left > 0; --left) {
    const std::size_t begin = input.byte();
    const std::size_t size = input.byte() % 8;
    cuts.push_back({begin, size, input.text()});
  }
  const Text before{std::string(input.rest())};
  expect_newlines_of_twin(before.bytes());
  expect_lines_of_twin(before);
  if (input.empty() && bytes.size() % 2 == 1) (void)before.digest();  // milestones are there, or are not, when it is changed

  // Sorted and disjoint, as it is asked for; spliced in from the last to the first.
  std::string spliced(before.bytes());
  std::vector<Replacement> replacements;
  std::size_t from = 0;
  std::ranges::stable_sort(cuts, {}, &Cut::begin);
  for (const Cut& cut : cuts) {
    const std::size_t begin = std::min(std::max(cut.begin, from), before.size());
    from = std::min(begin + cut.size, before.size());
    replacements.push_back({{{begin}, {from}}, cut.bytes});
  }
  for (std::size_t i = replacements.size(); i > 0; --i) {
    const Replacement& one = replacements[i - 1];
    spliced.replace(one.span.begin.value, one.span.size(), one.bytes);
  }
  const Text after = before.with(replacements);
  KEDGE_REQUIRE(after.bytes() == spliced);
  expect_lines_of_twin(after);
  KEDGE_REQUIRE(after.digest() == sha256(spliced) && before.digest() == sha256(before.bytes()));

  const std::vector<LineHash> hashes = line_hashes(after);
  KEDGE_REQUIRE(hashes.size() == after.line_count());
  for (std::uint32_t i = 0; i < hashes.size(); ++i) {
    const LineHash expected{sha256(after.content(LineNo{i + 1}))};
    KEDGE_REQUIRE(hashes[i] == expected && hashes[i].has_prefix(expected.hex(6)));
  }
}

}  // namespace kedge::fuzz
