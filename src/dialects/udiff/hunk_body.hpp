// The rows below a hunk header. The counts of the header say how many there are; where they are wrong or left out, the body
// goes as far as its rows look like one, if that can be read in one way only.
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
  // Behind the last row of a side stands that it has no line break.
  bool old_unterminated = false, new_unterminated = false;
  std::size_t end = 0;     // the row behind it
  bool by_counts = false;  // it has as many rows as the header says
  bool is_sound = true;    // otherwise its faults were told
};

// The body that begins at row `at`. What is wrong with it is added to the faults.
HunkBody read_hunk_body(const DiffRowList& rows, std::size_t at, const std::optional<HunkNumbers>& numbers, SentFaults& faults);

}  // namespace kedge
