// How many bytes of an answer are left for rows of files. Clients cut long answers before the model sees them, and rows that
// were cut have not been shown. So whoever prints rows asks here first, and only printed rows count as shown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace kedge {

class AnswerRoom {
 public:
  static constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

  AnswerRoom() = default;
  // `page` and `refusals` limit the bytes of an answer and of a refusal, `rows` the rows of either. `copies` is how often an
  // answer repeats the rows of a change: an answer with data has them in the text, the diff and the preview.
  AnswerRoom(std::size_t page, std::size_t rows, std::size_t refusals, std::size_t copies)
      : left_(page - std::min(page, words)),
        rows_(rows),
        longest_refusal_(refusals),
        left_in_refusal_((refusals - std::min(refusals, words)) / copies),
        copies_(copies) {}

  // For the rows of a read.
  std::size_t left() const { return left_; }
  std::size_t rows() const { return rows_; }
  // For the rows of a change that was made.
  std::size_t left_for_result() const { return left_ / copies_; }
  std::size_t longest_refusal() const { return longest_refusal_; }
  // Reserves room for rows of a refusal; false if there is not enough.
  bool take(std::size_t bytes) {
    if (left_in_refusal_ == unbounded) return true;
    if (bytes > left_in_refusal_) return false;
    left_in_refusal_ -= bytes;
    return true;
  }

 private:
  static constexpr std::size_t words = 1'200;  // for the text around the rows

  std::size_t left_ = unbounded;
  std::size_t rows_ = unbounded;
  std::size_t longest_refusal_ = unbounded;
  std::size_t left_in_refusal_ = unbounded;
  std::size_t copies_ = 1;
};

}  // namespace kedge
