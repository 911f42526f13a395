// What a view has heard, in the order in which it happened, and which of it waits for an answer. It does no I/O.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/happening.hpp"
#include "ui/messages.hpp"

namespace kedge::ui {

struct TimelineItem {
  // Whether somebody is asked about it.
  enum class Asked : std::uint8_t { nobody, open, accepted, declined, over };

  std::uint64_t number = 0;  // from 1, never reused
  std::size_t root = 0;      // which of the roots that are watched
  Happening happening = {};
  std::uint64_t missed = 0;   // instead of a happening: so many did not reach this view
  bool from_records = false;  // it was made before this view was there: the files have only names
  bool undone = false;        // of an applied change, as far as it is known
  bool reviewed = false;      // likewise
  Asked asked = Asked::nobody;
  std::uint64_t asker = 0;    // the connection that waits for the answer
  std::string question = {};  // its id

  bool is_change() const { return missed == 0 && happening.kind == Happening::Kind::applied && !happening.undo_id.empty(); }
};
std::string_view name_of(TimelineItem::Asked asked);
std::string event_of(const TimelineItem& item);  // in a word or two

class Timeline {
 public:
  using Source = std::uint64_t;                // a connection
  using Numbers = std::vector<std::uint64_t>;  // of items that are new or have changed

  // Beyond these, the oldest items are forgotten, but never one that is asked about.
  static constexpr std::size_t most_items = 2000;
  static constexpr std::size_t most_bytes = 64UL * 1024 * 1024;

  Numbers hear(std::size_t root, Source from, const ToView& message);
  // The connection has ended, and its questions with it.
  Numbers leave(Source from);
  // A change that was made before.
  void add_recorded(std::size_t root, Happening happening, bool undone, bool reviewed);

  const std::deque<TimelineItem>& items() const { return items_; }
  const TimelineItem* find(std::uint64_t number) const;

  // The question of this item is answered here. False: it is not open any more.
  bool settle(std::uint64_t number, bool consent);
  Numbers note_reviewed(std::size_t root, std::string_view id, bool reviewed);

 private:
  TimelineItem& add(TimelineItem item);
  TimelineItem* find_mutable(std::uint64_t number);
  Numbers hear_told(std::size_t root, Source from, const Told& told);
  void make_room();

  std::deque<TimelineItem> items_;
  std::uint64_t last_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace kedge::ui
