#include "support/sha256.hpp"

#include <charconv>
#include <optional>

#include "support/sha256_kernel.hpp"

namespace kedge {
namespace {

struct Table {
  std::array<Sha256Kernel, 3> rows{};
  std::size_t size = 0;

  void add(const std::optional<Sha256Kernel>& kernel) {
    if (kernel) rows[size++] = *kernel;
  }
};

Table runnable_kernels() {
  Table table;
  table.add(sha256_kernel::arm());
  table.add(sha256_kernel::x86());
  table.add(sha256_kernel::portable());
  return table;
}

}  // namespace

std::span<const Sha256Kernel> sha256_kernels() {
  static const Table table = runnable_kernels();  // asked once: a processor does not change
  return std::span(table.rows).first(table.size);
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
