// A check compares one file before and after an edit, while nothing is on disk, and reports what looks like damage by the edit.
// It is one file in checks/ and one row of checks.def. What was in the file before is never held against an edit.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "edit/diff.hpp"
#include "syntax/syntax.hpp"
#include "verify/finding.hpp"

namespace kedge {

struct ChangedFile {
  std::string_view path;  // its name says which language it is in
  Text before;            // of a new file: empty
  Text after;
  std::vector<Hunk> hunks;   // by content: rows that were written back unchanged are not in them
  bool whole = false;        // sent as a whole, not edited
  bool signs = false;        // new rows came with a + before them
  Syntax* syntax = nullptr;  // null: no grammar is available
};

// What a check does if the policy is to warn. If it is to refuse, every check refuses.
enum class Leniency : std::uint8_t {
  refuses,  // refuses all the same
  warns,
  sleeps,  // does not run: another check looks at the edit's own slips more closely
};

struct Check {
  std::string_view name;  // a caller accepts its findings by this name
  Leniency leniency;
  std::vector<Finding> (*look)(const ChangedFile& file);  // name and weight of what it finds are filled in by `verify`
};

}  // namespace kedge
