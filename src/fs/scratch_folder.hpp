// A folder for as long as this is: among the temporary ones, nobody else's to look into, and gone at the end with all it holds.
#pragma once

#include <string>

namespace kedge {

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }  // empty if none could be made

 private:
  std::string path_;
};

}  // namespace kedge
