// Programs that leave out some of their flushes: the stepper tells them that all went well.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "stepper.hpp"

namespace faults {

struct Forgetful {
  std::string name;
  std::function<bool(std::size_t number, bool of_folder)> forgets;  // which flush, from 0
};

// Without any, without those of files, without those of folders.
std::vector<Forgetful> forgetful_programs();

bool is_flush(const Call& call);
// REQUIRES: the stepper stands at a flush
std::filesystem::path flushed_file(const Stepper& stepper);
bool flushes_folder(const Stepper& stepper);

}  // namespace faults
