#include "benchmarks/perf/operations.hpp"

#include <cstring>

#include "benchmarks/perf/sha256_floor.hpp"
#include "benchmarks/perf/versions.hpp"
#include "support/require.hpp"

namespace kedge::bench {
namespace {

// For a byte that does not occur, so that nothing but reading is measured.
Run scan(std::uint32_t lines) {
  return {[text = shown(lines)] { return std::size_t{std::memchr(text.bytes().data(), '\0', text.size()) == nullptr}; }};
}

// Into fresh memory, as everything that makes a new text has to.
Run copy(std::uint32_t lines) {
  return {[text = shown(lines)] {
    const std::string made(text.bytes());
    return made.size() + static_cast<unsigned char>(made[made.size() / 2]);
  }};
}

// Where the processor has none, the scan is the floor.
Run sha256_instructions(std::uint32_t lines) {
  if (!has_sha256_instructions()) return scan(lines);
  const Text& text = shown(lines);
  std::size_t blocks = 0;
  for (LineNo line{1}; text.has(line); line = line + 1) blocks += (text.content(line).size() + 9 + 63) / 64;
  return {[blocks] { return run_sha256_instructions(blocks); }};
}

Run compare(std::uint32_t lines) {
  return {[text = shown(lines), twin = std::string(shown(lines).bytes())] {
    return static_cast<std::size_t>(std::memcmp(text.bytes().data(), twin.data(), twin.size()));
  }};
}

}  // namespace

std::vector<Operation> floor_operations() {
  return {
      {"floor", "scan: memchr over all bytes", Floor::scan, &scan},
      {"floor", "copy: memcpy into fresh memory", Floor::copy, &copy},
      {"floor", "compare: memcmp of two copies", Floor::compare, &compare},
      {"floor", "instructions: SHA-256 of each line", Floor::instructions, &sha256_instructions},
  };
}

std::vector<Operation> operations() {
  std::vector<Operation> all;
  for (const auto& part : {floor_operations(), hash_operations(), text_operations(), edit_operations(), recovery_operations(),
                           anchor_operations(), syntax_operations()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

Run prepare_floor(Floor floor, std::uint32_t lines) {
  switch (floor) {
    case Floor::scan: return scan(lines);
    case Floor::copy: return copy(lines);
    case Floor::compare: return compare(lines);
    case Floor::instructions: return sha256_instructions(lines);
    case Floor::hashing: return hash_every_line_alone(lines);
    case Floor::none: break;
  }
  KEDGE_REQUIRE(floor != Floor::none);
  return {};
}

std::string_view name_of(Floor floor) {
  switch (floor) {
    case Floor::none: return "";
    case Floor::scan: return "scan";
    case Floor::copy: return "copy";
    case Floor::compare: return "compare";
    case Floor::instructions: return "instructions";
    case Floor::hashing: return "hashing";
  }
  return "";
}

}  // namespace kedge::bench
