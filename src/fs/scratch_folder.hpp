// A private temporary folder, removed with its content by the destructor.
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
