// The ways in which the program writes to a file that exists, each as one call and what it has to make of the file. What is
// expected is worked out by splicing lines, as simply as can be: every line that is not named stays as it is, and a new row
// ends as the line in whose place it stands, or else as its neighbours.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/file_shape.hpp"
#include "support/json.hpp"

namespace kedge::test {

enum class Tool { edit, write };

struct WriteAttempt {
  Tool tool = Tool::edit;
  Json arguments = Json::object();  // of edit, without the file
  std::string content = {};         // of write
  Lines expected = {};
  std::string match_mode = "exact";
  bool keeps_mark = true;  // the byte order mark; only a whole file can be without it
};

struct WritePath {
  std::string_view name;
  WriteAttempt (*attempt)(const FileShape& shape);
  // Why this is nothing that could be asked of such a file; empty if it can.
  std::string_view (*senseless)(const FileShape& shape);
};

std::span<const WritePath> write_paths();

// What somebody else does to the file without the program: before or after the steps were changed, and in other lines.
Lines changed_elsewhere(Lines lines);
// Replaces the three steps by four.
WriteAttempt change_of_steps(const FileShape& shape);

}  // namespace kedge::test
