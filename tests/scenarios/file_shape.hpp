// Files as they come: how their lines end, which bytes they hold, and what belongs to them besides their bytes. All have the
// same twelve lines, as far as the shape allows, so that the same edits fit all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/workplace.hpp"

namespace kedge::test {

struct Line {
  std::string content;
  std::string end;  // its terminator; empty only in the last line
};
using Lines = std::vector<Line>;

// By their place in Lines, from 0.
namespace row {
inline constexpr std::size_t header = 0, alpha = 1, block = 2, first_step = 3, second_step = 4, third_step = 5, block_end = 6,
                             shared = 7, beta = 8, shared_again = 9, quiet = 10, tail = 11;
}

enum class Belonging { nothing, executable, other_owner, attribute, access_list, link_to_it, second_name };

struct FileShape {
  std::string_view name;
  Lines lines;
  std::string mark = {};          // before the first line
  std::string line_break = "\n";  // how a caller quotes the end of a line
  std::size_t shown = 0;          // how many lines can be shown, from the first; 0: all
  bool is_utf8 = true;            // if not, JSON cannot carry its bytes
  Belonging belonging = Belonging::nothing;

  std::string bytes() const { return bytes_with(lines); }
  std::string bytes_with(const Lines& others) const;
};

std::string to_bytes(std::span<const Line> lines);
std::span<const FileShape> file_shapes();

// What belongs to a file, in a form that can be compared and read: permissions, owner, attributes, access list.
std::string belongings_of(const std::filesystem::path& file);

inline constexpr std::string_view shaped_file = "f.txt";     // by which the program is asked for it
inline constexpr std::string_view other_name = "other.txt";  // what the link leads to, or the second name

// Puts the file into the root. Returns why this machine cannot, or nothing.
std::string put_file(const FileShape& shape, const Workplace& place);

}  // namespace kedge::test
