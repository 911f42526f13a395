// What the program under test says that it has done.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "program.hpp"

namespace faults {

struct Answer {
  bool whole = false;  // one JSON object and the end of its line
  std::optional<std::string> error;
  bool unchanged = false;
  std::optional<std::map<std::string, std::string>> on_disk;  // SHA-256 or "missing" by path

  // Said, and not taken back by anything that comes later.
  bool acknowledges() const { return whole && !error; }
};

Answer answer_in(const std::string& output);

}  // namespace faults
