// The database file: finds or makes it, checks it before use, and moves it out of the way if it is damaged. A file that is
// not kedge's is left alone.
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
  // `folder` is absolute. Does not touch the disk yet.
  DatabaseFile(FileSystem& fs, std::string folder) : fs_(&fs), folder_path_(std::move(folder)) {}

  std::string path() const;
  // With its tables. A new file is durable when this returns.
  std::expected<sql::Database, UnusableFile> open();
  // Whether the name is still that of the file that was opened.
  bool still_there();
  // Moves the file that was opened out of the way; false if that failed.
  // REQUIRES: the database is closed.
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
