#include "support/sha256.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "support/sha256_kernel.hpp"

namespace kedge {
namespace {

struct Table {
  std::array<Sha256Kernel, 4> rows{};
  std::size_t size = 0;

  void add(const std::optional<Sha256Kernel>& kernel) {
    if (kernel) rows[size++] = *kernel;
  }
};

Table runnable_kernels() {
  Table table;
  table.add(sha256_kernel::arm());
  table.add(sha256_kernel::x86());
  table.add(sha256_kernel::avx2());
  table.add(sha256_kernel::portable());
  return table;
}

}  // namespace

std::span<const Sha256Kernel> sha256_kernels() {
  static const Table table = runnable_kernels();  // asked once: a processor does not change
  return std::span(table.rows).first(table.size);
}

Sha256::Sha256() : state_(sha256_kernel::initial_state) {}

void Sha256::add(std::string_view piece) {
  using sha256_kernel::block_size;
  const auto compress = sha256_kernels().front().compress;
  const std::size_t waiting = size_ % block_size;
  size_ += piece.size();
  if (waiting > 0) {
    const std::string_view filling = piece.substr(0, block_size - waiting);
    std::ranges::copy(filling, rest_.begin() + static_cast<std::ptrdiff_t>(waiting));
    piece.remove_prefix(filling.size());
    if (waiting + filling.size() < block_size) return;
    compress(state_, rest_.data(), 1);
  }
  const std::size_t blocks = sha256_kernel::whole_block_count(piece);
  compress(state_, sha256_kernel::whole_blocks(piece), blocks);
  std::ranges::copy(piece.substr(blocks * block_size), rest_.begin());
}

Digest Sha256::finish() {
  sha256_kernel::Tail tail;
  tail.fill({reinterpret_cast<const char*>(rest_.data()), size_ % sha256_kernel::block_size}, size_);
  sha256_kernels().front().compress(state_, tail.bytes.data(), tail.block_count);
  return sha256_kernel::digest_of(state_);
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest{};
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char* const at = text.data() + 2 * i;
    if (std::from_chars(at, at + 2, digest[i], 16).ptr != at + 2) return std::nullopt;
  }
  return digest;
}

}  // namespace kedge
