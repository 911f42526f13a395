#include "kept.hpp"

#include <chrono>
#include <thread>

#include "support/strings.hpp"

namespace faults {

bool is_kept(const Place& place, const std::string& bytes) {
  for (const auto& [name, node] : read_tree(place.state)) {
    if (node.bytes.contains(bytes)) return true;
  }
  return false;
}

void await_discard(std::span<const Place* const> places) {
  for (const Place* place : places) run(place->doctor());
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  for (const Place* place : places) {
    run(place->called({"commit", "--input", "afterwards.list"}));
    run(place->doctor());
  }
}

}  // namespace faults
