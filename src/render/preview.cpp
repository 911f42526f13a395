#include "render/preview.hpp"

#include <algorithm>

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

class PreviewBuilder {
 public:
  PreviewBuilder() {
    constexpr std::size_t usual_number = 16;
    rows_.reserve(usual_number);
  }
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

constexpr std::size_t row_extra = 20;  // bytes of what names a row, at most, and of its end

// As many of the rows as there is room for.
std::vector<PreviewRow> within(std::size_t most_bytes, const Text& after, std::vector<PreviewRow> rows) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind != PreviewRow::Kind::left_out) {
      bytes += row_extra + std::min(after.content(rows[i].lines.first).size(), most_row_bytes);
    }
    if (bytes <= most_bytes) continue;
    rows[i] = {PreviewRow::Kind::left_out, {rows[i].lines.first, after.all_lines().end}};
    rows.resize(i + 1);
  }
  return rows;
}

}  // namespace

std::vector<PreviewRow> preview_rows(const Text& after, std::span<const Hunk> hunks, PreviewShape shape) {
  const LineNo end = after.all_lines().end;
  const bool whole =
      after.line_count() <= shape.whole_up_to && after.size() + after.line_count() * row_extra <= shape.most_bytes;
  if (whole) shape = {.context = shape.whole_up_to, .longest_run = shape.whole_up_to, .most_bytes = shape.most_bytes};
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
  return within(shape.most_bytes, after, builder.finish(end));
}

bool leaves_out(std::string_view preview) {
  return preview.starts_with("…\n") || preview.find("\n…\n") != std::string_view::npos;
}

std::string preview(std::span<const PreviewRow> rows, const RowPrinter& print) {
  constexpr std::size_t usual_row = 40;
  std::string out;
  out.reserve(rows.size() * usual_row);
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
