#include "ui/timeline.hpp"

#include <algorithm>
#include <ranges>

#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge::ui {
namespace {

std::size_t bytes_of(const TimelineItem& item) {
  std::size_t bytes = sizeof(TimelineItem) + item.happening.message.size();
  for (const Happening::File& file : item.happening.files) bytes += sizeof(file) + file.diff.size() + file.text.size();
  return bytes;
}

}  // namespace

std::string_view name_of(TimelineItem::Asked asked) {
  switch (asked) {
    case TimelineItem::Asked::nobody: return "";
    case TimelineItem::Asked::open: return "open";
    case TimelineItem::Asked::accepted: return "accepted";
    case TimelineItem::Asked::declined: return "declined";
    case TimelineItem::Asked::over: return "over";
  }
  return "";
}

std::string event_of(const TimelineItem& item) {
  const Happening& happening = item.happening;
  if (item.missed > 0) return concat("missed ", counted(item.missed, "event"));
  switch (item.asked) {
    case TimelineItem::Asked::open: return "ASKS";
    case TimelineItem::Asked::accepted: return "accepted";
    case TimelineItem::Asked::declined: return "declined";
    case TimelineItem::Asked::over: return "question over";
    case TimelineItem::Asked::nobody: break;
  }
  if (item.undone) return "taken back";
  if (happening.kind == Happening::Kind::undone) return happening.op == "redo" ? "redo" : "undo";
  return std::string(name_of(happening.kind));
}

TimelineItem& Timeline::add(TimelineItem item) {
  item.number = ++last_;
  bytes_ += bytes_of(item);
  items_.push_back(std::move(item));
  make_room();
  return items_.back();
}

void Timeline::make_room() {
  for (auto oldest = items_.begin(); items_.size() > most_items || bytes_ > most_bytes;) {
    while (oldest != items_.end() && oldest->asked == TimelineItem::Asked::open) ++oldest;
    if (oldest == items_.end() || std::next(oldest) == items_.end()) return;
    bytes_ -= bytes_of(*oldest);
    oldest = items_.erase(oldest);
  }
}

TimelineItem* Timeline::find_mutable(std::uint64_t number) {
  const auto found = std::ranges::lower_bound(items_, number, {}, &TimelineItem::number);
  return found != items_.end() && found->number == number ? &*found : nullptr;
}

const TimelineItem* Timeline::find(std::uint64_t number) const { return const_cast<Timeline*>(this)->find_mutable(number); }

void Timeline::add_recorded(std::size_t root, Happening happening, bool undone, bool reviewed) {
  add({.root = root, .happening = std::move(happening), .from_records = true, .undone = undone, .reviewed = reviewed});
}

Timeline::Numbers Timeline::hear(std::size_t root, Source from, const ToView& message) {
  return std::visit(
      overloaded{
          [&](const Told& told) { return hear_told(root, from, told); },
          [&](const Missed& missed) { return Numbers{add({.root = root, .missed = missed.count}).number}; },
          [&](const Settled& settled) {
            Numbers changed;
            for (TimelineItem& item : items_) {
              if (item.asker != from || item.question != settled.question || item.asked != TimelineItem::Asked::open) continue;
              item.asked = !settled.consent   ? TimelineItem::Asked::over
                           : *settled.consent ? TimelineItem::Asked::accepted
                                              : TimelineItem::Asked::declined;
              changed.push_back(item.number);
            }
            return changed;
          },
      },
      message);
}

Timeline::Numbers Timeline::hear_told(std::size_t root, Source from, const Told& told) {
  Numbers changed;
  const Happening& happening = told.happening;
  if (!told.question.empty()) {
    // Every view is told of a change when it is proposed, and the question follows.
    auto newest_first = std::views::reverse(items_);
    const auto proposed = std::ranges::find_if(newest_first, [&](const TimelineItem& item) {
      return item.asker == from && item.asked == TimelineItem::Asked::nobody && item.happening.waits &&
             item.happening.session == happening.session;
    });
    if (proposed != newest_first.end()) {
      bytes_ -= bytes_of(*proposed);
      proposed->happening = happening;
      bytes_ += bytes_of(*proposed);
      proposed->asked = TimelineItem::Asked::open;
      proposed->question = told.question;
      return {proposed->number};
    }
    return {add({.root = root,
                 .happening = happening,
                 .asked = TimelineItem::Asked::open,
                 .asker = from,
                 .question = told.question})
                .number};
  }
  if (happening.kind == Happening::Kind::undone) {
    for (TimelineItem& item : items_) {
      if (item.root != root || !item.is_change() || item.happening.undo_id != happening.undo_id) continue;
      item.undone = happening.op == "undo";
      changed.push_back(item.number);
    }
  }
  changed.push_back(add({.root = root, .happening = happening, .asker = from}).number);
  return changed;
}

Timeline::Numbers Timeline::leave(Source from) {
  Numbers changed;
  for (TimelineItem& item : items_) {
    if (item.asker != from || item.asked != TimelineItem::Asked::open) continue;
    item.asked = TimelineItem::Asked::over;
    changed.push_back(item.number);
  }
  return changed;
}

bool Timeline::settle(std::uint64_t number, bool consent) {
  TimelineItem* const item = find_mutable(number);
  if (item == nullptr || item->asked != TimelineItem::Asked::open) return false;
  item->asked = consent ? TimelineItem::Asked::accepted : TimelineItem::Asked::declined;
  return true;
}

Timeline::Numbers Timeline::note_reviewed(std::size_t root, std::string_view id, bool reviewed) {
  Numbers changed;
  for (TimelineItem& item : items_) {
    if (item.root != root || !item.is_change() || item.happening.undo_id != id) continue;
    item.reviewed = reviewed;
    changed.push_back(item.number);
  }
  return changed;
}

}  // namespace kedge::ui
