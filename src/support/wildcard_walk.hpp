// Matches a path against a pattern with wildcards, in time at most the product of their lengths.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kedge {

// What a part of a pattern matches.
enum class WildcardStep : std::uint8_t {
  one,             // one character
  star,            // any number of characters except /
  folders,         // the start of **/: nothing, or inside_folders
  inside_folders,  // anything up to a slash
  rest,            // everything
};

// Tracks every position in the pattern that the path read so far could have reached. A position is the next part to match.
// Part::step() says what a part matches.
template <class Part>
class WildcardWalk {
 public:
  explicit WildcardWalk(std::span<const Part> parts) : parts_(parts), entered_(parts.size() + 1, 0) {
    places_.reserve(parts.size() + 1);
    before_.reserve(parts.size() + 1);
    enter(0);
  }

  // Advances by one character; `fits` compares it with a part whose step is `one`. Returns how many positions were tried.
  template <class Character, class Fits>
  std::size_t take(Character character, const Fits& fits) {
    ++turn_;
    places_.swap(before_);
    places_.clear();
    const bool slash = character == Character{'/'};
    for (const std::size_t place : before_) {
      if (place == parts_.size()) continue;
      const Part& part = parts_[place];
      switch (part.step()) {
        case WildcardStep::one:
          if (fits(part, character)) enter(place + 1);
          break;
        case WildcardStep::star:
          if (!slash) enter(place);
          break;
        case WildcardStep::inside_folders:
          enter(place);
          if (slash) enter(place + 1);
          break;
        case WildcardStep::rest: enter(place); break;
        case WildcardStep::folders: break;
      }
    }
    return before_.size();
  }

  bool is_lost() const { return places_.empty(); }
  bool is_done() const { return entered_.back() == turn_; }

 private:
  void enter(std::size_t place) {
    if (entered_[place] == turn_) return;
    entered_[place] = turn_;
    places_.push_back(place);
    if (place == parts_.size()) return;
    const WildcardStep step = parts_[place].step();
    if (step == WildcardStep::star || step == WildcardStep::rest || step == WildcardStep::folders) enter(place + 1);
    if (step == WildcardStep::folders) enter(place + 2);
  }

  std::span<const Part> parts_;
  std::size_t turn_ = 1;
  std::vector<std::size_t> entered_;  // by position: the turn in which it was last entered
  std::vector<std::size_t> places_, before_;
};

}  // namespace kedge
