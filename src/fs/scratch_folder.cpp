#include "fs/scratch_folder.hpp"

#include <cstdlib>
#include <filesystem>

namespace kedge {

ScratchFolder::ScratchFolder() {
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
  if (problem) return;
  std::string name = (folder / "kedge-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) path_ = std::move(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code problem;
  if (!path_.empty()) std::filesystem::remove_all(path_, problem);
}

}  // namespace kedge
