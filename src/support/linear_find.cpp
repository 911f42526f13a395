#include "support/linear_find.hpp"

#include <algorithm>
#include <cstring>

namespace kedge {

std::size_t linear_find(std::string_view text, std::string_view piece, std::size_t from) {
  // One window at a time: what looks at the whole of the text for every call, as a sanitizer does, would make many matches
  // quadratic.
  const std::size_t window = std::max<std::size_t>(64UL * 1024, 4 * piece.size());
  if (piece.empty()) return from;
  while (text.size() - from >= piece.size()) {
    const std::string_view part = text.substr(from, window);
    const void* found = memmem(part.data(), part.size(), piece.data(), piece.size());
    if (found != nullptr) return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (part.size() < window) break;
    from += window - piece.size() + 1;
  }
  return std::string_view::npos;
}

}  // namespace kedge
