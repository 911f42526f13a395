#include "support/sha256.hpp"

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

}  // namespace kedge
