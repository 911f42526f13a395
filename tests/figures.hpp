// What a battery has counted, for docs/reliability.md: with KEDGE_FIGURES=FILE, one JSON object per line is appended to FILE.
// Scripts append lines of the same shape.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "support/json.hpp"
#include "support/time_text.hpp"

namespace kedge {

struct Figure {
  std::string_view part;     // "kills", "fuzz", "mutants": the row of the page
  std::string_view variant;  // which of several runs of that part: "two disks, portable", "dialect_patch_fuzz"
  std::uint64_t count = 0;   // points, states, executions
  std::uint64_t faults = 0;  // how many of them broke a promise
  std::string detail;        // what was seen on the way, in the words of the part
};

inline void note_figure(const Figure& figure) {
  const char* const path = std::getenv("KEDGE_FIGURES");
  if (path == nullptr || *path == '\0') return;
  Json line = Json::object();
  line.set("part", std::string(figure.part));
  line.set("variant", std::string(figure.variant));
  line.set("count", figure.count);
  line.set("faults", figure.faults);
  line.set("detail", figure.detail);
  line.set("at", time_text(std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count()));
  std::ofstream(path, std::ios::app) << line.dump() + '\n';
}

}  // namespace kedge
