// How many bytes of an answer are left for rows of files. Clients cut what is longer than they like before a model sees it, and
// what was cut has not been shown: so whoever prints rows asks here first, and only what was printed counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace kedge {

class AnswerRoom {
 public:
  static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

  AnswerRoom() = default;
  // `page` and `refusals` are the longest answer and the longest refusal in bytes, `rows` the most rows of either. `copies` is
  // how often an answer repeats the rows of a change: an answer with data has them in the text, the diff and the preview.
  AnswerRoom(std::size_t page, std::size_t rows, std::size_t refusals, std::size_t copies)
      : left_(page - std::min(page, words)),
        rows_(rows),
        longest_refusal_(refusals),
        left_in_refusal_((refusals - std::min(refusals, words)) / copies),
        copies_(copies) {}

  // For the rows of a reading.
  std::size_t left() const { return left_; }
  std::size_t rows() const { return rows_; }
  // For the rows of a change that was made.
  std::size_t left_for_result() const { return left_ / copies_; }
  std::size_t longest_refusal() const { return longest_refusal_; }
  // Takes the place of rows of a refusal. False: it is not there.
  bool take(std::size_t bytes) {
    if (left_in_refusal_ == unbounded) return true;
    if (bytes > left_in_refusal_) return false;
    left_in_refusal_ -= bytes;
    return true;
  }

 private:
  static constexpr std::size_t words = 1'200;  // that stand around the rows

  std::size_t left_ = unbounded;
  std::size_t rows_ = unbounded;
  std::size_t longest_refusal_ = unbounded;
  std::size_t left_in_refusal_ = unbounded;
  std::size_t copies_ = 1;
};

}  // namespace kedge
