// The lines of one text by the hashes of their contents. Building it costs little more than the hashing: a lookup runs through
// eight bytes a line, which is quicker than sorting them for the few lookups of a call.
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

  // Lines whose content has a hash that begins so, in either case, in order. A prefix long enough to stand for a context
  // (context_digits) also finds lines by the hash of their content with its neighbours. What is not hexadecimal finds nothing.
  std::vector<LineNo> find(std::string_view prefix) const;

  // The first eight bytes of each line's hash.
  const std::vector<std::uint64_t>& heads() const { return heads_; }

  static constexpr std::size_t context_digits = 8;

 private:
  Text text_;
  std::vector<std::uint64_t> heads_;
};

// The same of each line's context (text/line_hash, context_hash), for all lines at once: also where blank lines stand in
// long runs the time is that of hashing.
std::vector<std::uint64_t> context_heads(const Text& text);

}  // namespace kedge
