#include "text/line_hash.hpp"

#include <algorithm>

#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
std::string LineHash::hex(std::size_t digits) const {
  KEDGE_REQUIRE(digits <= 2 * digest.size());
  return to_hex(digest).substr(0, digits);
}

bool LineHash::has_prefix(std::string_view prefix) const {
  if (prefix.empty() || prefix.size() > 2 * digest.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const unsigned nibble = i % 2 == 0 ? digest[i / 2] >> 4U : digest[i / 2] & 15U;
    if (hex_digit(prefix[i]) != nibble) return false;
  }
  return true;
}

LineHash hash_of(std::string_view content) { return {sha256(content)}; }

std::vector<LineHash> line_hashes(const Text& text) {
  std::vector<std::string_view> contents;
  contents.reserve(text.line_count());
  for (LineNo line{1}; text.has(line); line = line + 1) contents.push_back(text.content(line));
  std::vector<Digest> digests(contents.size());
  sha256_each(contents, digests);
  std::vector<LineHash> hashes;
  hashes.reserve(digests.size());
  for (const Digest& digest : digests) hashes.push_back({digest});
  return hashes;
}

LineHash context_hash(const Text& text, LineNo line) {
  std::string_view above;
  for (LineNo at = line; at > LineNo{1};) {
    at = at - 1;
    if (!is_blank(text.content(at))) {
      above = text.content(at);
      break;
    }
  }
  std::string_view below;
  for (LineNo at = line + 1; text.has(at); at = at + 1) {
    if (!is_blank(text.content(at))) {
      below = text.content(at);
      break;
    }
  }
  return hash_of(concat(above, '\n', text.content(line), '\n', below));
}

bool is_blank(std::string_view content) {
  return std::ranges::all_of(content, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; });
}

}  // namespace kedge
