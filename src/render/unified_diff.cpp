#include "render/unified_diff.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
namespace {

void append_rows(std::string& out, char mark, const Text& text, LineSpan lines) {
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    append(out, mark);
    append(out, text.raw(line));
    if (!text.raw(line).ends_with('\n')) append(out, "\n\\ No newline at end of file\n");
  }
}

// "3,2": first line and count; a count of 1 is left out, and an empty range names the line above it.
std::string range(LineSpan lines) {
  if (lines.size() == 1) return concat(lines.first.value);
  return concat(lines.empty() ? lines.first.value - 1 : lines.first.value, ',', lines.size());
}

}  // namespace

std::string unified_diff(const Text& before, const Text& after, std::span<const Hunk> hunks, const DiffNames& names,
                         std::uint32_t context) {
  if (hunks.empty()) return {};
  std::string out = concat("--- ", names.before, "\n+++ ", names.after, '\n');
  for (std::size_t i = 0; i < hunks.size();) {
    // Hunks whose context rows would touch share one header.
    std::size_t end = i + 1;
    while (end < hunks.size() && hunks[end].before.first - hunks[end - 1].before.end <= 2 * context) ++end;

    const std::uint32_t above = std::min(context, hunks[i].before.first.value - 1);
    const std::uint32_t below = std::min(context, before.all_lines().end - hunks[end - 1].before.end);
    const LineSpan old_rows{hunks[i].before.first - above, hunks[end - 1].before.end + below};
    const LineSpan new_rows{hunks[i].after.first - above, hunks[end - 1].after.end + below};
    append(out, concat("@@ -", range(old_rows), " +", range(new_rows), " @@\n"));
    LineNo at = old_rows.first;
    for (; i < end; ++i) {
      append_rows(out, ' ', before, {at, hunks[i].before.first});
      append_rows(out, '-', before, hunks[i].before);
      append_rows(out, '+', after, hunks[i].after);
      at = hunks[i].before.end;
    }
    append_rows(out, ' ', before, {at, old_rows.end});
  }
  return out;
}

}  // namespace kedge
