#include "support/common_ends.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace kedge {
namespace {

// memcmp is fast on long stretches. Backwards it runs into the prefetcher's blind side at the start of each call, so the
// first strides are long; the last one is looked at word_size by word_size.
constexpr std::size_t long_stride = 65536;
constexpr std::size_t short_stride = 4096;
constexpr std::size_t word_size = sizeof(std::uint64_t);

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t same = 0;
  for (const std::size_t stride : {short_stride, word_size, std::size_t{1}}) {
    while (most - same >= stride && std::memcmp(a.data() + same, b.data() + same, stride) == 0) same += stride;
  }
  return same;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  const char* const a_end = a.data() + a.size();
  const char* const b_end = b.data() + b.size();
  std::size_t same = 0;
  for (const std::size_t stride : {long_stride, short_stride, word_size, std::size_t{1}}) {
    while (most - same >= stride && std::memcmp(a_end - same - stride, b_end - same - stride, stride) == 0) same += stride;
  }
  return same;
}

}  // namespace kedge
