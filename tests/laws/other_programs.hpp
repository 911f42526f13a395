// Other programs as judges: a folder to work in, and a way to start them that stays cheap by the thousand.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::laws {

// Under $TMPDIR, or /tmp; gone with everything in it at the end of its scope.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;  // owns what is on disk
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(std::string_view name, std::string_view bytes) const;
  std::string read(std::string_view name) const;

 private:
  std::filesystem::path path_;
};

struct RunIn {
  std::filesystem::path folder;
  std::string input = "/dev/null";  // a file of the folder, or an absolute path
};

struct Ran {
  int exit_status = -1;  // -1: did not start, or ended by a signal
  std::string output;
  std::string complaints;
};

// Finds the program on the PATH. Whatever the user configured for git does not count.
Ran run(const std::vector<std::string>& command, const RunIn& where);

}  // namespace kedge::laws
