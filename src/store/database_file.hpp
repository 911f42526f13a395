// The file that the records are in: found or made, judged before it is believed, and moved out of the way if it is damaged.
// What is not ours is left as it is.
#pragma once

#include <expected>
#include <string>

#include "fs/file_system.hpp"
#include "store/sqlite.hpp"

namespace kedge {

struct UnusableFile {
  std::string problem;
  bool damaged = false;
};

class DatabaseFile {
 public:
  // `folder` is absolute. Touches nothing yet.
  DatabaseFile(FileSystem& fs, std::string folder) : fs_(&fs), folder_path_(std::move(folder)) {}

  std::string path() const;
  // With its tables in it; a new one is certain to be found after a power cut.
  std::expected<sql::Database, UnusableFile> open();
  // Whether what was opened still stands under its name.
  bool still_there();
  // Moves what was opened out of the way. False: it could not be done.
  // REQUIRES: it is closed.
  bool set_aside();
  std::string path_aside() const;

 private:
  Outcome<void> find_or_make();
  std::expected<void, UnusableFile> judge();

  FileSystem* fs_;
  std::string folder_path_;
  Handle folder_;
  FileIdentity identity_;
};

}  // namespace kedge
