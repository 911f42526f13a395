// The clients' configuration files on disk: finding and changing them. Every change goes through the commit, with the file's
// folder as the root of a workspace.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

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

// All or none. Returns the paths of the backups, including those that existed already. A backup is in the state folder of the
// folder that the file is in, named after the file, with a number if that name has other bytes; only the user can read it.
// REQUIRES: at least one changes something; all are in the same folder.
Result<std::vector<std::string>> write_configs(std::span<const ConfigChange> changes, const Places& places,
                                               const StateSettings& state);

}  // namespace kedge
