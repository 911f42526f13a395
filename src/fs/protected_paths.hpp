// Paths that are not written, or not even read: version control, configuration that makes other programs run,
// keys and credentials. The table is protected_paths.def. Rules are about names, folded as the most lenient file
// system would read them, so a path is checked both as given and with its links resolved.
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
  no_write,  // read but not written
  no_read,   // neither read nor written
};

struct Rule {
  std::string_view pattern;
  Protection protection;
};

// The rule that forbids the access in any root, or null. The path is relative to the root and names a file.
const Rule* protecting_rule(std::string_view relative_path, Access access);

// The rule of the home folder that forbids the access, or null.
const Rule* home_rule(std::string_view path_in_home, Access access);

// The rule because of which writing the file gets a warning, or null.
const Rule* warning_rule(std::string_view relative_path);

// Where the user's home folder is relative to a root: it may be the root, below it or above it.
class HomeView {
 public:
  HomeView() = default;
  // Both absolute and without links. `home` may be empty.
  HomeView(std::string_view root, std::string_view home);

  bool is_root() const { return kind_ == Kind::root; }
  // The path relative to the home folder; nullopt if no rule of the home folder can apply to it.
  std::optional<std::string> path_in_home(std::string_view relative_path) const;

 private:
  enum class Kind : std::uint8_t { elsewhere, root, below_root, above_root };
  Kind kind_ = Kind::elsewhere;
  std::string between_;  // the path from one to the other, with a final slash
};

// The rules for one root, minus those that its user has lifted. Nothing inside a root can lift a rule.
struct ProtectedPaths {
  HomeView home = {};
  std::vector<Glob> allowed = {};  // --allow GLOB

  bool lifts(std::string_view relative_path) const;
  // How much of the paths of files in this folder can be passed over: all that comes before their names, if no rule of any root
  // begins with a folder on the way.
  static std::size_t without_rules(std::string_view folder_path);
  // Null if the path is unprotected or the rule was lifted.
  const Rule* rule(std::string_view relative_path, Access access, std::size_t without_rules = 0) const;
  Result<void> check(std::string_view relative_path, Access access) const;  // path_protected, naming the rule
};

}  // namespace kedge
