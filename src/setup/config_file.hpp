// The clients' configuration files on disk: finding and changing them. Every change goes through the commit, with the file's
// folder as the root of a workspace.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commit/workspace.hpp"
#include "error/error.hpp"
#include "fs/state_folder.hpp"
#include "setup/clients.hpp"

namespace kedge {

// The folders that the files are in; empty: there is none.
struct Places {
  std::string root;  // absolute, as spelled
  std::string home;
  std::string config;
};
Places places_from_environment(const std::string& root);

struct ConfigFile {
  Scope scope = Scope::project;
  std::string folder;                // absolute; exists
  std::string path;                  // below it
  std::string shown;                 // for people: with ~ for the home folder; files of the project are relative to it
  std::optional<std::string> bytes;  // nullopt: there is no such file

  std::string absolute() const;
};

// nullopt if there is no folder to look in, as without HOME. Refused if the file exists and cannot be read.
Result<std::optional<ConfigFile>> find_config(const ClientFile& file, const Places& places);

// The new content of a file; nullopt: it is deleted.
struct ConfigChange {
  ConfigFile file;
  std::optional<std::string> after;

  bool changes() const { return file.bytes != after; }
};

// A file that was changed, and where its old bytes are.
struct WrittenConfig {
  std::string file;                   // absolute
  std::optional<std::string> backup;  // nullopt: there was no such file
};

// All or none. Backups that existed already are returned as well. A backup is in the state folder of the folder that the file
// is in, named after the file, with a number if that name has other bytes; only the user can read it.
// REQUIRES: at least one changes something; all are in the same folder.
Result<std::vector<WrittenConfig>> write_configs(std::span<const ConfigChange> changes, const Places& places,
                                                 const StateSettings& state);

// A file that only the user can read, in the state folder. Replaces one of that name.
Result<void> write_private(const Workspace& workspace, const std::string& name, std::string_view bytes);

}  // namespace kedge
