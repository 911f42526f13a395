#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "support/sha256.hpp"

namespace kedge::bench {
namespace {

enum class Kernel : std::uint8_t { best, portable };

const Sha256Kernel& kernel(Kernel which) { return which == Kernel::best ? sha256_kernels().front() : sha256_kernels().back(); }

template <Kernel which>
Run hash_whole_text(std::uint32_t lines) {
  return {[text = shown(lines)] { return std::size_t{kernel(which).hash(text.bytes()).front()}; }};
}

template <Kernel which>
Run hash_lines(std::uint32_t lines) {
  const Text& text = shown(lines);
  std::vector<std::string_view> contents;
  for (LineNo line{1}; text.has(line); line = line + 1) contents.push_back(text.content(line));
  return {[text, contents, digests = std::vector<Digest>(contents.size())]() mutable {
    kernel(which).hash_each(contents, digests);
    return std::size_t{digests.back().front()};
  }};
}

}  // namespace

Run hash_every_line_alone(std::uint32_t lines) { return hash_lines<Kernel::best>(lines); }

std::vector<Operation> hash_operations() {
  return {
      {"sha256", "the text, best kernel", Floor::scan, &hash_whole_text<Kernel::best>},
      {"sha256", "the text, portable kernel", Floor::scan, &hash_whole_text<Kernel::portable>},
      {"sha256", "each line, best kernel", Floor::instructions, &hash_lines<Kernel::best>},
      {"sha256", "each line, portable kernel", Floor::scan, &hash_lines<Kernel::portable>},
  };
}

}  // namespace kedge::bench
