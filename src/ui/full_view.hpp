// The full-screen view: what is shown where, and what the keys do. It does no I/O: its caller draws it on a canvas, and does
// what it asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/messages.hpp"
#include "ui/root_view.hpp"
#include "ui/screen.hpp"
#include "ui/shown_rows.hpp"
#include "ui/timeline.hpp"
#include "ui/typed_answer.hpp"

namespace kedge::ui {

// What the person wants.
struct Leave {};
struct LookAt {  // call show_item() with this item
  std::uint64_t number = 0;
};
struct GiveAnswer {
  std::uint64_t number = 0;
  Answer answer;
};
struct TurnItem {  // if it is a dry run, call show_preview()
  std::uint64_t number = 0;
  TurnWanted wanted;
  bool hold = false;
};
struct MarkReviewed {
  std::uint64_t number = 0;
  bool reviewed = true;
};
using Wish = std::variant<std::monostate, Leave, LookAt, GiveAnswer, TurnItem, MarkReviewed>;

// A file of a change, with its rows.
struct ShownFile {
  Happening::File file;
  std::vector<ShownRow> rows;
};

class FullView {
 public:
  // REQUIRES: the timeline outlives this.
  FullView(const Timeline& timeline, std::string root) : timeline_(timeline), root_(std::move(root)) {}

  // Something was heard: these items are new or have changed.
  Wish hear(const Timeline::Numbers& changed);
  Wish press(const Key& key);

  void show_item(const TimelineItem& item, const Happening& happening, std::vector<ShownFile> files);
  void show_preview(std::vector<ShownFile> files);
  void say(std::string text) { said_ = std::move(text); }

  void draw(Canvas& canvas);

 private:
  enum class Mode : std::uint8_t {
    browse,
    search,        // typing what is searched for
    note,          // typing why it is declined
    accept_note,   // typing what goes with a yes
    minutes,       // typing for how long everything is accepted
    confirm_turn,  // a preview is shown
    help,
  };

  // A row of the right side.
  struct Line {
    std::vector<std::pair<std::string, Style>> pieces;
    std::uint32_t part = 0;
    std::size_t file = 0;
  };

  std::vector<const TimelineItem*> listed() const;
  const TimelineItem* current() const { return timeline_.find(selected_); }
  Wish select(std::uint64_t number);
  Wish move(int by);
  Wish press_in_text(const Key& key);
  Wish finish_text();
  Wish press_in_preview(const Key& key);
  void flip_part(std::uint32_t number);
  Wish turn(bool dry_run, bool hold);
  Answer answer_with_parts(bool consent) const;
  std::vector<NumberedPart> numbered_parts() const;
  void scroll(int by);
  void lay_out(int width);
  void add_rows(const ShownFile& shown, std::size_t index, int width);
  void add_side_by_side(const ShownFile& shown, std::size_t index, int width);
  std::string prompt() const;
  void draw_list(Canvas& canvas, int first, int rows, int width);
  void draw_detail(Canvas& canvas, int first, int rows, int column, int width);

  const Timeline& timeline_;
  std::string root_;
  std::uint64_t selected_ = 0;
  std::uint64_t shown_ = 0;  // what the right side is about
  Happening happening_;
  std::vector<ShownFile> files_;
  bool is_preview_ = false;
  std::vector<Line> lines_;
  int laid_out_for_ = -1;  // columns; -1: not at all
  std::size_t top_ = 0;    // the first line of the right side that is shown
  std::size_t page_ = 1;   // how many are
  bool on_the_right_ = false;
  bool side_by_side_ = false;
  Mode mode_ = Mode::browse;
  std::string typed_;
  std::string wanted_;                // only items with this are listed
  std::set<std::uint32_t> declined_;  // parts, by number
  std::string said_;
};

}  // namespace kedge::ui
