// The rows below a hunk header. The header's counts say how many there are. If they are wrong or missing, the body extends as
// far as its rows look like one, provided there is only one way to read them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contract/request.hpp"
#include "dialects/sent_rows.hpp"
#include "dialects/udiff/diff_rows.hpp"
#include "dialects/udiff/hunk_numbers.hpp"

namespace kedge {

struct HunkBody {
  std::vector<PassageRow> rows = {};
  std::uint32_t old_count = 0, new_count = 0;
  // The last row of that side is marked as having no line break.
  bool old_unterminated = false, new_unterminated = false;
  std::size_t end = 0;     // the row after it
  bool by_counts = false;  // it has as many rows as the header says
  bool is_sound = true;    // otherwise its faults were added
};

// The body that begins at row `at`. What is wrong with it is added to the faults.
HunkBody read_hunk_body(const DiffRowList& rows, std::size_t at, const std::optional<HunkNumbers>& numbers, SentFaults& faults);

}  // namespace kedge
