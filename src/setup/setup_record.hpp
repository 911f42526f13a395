// What the files of a client were before setup first changed them. With it, taking kedge out again also puts back what setup
// replaced; without it, only what setup added can be taken out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "setup/config_file.hpp"

namespace kedge {

struct RecordedConfig {
  std::string file;                   // absolute
  std::optional<std::string> backup;  // the file with its old bytes; nullopt: it did not exist
  std::string after;                  // the digest of what setup wrote, in hex; empty: it was deleted
};

// One for each client and scope, in the state folder of the project, or of the home folder for the user's.
class SetupRecord {
 public:
  // Empty if there is none. Never refuses: a record that cannot be read is worth nothing.
  static SetupRecord load(const Client& client, Scope scope, const Places& places, const StateSettings& state);

  // The old content of the file; outer nullopt: it is not recorded, inner: there was no such file.
  std::optional<std::optional<std::string>> before(const std::string& file) const;
  // Whether the file still has exactly what setup wrote.
  bool is_untouched(const ConfigFile& file) const;

  // Adds what was written. A file that is recorded keeps its older backup.
  void add(std::span<const WrittenConfig> written, std::span<const ConfigChange> changes);
  void clear() { files_.clear(); }
  Result<void> save(const Client& client, Scope scope, const Places& places, const StateSettings& state) const;

 private:
  const RecordedConfig* find(const std::string& file) const;

  std::vector<RecordedConfig> files_;
};

}  // namespace kedge
