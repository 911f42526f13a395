#include "support/common_ends.hpp"

#include <algorithm>
#include <cstring>

namespace kedge {
namespace {

constexpr std::size_t stride = 4096;  // memcmp is fast on long stretches; only the last one is looked at byte by byte

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (most - same >= stride && std::memcmp(a.data() + same, b.data() + same, stride) == 0) same += stride;
  while (same < most && a[same] == b[same]) ++same;
  return same;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  const char* const a_end = a.data() + a.size();
  const char* const b_end = b.data() + b.size();
  std::size_t same = 0;
  while (most - same >= stride && std::memcmp(a_end - same - stride, b_end - same - stride, stride) == 0) same += stride;
  while (same < most && a_end[-1 - static_cast<std::ptrdiff_t>(same)] == b_end[-1 - static_cast<std::ptrdiff_t>(same)]) ++same;
  return same;
}

}  // namespace kedge
