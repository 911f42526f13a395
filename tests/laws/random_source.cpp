#include "laws/random_source.hpp"

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

namespace kedge::laws {
namespace {

std::uint64_t new_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

std::uint64_t run_seed() {
  static const std::uint64_t seed = [] {
    const char* wanted = std::getenv("KEDGE_LAW_SEED");
    const bool any = wanted != nullptr && std::string_view(wanted) == "new";
    const std::uint64_t chosen = any ? new_seed() : wanted != nullptr ? std::stoull(wanted) : 1;
    std::cout << "random cases: KEDGE_LAW_SEED=" << chosen << std::endl;  // flushed, so that it outlives a crash
    return chosen;
  }();
  return seed;
}

}  // namespace

std::size_t law_cases() {
  static const std::size_t cases = [] {
    const char* wanted = std::getenv("KEDGE_LAW_CASES");
    return wanted != nullptr ? std::stoull(wanted) : 6'000ULL;
  }();
  return cases;
}

std::uint64_t case_seed(std::size_t index) { return Random(run_seed() ^ Random(index).next()).next(); }

}  // namespace kedge::laws
