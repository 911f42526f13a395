// The configuration files of clients on disk: where they are, and how they are changed. Every change goes through the commit,
// in a workspace around the folder that the file belongs to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "fs/state_folder.hpp"
#include "setup/clients.hpp"

namespace kedge {

// Where files of clients begin; empty: there is no such folder.
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
  std::string shown;                 // for people: ~ stands for the home folder, files of the project are relative to it
  std::optional<std::string> bytes;  // nothing: there is no such file

  std::string absolute() const;
};

// Nothing if there is no folder to look in, as without HOME. Refused if the file is there and cannot be read.
Result<std::optional<ConfigFile>> find_config(const ClientFile& file, const Places& places);

// What shall become of a file; nothing: it goes.
struct ConfigChange {
  ConfigFile file;
  std::optional<std::string> after;

  bool changes() const { return file.bytes != after; }
};

// All or none; gives the copies of the old bytes that were made, or were there already, as they are shown to people. A copy is
// FILE.kedge-backup, with a number where one of other bytes has that name, and for the user alone to read.
// REQUIRES: at least one that changes something; all in the same folder.
Result<std::vector<std::string>> write_configs(std::span<const ConfigChange> changes, const Places& places,
                                               const StateSettings& state);

}  // namespace kedge
