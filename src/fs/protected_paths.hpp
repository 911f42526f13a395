// Paths that are not written, or not even read, whoever asks: version control, configuration that other programs execute,
// keys and credentials. The table is protected_paths.def. The rules are about names, folded as the most forgiving file
// system would read them, so a path has to be checked as it was given and again as its links resolve.
#pragma once

#include <string_view>
#include <vector>

#include "error/error.hpp"
#include "support/glob.hpp"

namespace kedge {

enum class Access { read, write };

enum class Protection {
  warn,      // written, but the result says so
  no_write,  // read, not written
  no_read,   // neither read nor written
};

struct Rule {
  std::string_view pattern;
  Protection protection;
};

// The rule that forbids the access, or null. The path is relative to the root and names a file.
const Rule* protecting_rule(std::string_view relative_path, Access access, bool root_is_home);

// The rule by which writing the file is worth a warning, or null.
const Rule* warning_rule(std::string_view relative_path);

// The rules of one root, with what its user has lifted by flag or configuration. Nothing inside a root can lift a rule.
struct ProtectedPaths {
  bool root_is_home = false;
  std::vector<Glob> allowed = {};  // --allow GLOB

  const Rule* rule(std::string_view relative_path, Access access) const;    // null where the path is free or was freed
  Result<void> check(std::string_view relative_path, Access access) const;  // path_protected, naming the rule
};

}  // namespace kedge
