// What is measured. One row to an operation: it is prepared for a size, then run again and again; both programs of this
// folder read the same rows.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace kedge::bench {

// The least that this machine allows for what the operation has to look at or make: by its memory, by its SHA-256 instructions
// alone, or by hashing every line.
enum class Floor : std::uint8_t { none, scan, copy, compare, instructions, hashing };

struct Run {
  // What is timed. Returns something that depends on the work, so that no compiler can leave the work out.
  std::function<std::size_t()> work;
  // If set, comes before each and is not timed: hands over fresh input, lets go of the last result.
  std::function<void()> set_up = nullptr;
};

struct Operation {
  std::string_view group;
  std::string_view name;
  Floor floor = Floor::none;
  Run (*prepare)(std::uint32_t lines);
  std::uint32_t least_lines = 100;  // that it makes sense for
};

std::vector<Operation> operations();

// The operation that is the floor itself. REQUIRES: not none.
Run prepare_floor(Floor floor, std::uint32_t lines);
std::string_view name_of(Floor floor);

// The parts of operations().
std::vector<Operation> floor_operations();
std::vector<Operation> hash_operations();
// Every line with the quickest kernel, and nothing else.
Run hash_every_line_alone(std::uint32_t lines);
std::vector<Operation> text_operations();
std::vector<Operation> edit_operations();
std::vector<Operation> recovery_operations();
std::vector<Operation> anchor_operations();
std::vector<Operation> syntax_operations();

}  // namespace kedge::bench
