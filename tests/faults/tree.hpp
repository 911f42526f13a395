// What a folder holds, to be compared with what it should hold.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace faults {

struct Node {
  unsigned mode = 0644;  // of a file; folders are not looked at so closely
  std::string bytes;
  bool operator==(const Node&) const = default;
};

// By the name relative to the folder. A folder's name ends in '/', and it has no bytes.
using Tree = std::map<std::string, Node>;

Tree read_tree(const std::filesystem::path& folder);
// Beside what is there already.
void write_tree(const std::filesystem::path& folder, const Tree& tree);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);
std::string read_bytes(const std::filesystem::path& file);
void remove_contents(const std::filesystem::path& folder);

// The first few names by which two trees differ, with how.
std::string difference(const Tree& found, const Tree& wanted);

// Memory: where the system has a folder for that, else the disk.
enum class Medium { disk, memory };

// A folder of the battery's own, gone when it is over.
class Scratch {
 public:
  explicit Scratch(Medium medium = Medium::disk);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace faults
