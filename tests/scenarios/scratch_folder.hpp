// A folder of its own for one test, gone when the test is over.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace kedge::test {

class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Makes the folders above it, too.
void write_file(const std::filesystem::path& path, const std::string& bytes);
std::string read_file_bytes(const std::filesystem::path& path);

// What a folder holds: the bytes of each file by its name relative to the folder. An empty folder stands as "name/" and a
// link as "name -> target", both without bytes.
using Tree = std::map<std::string, std::string>;
Tree read_tree(const std::filesystem::path& folder);

}  // namespace kedge::test
