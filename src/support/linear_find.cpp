#include "support/linear_find.hpp"

#include <cstring>

namespace kedge {

std::size_t linear_find(std::string_view text, std::string_view piece, std::size_t from) {
  if (piece.empty()) return from;
  if (text.size() - from < piece.size()) return std::string_view::npos;
  const void* found = memmem(text.data() + from, text.size() - from, piece.data(), piece.size());
  return found == nullptr ? std::string_view::npos : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace kedge
