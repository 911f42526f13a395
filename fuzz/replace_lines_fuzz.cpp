// Any text and any line operations: the rows are those that the rules say, overlap is refused and nothing else, bytes outside
// the named lines stay as they are, and it can be taken back.
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace_lines.hpp"
#include "fuzz/input.hpp"
#include "laws/line_edit_model.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {
namespace {

// A row cannot be told from a line break, and at the end of a line not from half of one.
bool is_row(const std::string& row) { return row.find('\n') == std::string::npos && !row.ends_with('\r'); }

void expect_rows_of_the_rules(const Text& text, const std::vector<LineEdit>& edits, const Text& after) {
  const laws::RowFile file = laws::row_file(text.bytes());
  const std::vector<laws::ExpectedRow> rows = laws::expected_rows(file, edits);
  for (const laws::ExpectedRow& row : rows) {
    if (!is_row(row.content)) return;
  }
  const auto terminators = laws::matched_terminators(after.bytes().substr(file.bom.size()), rows);
  KEDGE_REQUIRE(terminators.has_value());
  for (std::size_t i = 0; i < edits.size(); ++i) {
    std::vector<std::string> own;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows[j].edit == i) own.push_back((*terminators)[j]);
    }
    KEDGE_REQUIRE(laws::equal_rows_kept_their_bytes(file, edits[i], own));
  }
}

}  // namespace

void replace_lines(std::string_view bytes) {
  Input input(bytes);
  const Text text{std::string(input.text())};
  std::vector<LineEdit> edits;
  while (!input.empty() && edits.size() < 4) {
    const LineNo first{static_cast<std::uint32_t>(1 + input.below(text.line_count() + 1))};
    const LineNo end{first.value + static_cast<std::uint32_t>(input.below(text.all_lines().end - first + 1))};
    const std::size_t choice = input.byte();
    edits.push_back({{first, end},
                     choice % 4 == 3 ? Rows{} : rows_of(input.text()),
                     static_cast<int>(edits.size()),
                     static_cast<Lean>(choice % 3)});
  }
  const Result<ChangeSet> changes = kedge::replace_lines(text, edits);
  KEDGE_REQUIRE(changes.has_value() != laws::any_overlap(edits));
  if (!changes) {
    KEDGE_REQUIRE(changes.error().code == Code::overlapping_operations);
    return;
  }
  const Text after = changes->apply(text);
  KEDGE_REQUIRE(changes->invert(text).apply(after) == text && changes->makes(text, after));
  KEDGE_REQUIRE(after.bytes().starts_with(text.bom()));
  expect_rows_of_the_rules(text, edits, after);
  if (edits.size() != 1) return;
  const ByteSpan named = text.span(edits.front().lines);
  KEDGE_REQUIRE(after.bytes().starts_with(text.bytes().substr(0, named.begin.value)));
  KEDGE_REQUIRE(after.bytes().ends_with(text.bytes().substr(named.end.value)));
  // An empty row at the end cannot be told from none, nor can a byte order mark alone.
  const bool tells_end =
      !edits.front().rows.empty() && !edits.front().rows.back().empty() && text.line_count() > 0 && after.line_count() > 0;
  KEDGE_REQUIRE(!tells_end || text.ends_unterminated() == after.ends_unterminated());
}

}  // namespace kedge::fuzz
