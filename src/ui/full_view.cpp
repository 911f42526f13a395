#include "ui/full_view.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

bool is_listed(const TimelineItem& item, std::string_view wanted) {
  if (wanted.empty()) return true;
  const auto has = [&](std::string_view text) { return lower_case(text).find(wanted) != std::string::npos; };
  const Happening& happening = item.happening;
  return has(happening.who) || has(happening.session) || has(happening.code) || has(event_of(item)) || has(happening.message) ||
         std::ranges::any_of(happening.files, [&](const Happening::File& file) { return has(file.path) || has(file.diff); });
}

std::string utf8_of(char32_t code) {
  std::string out;
  const auto add = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0U | code >> 6U), add(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    add(0xE0U | code >> 12U), add(0x80U | (code >> 6U & 0x3FU)), add(0x80U | (code & 0x3FU));
  } else {
    add(0xF0U | code >> 18U), add(0x80U | (code >> 12U & 0x3FU)), add(0x80U | (code >> 6U & 0x3FU)),
        add(0x80U | (code & 0x3FU));
  }
  return out;
}

void erase_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

std::vector<const TimelineItem*> FullView::listed() const {
  std::vector<const TimelineItem*> all;
  const std::string wanted = lower_case(wanted_);
  for (const TimelineItem& item : timeline_.items()) {
    if (is_listed(item, wanted)) all.push_back(&item);
  }
  std::ranges::reverse(all);
  return all;
}

Wish FullView::select(std::uint64_t number) {
  selected_ = number;
  if (number == shown_) return {};
  declined_.clear();
  return LookAt{number};
}

Wish FullView::hear(const Timeline::Numbers& changed) {
  const TimelineItem* const now = current();
  // Whoever is asked wants to see what about, unless they are in the middle of something.
  const bool is_busy = mode_ != Mode::browse || (now != nullptr && now->asked == TimelineItem::Asked::open);
  for (const std::uint64_t number : changed) {
    const TimelineItem* const item = timeline_.find(number);
    if (item != nullptr && item->asked == TimelineItem::Asked::open && !is_busy) return select(number);
  }
  if (std::ranges::find(changed, selected_) != changed.end() && mode_ == Mode::browse) return LookAt{selected_};
  if (now == nullptr && mode_ == Mode::browse && !timeline_.items().empty()) return select(timeline_.items().back().number);
  return {};
}

Wish FullView::move(int by) {
  if (on_the_right_) {
    scroll(by);
    return {};
  }
  const std::vector<const TimelineItem*> all = listed();
  if (all.empty()) return {};
  const auto at = std::ranges::find(all, selected_, &TimelineItem::number) - all.begin();
  const auto last = static_cast<std::ptrdiff_t>(all.size()) - 1;
  const std::ptrdiff_t next = at > last ? 0 : std::clamp<std::ptrdiff_t>(at + by, 0, last);
  return select(all[static_cast<std::size_t>(next)]->number);
}

void FullView::scroll(int by) {
  const auto most = static_cast<std::ptrdiff_t>(lines_.size() > page_ ? lines_.size() - page_ : 0);
  top_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top_) + by, 0, most));
}

std::vector<NumberedPart> FullView::numbered_parts() const { return parts_of(happening_); }

Answer FullView::answer_with_parts(bool consent) const {
  Answer answer{.consent = consent};
  if (consent && !declined_.empty()) answer.declined = chosen_parts(declined_, numbered_parts(), Chosen::those);
  return answer;
}

void FullView::flip_part(std::uint32_t number) {
  const std::size_t count = numbered_parts().size();
  if (count < 2 || number > count) return;
  if (declined_.erase(number) == 0) declined_.insert(number);
  laid_out_for_ = -1;
}

Wish FullView::turn(bool dry_run, bool hold) {
  const TimelineItem* const item = current();
  if (item == nullptr || !item->is_change()) {
    say("only a change that was made can be taken back");
    return {};
  }
  TurnWanted wanted{.way = item->undone ? TurnWanted::Way::redo : TurnWanted::Way::undo, .id = item->happening.undo_id};
  wanted.dry_run = dry_run;
  if (!declined_.empty()) wanted.parts = chosen_parts(declined_, numbered_parts(), Chosen::those);
  return TurnItem{item->number, std::move(wanted), hold};
}

