// The database file: finds or makes it, checks it before use, and moves it out of the way if it is damaged. A file that is
// not kedge's is left alone.
#pragma once

#include <expected>
#include <string>

#include "fs/file_system.hpp"
#include "store/database_place.hpp"

namespace kedge {

class DatabaseFile final : public DatabasePlace {
 public:
  // `folder` is absolute. Does not touch the disk yet.
  DatabaseFile(FileSystem& fs, std::string folder) : fs_(&fs), folder_path_(std::move(folder)) {}

  std::string path() const override;
  std::expected<sql::Database, UnusableFile> open() override;
  bool still_there() override;
  bool set_aside() override;
  std::string path_aside() const override;

 private:
  Outcome<void> find_or_make();
  std::expected<void, UnusableFile> judge();

  FileSystem* fs_;
  std::string folder_path_;
  Handle folder_;
  FileIdentity identity_;
};

}  // namespace kedge
