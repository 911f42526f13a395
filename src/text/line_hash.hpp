// The hash of a line's content. 2, 6 and 8 hex digits are prefixes of one SHA-256 digest. A prefix is only a short name for
// the model; before acting on one, the full bytes are compared.
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
  // In either case. A prefix that is empty, longer than the digest or not hexadecimal never matches.
  bool has_prefix(std::string_view prefix) const;
};

LineHash hash_of(std::string_view content);

// Every line of the text, in order.
std::vector<LineHash> line_hashes(const Text& text);

// The hash of the line with its nearest non-blank neighbours: the three contents joined by LF; a missing neighbour is
// empty. It tells equal lines in different places apart. REQUIRES: text.has(line).
LineHash context_hash(const Text& text, LineNo line);

bool is_blank(std::string_view content);

}  // namespace kedge
