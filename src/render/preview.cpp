#include "render/preview.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
namespace {

class PreviewBuilder {
 public:
  void show(PreviewRow::Kind kind, LineSpan lines) {
    if (lines.empty()) return;
    if (lines.first > next_) rows_.push_back({PreviewRow::Kind::left_out, {next_, lines.first}});
    for (LineNo line = lines.first; line < lines.end; line = line + 1) rows_.push_back({kind, one_line(line)});
    next_ = lines.end;
  }
  LineNo next() const { return next_; }
  std::vector<PreviewRow> finish(LineNo end) {
    if (!rows_.empty() && next_ < end) rows_.push_back({PreviewRow::Kind::left_out, {next_, end}});
    return std::move(rows_);
  }

 private:
  std::vector<PreviewRow> rows_;
  LineNo next_;
};

}  // namespace

std::vector<PreviewRow> preview_rows(const Text& after, std::span<const Hunk> hunks, PreviewShape shape) {
  const LineNo end = after.all_lines().end;
  if (after.line_count() <= shape.whole_up_to) shape = {.context = shape.whole_up_to, .longest_run = shape.whole_up_to};
  PreviewBuilder builder;
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    const LineSpan added = hunks[i].after;
    const LineNo from{added.first.value > shape.context ? added.first.value - shape.context : 1};
    builder.show(PreviewRow::Kind::kept, {std::min(std::max(from, builder.next()), added.first), added.first});
    if (added.size() > shape.longest_run) {
      const std::uint32_t half = shape.longest_run / 2;
      builder.show(PreviewRow::Kind::added, {added.first, added.first + half});
      builder.show(PreviewRow::Kind::added, {added.end - half, added.end});
    } else {
      builder.show(PreviewRow::Kind::added, added);
    }
    const LineNo next_change = i + 1 < hunks.size() ? hunks[i + 1].after.first : end;
    builder.show(PreviewRow::Kind::kept, {added.end, std::min(added.end + shape.context, next_change)});
  }
  return builder.finish(end);
}

std::string preview(std::span<const PreviewRow> rows, const RowPrinter& print) {
  std::string out;
  for (const PreviewRow& shown : rows) {
    if (shown.kind == PreviewRow::Kind::left_out) {
      append(out, "…");
    } else {
      print(out, shown.lines.first);
    }
    append(out, '\n');
  }
  return out;
}

}  // namespace kedge
