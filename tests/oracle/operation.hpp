// What somebody else does to a file: data that can be applied, told and done again in another history.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "author.hpp"
#include "program.hpp"

namespace oracle {

enum class OpKind : std::uint8_t {
  insert_line,
  delete_line,
  change_line,
  insert_function,
  delete_function,
  duplicate_function,
  move_function,
  swap_functions,
  rename_header,
  swap_equal_bodies,
  reindent,
};
constexpr std::array<std::string_view, 11> op_names{"insert line",     "delete line",        "change line",   "insert function",
                                                    "delete function", "duplicate function", "move function", "swap functions",
                                                    "rename header",   "swap equal bodies",  "re-indent"};

// Which blank line goes with a function that is put, taken or moved. The bytes do not tell.
enum class Gap : std::uint8_t { above, below, neither };  // neither: in swaps only
constexpr std::array<Gap, 3> gaps{Gap::above, Gap::below, Gap::neither};

// Indices are those of the program before the operation.
struct Op {
  OpKind kind;
  std::uint32_t at = 0;     // the line, the header, or the slot of a new function
  std::uint32_t other = 0;  // the slot, the other header, or where the stretch ends
  Gap taken = Gap::above;
  Gap put = Gap::above;
  std::uint8_t depth = 0;          // of a new function
  TextId text = 0;                 // of one line
  std::vector<TextId> texts = {};  // of a new function, or of the stretch as it becomes
};

// Whether the operation makes sense on this program: asked when it is done again after others were exchanged.
bool applies(const Op& op, const Program& program);
// REQUIRES: applies(op, program).
Program after(const Op& op, const Program& program);

// The lines of the program that it touches or puts in another place; empty: it only puts lines there.
// REQUIRES: applies(op, program).
Stretch region_of(const Op& op, const Program& program);

// None if this program has no room for the kind.
std::optional<Op> random_operation(Author& author, const Program& program, OpKind kind);
Op random_operation(Author& author, const Program& program);

// The stretch with each row moved by one level, or none if a row would leave the body.
std::optional<Op> reindented(const Program& program, Texts& texts, const Function& function, Stretch stretch, int columns);

std::string told(const Op& op, const Program& before, const Texts& texts);

}  // namespace oracle