Wish FullView::press(const Key& key) {
  said_.clear();
  switch (mode_) {
    case Mode::help: mode_ = Mode::browse; return {};
    case Mode::confirm_turn: return press_in_preview(key);
    case Mode::search:
    case Mode::note:
    case Mode::accept_note:
    case Mode::minutes: return press_in_text(key);
    case Mode::browse: break;
  }
  const int page = static_cast<int>(page_) > 1 ? static_cast<int>(page_) - 1 : 1;
  switch (key.named) {
    case Key::Named::up: return move(-1);
    case Key::Named::down: return move(1);
    case Key::Named::page_down: scroll(page); return {};
    case Key::Named::page_up: scroll(-page); return {};
    case Key::Named::home: scroll(-1'000'000'000); return {};
    case Key::Named::end: scroll(1'000'000'000); return {};
    case Key::Named::tab:
    case Key::Named::enter:
    case Key::Named::right: on_the_right_ = key.named == Key::Named::tab ? !on_the_right_ : true; return {};
    case Key::Named::left:
    case Key::Named::escape: on_the_right_ = false; return {};
    case Key::Named::erase:
    case Key::Named::none: break;
  }
  const TimelineItem* const item = current();
  const bool is_asked = item != nullptr && item->asked == TimelineItem::Asked::open;
  const auto type = [&](Mode mode) {
    mode_ = mode;
    typed_.clear();
    return Wish();
  };
  switch (key.character) {
    case U'q': return Leave{};
    case U'j': return move(1);
    case U'k': return move(-1);
    case U' ': scroll(page); return {};
    case U'b': scroll(-page); return {};
    case U'g': return on_the_right_ ? (scroll(-1'000'000'000), Wish()) : move(-1'000'000);
    case U'G': return on_the_right_ ? (scroll(1'000'000'000), Wish()) : move(1'000'000);
    case U's':
      side_by_side_ = !side_by_side_;
      laid_out_for_ = -1;
      return {};
    case U'/': return type(Mode::search);
    case U'?': mode_ = Mode::help; return {};
    case U'r': return item != nullptr && item->is_change() ? Wish(MarkReviewed{item->number, !item->reviewed}) : Wish();
    case U'u': return turn(true, false);
    default: break;
  }
  if (key.character >= U'1' && key.character <= U'9') {
    flip_part(static_cast<std::uint32_t>(key.character - U'0'));
    return {};
  }
  if (!is_asked) return {};
  if (shown_ != item->number) return LookAt{item->number};  // nobody answers what they have not seen
  switch (key.character) {
    case U'a': return GiveAnswer{item->number, answer_with_parts(true)};
    case U'A': return type(Mode::accept_note);
    case U'd': return type(Mode::note);
    case U't': return type(Mode::minutes);
    default: return {};
  }
}

Wish FullView::press_in_preview(const Key& key) {
  mode_ = Mode::browse;
  if (key.character == U'y') return turn(false, false);
  if (key.character == U'h') return turn(false, true);
  say("nothing was changed");
  return LookAt{selected_};
}

Wish FullView::press_in_text(const Key& key) {
  if (key.named == Key::Named::enter) return finish_text();
  if (key.named == Key::Named::escape) {
    if (mode_ == Mode::search) wanted_.clear();
    mode_ = Mode::browse;
    return {};
  }
  if (key.named == Key::Named::erase) erase_last(typed_);
  if (key.character >= 0x20 && typed_.size() < 2000) append(typed_, utf8_of(key.character));
  if (mode_ == Mode::search) wanted_ = typed_;
  return {};
}

Wish FullView::finish_text() {
  const Mode was = std::exchange(mode_, Mode::browse);
  if (was == Mode::search) return move(0);
  Answer answer = answer_with_parts(was != Mode::note);
  if (was == Mode::minutes) {
    const auto [end, problem] = std::from_chars(typed_.data(), typed_.data() + typed_.size(), answer.minutes);
    if (problem != std::errc() || answer.minutes == 0) {
      say("a number of minutes is needed; nothing was answered");
      return {};
    }
    answer.minutes = std::min(answer.minutes, longest_consent);
  } else {
    answer.note = typed_;
  }
  return GiveAnswer{selected_, std::move(answer)};
}

void FullView::show_item(const TimelineItem& item, const Happening& happening, std::vector<ShownFile> files) {
  if (shown_ != item.number) top_ = 0;
  selected_ = shown_ = item.number;
  happening_ = happening;
  files_ = std::move(files);
  is_preview_ = false;
  laid_out_for_ = -1;
}

void FullView::show_preview(std::vector<ShownFile> files) {
  files_ = std::move(files);
  is_preview_ = true;
  mode_ = Mode::confirm_turn;
  top_ = 0;
  laid_out_for_ = -1;
}

}  // namespace kedge::ui
