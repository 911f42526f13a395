// Runs a scenario in a fresh folder and returns it as it happened: the same scenario where every expectation held, else
// one with the expectations that would have held. So a failure is shown as a diff of the scenario, and accepting it is
// writing that scenario back.
#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/scenario_file.hpp"

namespace kedge::test {

struct RunSettings {
  std::filesystem::path program;  // what `kedge` stands for
  std::chrono::milliseconds patience = std::chrono::seconds(30);
  Fixtures fixtures = {};  // what happened is written with their names
};

// Or what no scenario can say: a run that did not end, a program that could not be started.
std::expected<Scenario, std::string> run_scenario(const Scenario& scenario, const RunSettings& settings);

// The difference as a person reads it; empty if there is none.
std::string mismatch(const Scenario& expected, const Scenario& happened);

// The tests run on the portable file system (KEDGE_FS=portable).
bool is_portable();

// Before a command of a shell: the file systems that it is to be tried on, the usual one first. The portable one alone if the
// tests run on that anyway.
std::span<const std::string_view> file_systems();

// What every program of a test gets to see: a home and a state folder of its own, no colours, no locale.
std::vector<std::string> plain_environment(const std::filesystem::path& home);

}  // namespace kedge::test
