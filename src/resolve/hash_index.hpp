// The lines of one text by the hash of their content. A lookup scans eight bytes per line, which is faster than sorting for the
// few lookups of a call.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

class HashIndex {
 public:
  explicit HashIndex(const Text& text);

  const Text& text() const { return text_; }

  // Lines whose content hash begins with `prefix`, in upper or lower case, in order. A prefix long enough for a context
  // (context_digits) also finds lines by the hash of their content with its neighbours. A prefix that is not hexadecimal finds
  // none.
  std::vector<LineNo> find(std::string_view prefix) const;

  // The first eight bytes of each line's hash.
  const std::vector<std::uint64_t>& heads() const { return *heads_; }

  static constexpr std::size_t context_digits = 8;

 private:
  Text text_;
  Text::LineHeads heads_;
};

}  // namespace kedge
