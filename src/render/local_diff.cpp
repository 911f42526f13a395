#include "render/local_diff.hpp"

#include "render/preview.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

void add_removed(std::string& out, LineSpan lines, const RowPrinter& print, PreviewShape shape) {
  const std::uint32_t half = shape.longest_run / 2;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    // Removed lines are omitted first, because they cannot be named any more.
    if (out.size() > shape.most_bytes / 2) {
      append(out, "-…\n");
      return;
    }
    if (lines.size() > shape.longest_run && line == lines.first + half) {
      append(out, "-…\n");
      line = lines.end - half;
    }
    append(out, '-');
    print(out, line);
    append(out, '\n');
  }
}

}  // namespace

std::string local_diff(const Text& after, std::span<const Hunk> hunks, const RowPrinter& old_row, const RowPrinter& new_row,
                       PreviewShape shape) {
  std::string out;
  std::size_t next = 0;
  const auto removed_before = [&](LineNo line) {
    for (; next < hunks.size() && hunks[next].after.first <= line; ++next) add_removed(out, hunks[next].before, old_row, shape);
  };
  for (const PreviewRow& row : preview_rows(after, hunks, shape)) {
    removed_before(row.lines.first);
    if (row.kind == PreviewRow::Kind::left_out) {
      append(out, "…\n");
      continue;
    }
    append(out, row.kind == PreviewRow::Kind::added ? '+' : ' ');
    new_row(out, row.lines.first);
    append(out, '\n');
  }
  removed_before(after.all_lines().end);
  return out;
}

}  // namespace kedge
