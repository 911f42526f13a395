// A folder for one measurement, gone with it; and whole files in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kedge::bench {

class Scratch {
 public:
  enum class On { disk, memory };
  explicit Scratch(On where = On::disk);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  const std::filesystem::path& path() const { return path_; }
  std::string file(std::string_view name) const { return (path_ / name).string(); }
  // A folder in it, made if it is not there.
  std::string folder(std::string_view name) const;

 private:
  std::filesystem::path path_;
};

// REQUIRES: it can be written, or read.
void write_file(const std::filesystem::path& path, std::string_view bytes);
std::string read_file(const std::filesystem::path& path);

}  // namespace kedge::bench
