#include "model/model_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "figures.hpp"
#include "support/strings.hpp"

namespace kedge::model {
namespace {

std::optional<std::string> setting(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::uint64_t new_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

}  // namespace

std::size_t states_wanted() {
  const std::optional<std::string> wanted = setting("KEDGE_MODEL_STATES");
  return wanted ? std::stoull(*wanted) : KEDGE_MODEL_DEFAULT_STATES;
}

std::uint64_t run_seed() {
  static const std::uint64_t seed = [] {
    const std::optional<std::string> wanted = setting("KEDGE_MODEL_SEED");
    const std::uint64_t chosen = !wanted ? 1 : *wanted == "new" ? new_seed() : std::stoull(*wanted);
    std::cout << "random cases: KEDGE_MODEL_SEED=" << chosen << std::endl;  // flushed, so that it outlives a crash
    return chosen;
  }();
  return seed;
}

std::optional<std::size_t> only_case() {
  const std::optional<std::string> wanted = setting("KEDGE_MODEL_CASE");
  return wanted ? std::optional<std::size_t>(std::stoull(*wanted)) : std::nullopt;
}

void tell(std::string_view part, std::size_t count, std::string_view of_what) {
  constexpr std::string_view build = KEDGE_SANITIZED ? ", under sanitizers" : "";
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::cout << count << ' ' << of_what << '\n';
  note_figure({.part = part,
               .variant = concat(test.test_suite_name(), '.', test.name(), build),
               .count = count,
               .faults = test.result()->Failed() ? 1U : 0U,
               .detail = std::string(of_what)});
}

}  // namespace kedge::model
