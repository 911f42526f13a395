#include "scenarios/scratch_folder.hpp"

#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace kedge::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(const fs::path& parent) {
  std::string pattern = (parent / "kedge-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder could be made: " + pattern);
  path_ = fs::canonical(pattern);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void write_file(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

std::string read_file_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

Tree read_tree(const fs::path& folder) {
  Tree tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path().parent_path(), folder)
                                 .append(entry.path().filename().string())
                                 .lexically_normal()
                                 .generic_string();
    if (entry.is_symlink()) {
      tree[name + " -> " + fs::read_symlink(entry.path()).string()];
    } else if (entry.is_directory()) {
      if (fs::is_empty(entry.path())) tree[name + "/"];
    } else {
      tree[name] = read_file_bytes(entry.path());
    }
  }
  return tree;
}

}  // namespace kedge::test
