// A check looks at one file before and after an edit, while nothing is on disk, and tells what the edit brought that looks like
// damage. One file in checks/ and one row of checks.def; what stood in the file before is never held against an edit.
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
  std::vector<Hunk> hunks;   // by content: rows that were written back as they stood are not among them
  bool whole = false;        // sent as a whole, not edited
  Syntax* syntax = nullptr;  // nothing: no grammar is at hand
};

// What a check does where the policy is to warn. Where it is to refuse, every check refuses.
enum class Leniency : std::uint8_t {
  refuses,  // all the same
  warns,
  sleeps,  // costs a parse, or the edit's own slips are looked at more closely elsewhere
};

struct Check {
  std::string_view name;  // by which a caller accepts its findings
  Leniency leniency;
  std::vector<Finding> (*look)(const ChangedFile& file);  // name and weight of what it finds are filled in by `verify`
};

}  // namespace kedge
