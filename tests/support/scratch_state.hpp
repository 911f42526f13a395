// A state folder on the real disk for one test, gone when the test is over. A disk in memory cannot carry a database.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "fs/real_file_system.hpp"
#include "fs/state_folder.hpp"

namespace kedge::test {

class ScratchState {
 public:
  ScratchState() : fs_(real_file_system()), folder_(made()), state_(opened()) {}
  ~ScratchState() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ScratchState(const ScratchState&) = delete;
  ScratchState& operator=(const ScratchState&) = delete;

  FileSystem& fs() { return *fs_; }
  const StateFolder& state() const { return state_; }
  std::filesystem::path file(const std::string& name) const { return std::filesystem::path(state_.path) / name; }

  std::string read(const std::string& name) const {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(file(name), std::ios::binary | std::ios::trunc) << bytes;
  }
  bool has(const std::string& name) const { return std::filesystem::exists(file(name)); }

 private:
  static std::filesystem::path made() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kedge-state-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder could be made: " + pattern);
    return std::filesystem::canonical(pattern);
  }
  StateFolder opened() {
    Result<StateFolder> state = StateFolder::open(*fs_, {.folder = (folder_ / "state").string()}, "identity", "/root");
    if (!state) throw std::runtime_error(state.error().what);
    return *std::move(state);
  }

  std::unique_ptr<FileSystem> fs_;
  std::filesystem::path folder_;
  StateFolder state_;
};

}  // namespace kedge::test
