#include <algorithm>
#include <array>

#include "support/strings.hpp"
#include "support/time_text.hpp"
#include "ui/full_view.hpp"

namespace kedge::ui {
namespace {

constexpr int narrow = 60;  // columns: with fewer, only one side is shown

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> keys{{
    {"j k", "next, previous in the list, or a row on the right"},
    {"Tab", "to the right side and back"},
    {"Space b", "a page on, a page back"},
    {"g G", "the first, the last"},
    {"a", "accept what is asked; A: with a note to the model"},
    {"d", "decline it, with a note if you type one"},
    {"1 … 9", "decline only this change of it, or not"},
    {"t", "accept all that this session proposes, for some minutes"},
    {"u", "take the change back, or bring it back: first a preview"},
    {"r", "reviewed, or not"},
    {"s", "one column, or side by side"},
    {"/", "list only what has these words"},
    {"?", "this help"},
    {"q", "leave"},
}};

Style style_of(Happening::Kind kind) {
  switch (kind) {
    case Happening::Kind::applied:
    case Happening::Kind::undone: return Style::good;
    case Happening::Kind::refused: return Style::bad;
    case Happening::Kind::proposed:
    case Happening::Kind::recovered: return Style::warning;
    case Happening::Kind::opened: return Style::quiet;
  }
  return Style::plain;
}

Style style_of(const ShownRow& row, const ShownPiece& piece) {
  const bool added = row.kind == ShownRow::Kind::added;
  const bool removed = row.kind == ShownRow::Kind::removed;
  if (piece.changed) return added ? Style::added_word : Style::removed_word;
  if (added) return Style::added;
  if (removed) return Style::removed;
  if (row.kind == ShownRow::Kind::header) return Style::quiet;
  if (!piece.kind) return Style::plain;
  switch (*piece.kind) {
    case SyntaxToken::Kind::comment: return Style::comment;
    case SyntaxToken::Kind::text: return Style::text;
    case SyntaxToken::Kind::number:
    case SyntaxToken::Kind::constant: return Style::number;
    case SyntaxToken::Kind::keyword: return Style::keyword;
    case SyntaxToken::Kind::type:
    case SyntaxToken::Kind::name: return Style::type;
    case SyntaxToken::Kind::function: return Style::function;
  }
  return Style::plain;
}

std::string files_of(const Happening& happening) {
  if (happening.files.empty()) return printable(happening.message);
  return concat(printable(happening.files.front().path),
                happening.files.size() > 1 ? concat(" +", happening.files.size() - 1) : std::string());
}

std::string padded(std::uint32_t number, std::size_t width) {
  std::string text = number == 0 ? std::string() : std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string clock_of(std::int64_t time) {
  const std::string text = time_text(time);  // 2026-11-15T09:26:31Z
  return text.size() >= 19 ? text.substr(11, 8) : text;
}

}  // namespace

void FullView::lay_out(int width) {
  if (laid_out_for_ == width) return;
  laid_out_for_ = width;
  lines_.clear();
  const TimelineItem* const item = timeline_.find(shown_);
  const auto add = [&](std::string text, Style style) { lines_.push_back({{{std::move(text), style}}}); };
  if (item == nullptr) return;
  if (item->missed > 0)
    return add(concat(counted(item->missed, "event"), " came faster than they could be shown"), Style::warning);
  if (is_preview_) {
    add(item->undone ? "Bringing it back would change" : "Taking it back would change", Style::warning);
  } else {
    add(concat(printable(happening_.who), ' ', event_of(*item), ' ', printable(happening_.op), "  ",
               time_text(happening_.time)),
        Style::strong);
    if (!happening_.undo_id.empty())
      add(concat(printable(happening_.undo_id), item->reviewed ? "  reviewed" : ""), Style::quiet);
    if (!happening_.code.empty()) add(printable(happening_.code), Style::bad);
    for (const std::string_view row : split(happening_.message, '\n')) {
      if (!row.empty()) add(printable(row), Style::plain);
    }
    for (const std::string& warning : happening_.warnings) add(printable(warning), Style::warning);
    const std::vector<NumberedPart> parts = numbered_parts();
    const bool can_choose = item->asked == TimelineItem::Asked::open || item->is_change();
    for (std::size_t i = 0; can_choose && parts.size() > 1 && i < parts.size(); ++i) {
      const bool is_out = declined_.contains(static_cast<std::uint32_t>(i + 1));
      add(concat(is_out ? "[x] " : "[ ] ", i + 1, ": ", parts[i].about), is_out ? Style::bad : Style::plain);
    }
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const Happening::File& file = files_[i].file;
    add("", Style::plain);
    add(concat(printable(file.path), file.destination.empty() ? "" : concat(" → ", printable(file.destination)), "  ",
               printable(file.summary)),
        Style::strong);
    if (side_by_side_) {
      add_side_by_side(files_[i], i, width);
    } else {
      add_rows(files_[i], i, width);
    }
    if (file.bytes_left_out > 0) add(concat(counted(file.bytes_left_out, "more byte"), " not told"), Style::quiet);
  }
}

void FullView::add_rows(const ShownFile& shown, std::size_t index, int) {
  for (const ShownRow& row : shown.rows) {
    Line line{.pieces = {}, .part = row.part, .file = index};
    const std::string_view sign = row.kind == ShownRow::Kind::added ? "+" : row.kind == ShownRow::Kind::removed ? "-" : " ";
    if (row.kind != ShownRow::Kind::header) {
      const std::string numbers = row.anchor.empty() ? concat(padded(row.before, 5), ' ', padded(row.after, 5), ' ', sign)
                                                     : concat(padded(row.after, 5), ':', row.anchor, ' ');
      line.pieces.emplace_back(numbers, Style::quiet);
    }
    for (const ShownPiece& piece : row.pieces) line.pieces.emplace_back(piece.text, style_of(row, piece));
    if (row.bytes_left_out > 0) line.pieces.emplace_back(concat(" … ", row.bytes_left_out, " more bytes"), Style::quiet);
    lines_.push_back(std::move(line));
  }
}

// Removed rows beside the added ones that took their place. A mark tells draw_detail() where the right half begins.
void FullView::add_side_by_side(const ShownFile& shown, std::size_t index, int) {
  const auto pieces_of = [](const ShownRow* row, std::uint32_t number) {
    std::vector<std::pair<std::string, Style>> pieces;
    if (row == nullptr) return pieces;
    pieces.emplace_back(concat(padded(number, 5), ' '), Style::quiet);
    for (const ShownPiece& piece : row->pieces) pieces.emplace_back(piece.text, style_of(*row, piece));
    return pieces;
  };
  const auto add = [&](const ShownRow* left, const ShownRow* right) {
    Line line{.pieces = pieces_of(left, left != nullptr ? left->before : 0), .file = index};
    line.pieces.emplace_back("\t", Style::plain);
    for (auto& piece : pieces_of(right, right != nullptr ? right->after : 0)) line.pieces.push_back(std::move(piece));
    lines_.push_back(std::move(line));
  };
  for (std::size_t at = 0; at < shown.rows.size();) {
    if (shown.rows[at].kind == ShownRow::Kind::header || shown.rows[at].kind == ShownRow::Kind::context) {
      add(&shown.rows[at], shown.rows[at].kind == ShownRow::Kind::context ? &shown.rows[at] : nullptr);
      ++at;
      continue;
    }
    std::size_t added = at;
    while (added < shown.rows.size() && shown.rows[added].kind == ShownRow::Kind::removed) ++added;
    std::size_t end = added;
    while (end < shown.rows.size() && shown.rows[end].kind == ShownRow::Kind::added) ++end;
    for (std::size_t i = 0; i < std::max(added - at, end - added); ++i) {
      add(at + i < added ? &shown.rows[at + i] : nullptr, added + i < end ? &shown.rows[added + i] : nullptr);
    }
    at = end;
  }
}

std::string FullView::prompt() const {
  switch (mode_) {
    case Mode::search: return concat("/", printable(typed_), "_");
    case Mode::note: return concat("Decline; why? ", printable(typed_), "_");
    case Mode::accept_note: return concat("Accept; note to the model: ", printable(typed_), "_");
    case Mode::minutes: return concat("Accept all of this session for how many minutes? ", printable(typed_), "_");
    case Mode::confirm_turn: return "Do it? y: yes  h: when the agent is done  any other key: no";
    case Mode::help: return "any key: back";
    case Mode::browse: break;
  }
  if (!said_.empty()) return printable(said_);
  const TimelineItem* const item = current();
  if (item != nullptr && item->asked == TimelineItem::Asked::open)
    return "a accept  d decline  1-9 parts  t for some minutes  ? help  q leave";
  return "j k move  Tab right side  u undo  r reviewed  s side by side  / search  ? help  q leave";
}

void FullView::draw_list(Canvas& canvas, int first, int rows, int width) {
  const std::vector<const TimelineItem*> all = listed();
  if (all.empty())
    canvas.put(first, 0, wanted_.empty() ? "nothing has happened yet" : "nothing has these words", Style::quiet, width);
  const auto found = std::ranges::find(all, selected_, &TimelineItem::number);
  const auto at = found == all.end() ? std::size_t{0} : static_cast<std::size_t>(found - all.begin());
  const auto height = static_cast<std::size_t>(std::max(rows, 1));
  const std::size_t from = at < height ? 0 : at - height + 1;
  for (std::size_t i = from; i < all.size() && i - from < height; ++i) {
    const TimelineItem& item = *all[i];
    const int row = first + static_cast<int>(i - from);
    const bool is_current = item.number == selected_;
    const std::string text = concat(clock_of(item.happening.time), ' ', printable(item.happening.who), ' ');
    int column = canvas.put(row, 0, text, is_current ? Style::selected : Style::quiet, width);
    const Style event = item.asked == TimelineItem::Asked::open ? Style::warning : style_of(item.happening.kind);
    column += canvas.put(row, column, event_of(item), is_current ? Style::selected : event, width - column);
    column += canvas.put(row, column, concat(item.reviewed ? " ✓ " : " ", files_of(item.happening)),
                         is_current ? Style::selected : Style::plain, width - column);
    if (is_current)
      canvas.put(row, column, std::string(static_cast<std::size_t>(std::max(width - column, 0)), ' '), Style::selected,
                 width - column);
  }
}

void FullView::draw_detail(Canvas& canvas, int first, int rows, int column, int width) {
  page_ = static_cast<std::size_t>(std::max(rows, 1));
  lay_out(width);
  scroll(0);
  for (std::size_t i = 0; i < page_ && top_ + i < lines_.size(); ++i) {
    int at = 0;
    int limit = width;
    const Line& line = lines_[top_ + i];
    const bool is_split = std::ranges::any_of(line.pieces, [](const auto& piece) { return piece.first == "\t"; });
    if (is_split) limit = width / 2 - 1;
    for (const auto& [text, style] : line.pieces) {
      if (text == "\t") {
        at = width / 2;
        limit = width;
        continue;
      }
      at += canvas.put(first + static_cast<int>(i), column + at, text, style, limit - at);
    }
  }
}

void FullView::draw(Canvas& canvas) {
  const int rows = canvas.rows();
  const int columns = canvas.columns();
  if (rows < 1 || columns < 1) return;
  const auto waiting = std::ranges::count(timeline_.items(), TimelineItem::Asked::open, &TimelineItem::asked);
  const std::string title = concat(" kedge ", printable(root_), waiting > 0 ? concat("  ", waiting, " waiting") : std::string(),
                                   wanted_.empty() ? std::string() : concat("  /", printable(wanted_)));
  const auto bar = [&](int row, const std::string& text) {
    const int used = canvas.put(row, 0, text, Style::bar, columns);
    canvas.put(row, used, std::string(static_cast<std::size_t>(columns - used), ' '), Style::bar, columns - used);
  };
  if (rows > 2) bar(0, title);
  const int first = rows > 2 ? 1 : 0;
  const int height = rows > 1 ? rows - first - 1 : rows;
  if (mode_ == Mode::help) {
    for (std::size_t i = 0; i < keys.size() && static_cast<int>(i) < height; ++i) {
      canvas.put(first + static_cast<int>(i), 1, keys[i].first, Style::strong, columns - 1);
      canvas.put(first + static_cast<int>(i), 11, keys[i].second, Style::plain, columns - 11);
    }
  } else if (columns < narrow) {
    const bool right = on_the_right_ || mode_ == Mode::confirm_turn;
    if (right) {
      draw_detail(canvas, first, height, 0, columns);
    } else {
      draw_list(canvas, first, height, columns);
    }
  } else {
    const int left = std::clamp(columns / 3, 28, 48);
    draw_list(canvas, first, height, left);
    for (int row = 0; row < height; ++row) canvas.put(first + row, left, "│", on_the_right_ ? Style::strong : Style::quiet, 1);
    draw_detail(canvas, first, height, left + 2, columns - left - 2);
  }
  if (rows > 1) bar(rows - 1, concat(' ', prompt()));
}

}  // namespace kedge::ui
