#include "laws/other_programs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace kedge::laws {
namespace {

// Output goes to files beside the folder, not into it: a file is never full, as a pipe can be.
struct Streams {
  std::filesystem::path output, complaints;
};

Streams streams_of(const std::filesystem::path& folder) {
  return {folder.parent_path() / "output", folder.parent_path() / "complaints"};
}

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> environment(const std::filesystem::path& folder) {
  std::vector<std::string> variables{"LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
                                     "GIT_CEILING_DIRECTORIES=" + folder.parent_path().string()};
  for (const char* name : {"PATH", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) variables.push_back(std::string(name) + "=" + value);
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = std::filesystem::temp_directory_path() / "kedge-laws-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create " + name);
  path_ = std::filesystem::path(name) / "work";
  std::filesystem::create_directory(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_.parent_path(), ignored);
}

void ScratchFolder::write(std::string_view name, std::string_view bytes) const {
  ::unlink((path_ / name).c_str());  // some file systems wait for the disk when a file is cut to nothing and filled again
  std::ofstream file(path_ / name, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + (path_ / name).string());
}

std::string ScratchFolder::read(std::string_view name) const { return bytes_of_file(path_ / name); }

Ran run(const std::vector<std::string>& command, const RunIn& where) {
  const Streams streams = streams_of(where.folder);
  ::unlink(streams.output.c_str());
  ::unlink(streams.complaints.c_str());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, streams.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, streams.complaints.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, where.folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, where.input.c_str(), O_RDONLY, 0);
  std::vector<std::string> words = command;
  std::vector<std::string> variables = environment(where.folder);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers_to(words).data(),
                                    pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return {};
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of_file(streams.output), bytes_of_file(streams.complaints)};
}

}  // namespace kedge::laws
