// Paths that are not written, or not even read, whoever asks: version control, configuration that other programs execute,
// keys and credentials. The table is protected_paths.def. The rules are about names, folded as the most forgiving file
// system would read them, so a path has to be checked as it was given and again as its links resolve.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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

// The rule that forbids the access wherever the root is, or null. The path is relative to the root and names a file.
const Rule* protecting_rule(std::string_view relative_path, Access access);

// The rule of the home folder that forbids the access, or null.
const Rule* home_rule(std::string_view path_in_home, Access access);

// The rule by which writing the file is worth a warning, or null.
const Rule* warning_rule(std::string_view relative_path);

// Where the user's home folder is as seen from a root: it may be the root, lie below it, or be somewhere above it.
class HomeView {
 public:
  HomeView() = default;
  // Both absolute and without links; no home: empty.
  HomeView(std::string_view root, std::string_view home);

  bool is_root() const { return kind_ == Kind::root; }
  // The same file as seen from the home folder; nothing where no rule of the home folder could be about it.
  std::optional<std::string> path_in_home(std::string_view relative_path) const;

 private:
  enum class Kind : std::uint8_t { elsewhere, root, below_root, above_root };
  Kind kind_ = Kind::elsewhere;
  std::string between_;  // from one to the other, with a slash at the end
};

// The rules of one root, with what its user has lifted by flag or configuration. Nothing inside a root can lift a rule.
struct ProtectedPaths {
  HomeView home = {};
  std::vector<Glob> allowed = {};  // --allow GLOB

  bool lifts(std::string_view relative_path) const;
  const Rule* rule(std::string_view relative_path, Access access) const;    // null where the path is free or was freed
  Result<void> check(std::string_view relative_path, Access access) const;  // path_protected, naming the rule
};

}  // namespace kedge
