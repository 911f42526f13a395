// The bytes of one execution, taken apart from the front: numbers for choices, texts up to a byte that UTF-8 never has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kedge::fuzz {

class Input {
 public:
  explicit Input(std::string_view bytes) : left_(bytes) {}

  // 0 where nothing is left.
  std::size_t byte() {
    if (left_.empty()) return 0;
    const auto value = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  std::size_t below(std::size_t bound) { return byte() % bound; }  // REQUIRES: bound > 0
  bool flag() { return byte() % 2 == 1; }

  // Up to the next 0xFF, which is taken with it; else all that is left.
  std::string_view text() {
    const std::size_t end = left_.find('\xFF');
    const std::string_view taken = left_.substr(0, end);
    left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
    return taken;
  }
  std::string_view rest() {
    const std::string_view taken = left_;
    left_ = {};
    return taken;
  }
  bool empty() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace kedge::fuzz
