// Walks a path through a pattern with wildcards, in time that is at most the product of their lengths, whatever the pattern.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kedge {

// What a part of a pattern takes.
enum class WildcardStep : std::uint8_t {
  one,             // one character, if it fits
  star,            // any number of characters that are no slash
  folders,         // the start of **/ : nothing, or what follows it
  inside_folders,  // anything up to a slash
  rest,            // everything
};

// Keeps all places in the pattern that the path read so far could have come to; a place is the next part to be fulfilled.
// A Part says what it takes by `step()`.
template <class Part>
class WildcardWalk {
 public:
  explicit WildcardWalk(std::span<const Part> parts) : parts_(parts), entered_(parts.size() + 1, 0) {
    places_.reserve(parts.size() + 1);
    before_.reserve(parts.size() + 1);
    enter(0);
  }

  // The places after one more character; `fits` judges it by a part whose step is `one`. Returns how many were looked at.
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
  std::vector<std::size_t> entered_;  // by place: the turn of its last entry
  std::vector<std::size_t> places_, before_;
};

}  // namespace kedge
