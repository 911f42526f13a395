// The row above a hunk: `@@ -first,count +first,count @@ section`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// Where a hunk is and how many rows it has on each side. A side without rows names the line above.
struct HunkNumbers {
  std::uint32_t old_first = 0, old_count = 1;
  std::uint32_t new_first = 0, new_count = 1;
};

struct HunkRow {
  std::optional<HunkNumbers> numbers = std::nullopt;  // none: they are left out, as in `@@ ... @@`
  std::string problem = {};                           // empty: the row is well-formed
  std::string corrected = {};
};

bool is_hunk_row(std::string_view row);
HunkRow read_hunk_row(std::string_view row);

std::string written(const HunkNumbers& numbers);

}  // namespace kedge
