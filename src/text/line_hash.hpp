// The identity of a line's content. 2, 6 and 8 hex digits are prefixes of one SHA-256 digest; a prefix is a label for
// the model's convenience, and whoever acts on one compares full bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/sha256.hpp"
#include "text/text.hpp"

namespace kedge {

struct LineHash {
  Digest digest{};

  friend bool operator==(const LineHash&, const LineHash&) = default;
  std::string hex(std::size_t digits) const;  // lower case; REQUIRES: digits <= 64
  // Either case. A prefix that is empty, longer than the digest or not hexadecimal fits nothing.
  bool has_prefix(std::string_view prefix) const;
};

LineHash hash_of(std::string_view content);

// Every line of the text, in order.
std::vector<LineHash> line_hashes(const Text& text);

// The line with its nearest neighbours that hold a non-blank character: the three contents joined by LF, an absent
// neighbour being empty. Tells equal lines apart by where they stand. REQUIRES: text.has(line).
LineHash context_hash(const Text& text, LineNo line);

bool is_blank(std::string_view content);

}  // namespace kedge
