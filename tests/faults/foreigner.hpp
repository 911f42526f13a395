// Another program that writes to the same file and knows nothing of kedge. It runs in a process of its own, since it may have
// to wait until kedge lets go of the file.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

namespace faults {

class Foreigner {
 public:
  // `first` is done at once, `last` when finish() is called.
  explicit Foreigner(const std::function<void()>& first, const std::function<void()>& last = [] {});
  ~Foreigner();
  Foreigner(const Foreigner&) = delete;
  Foreigner& operator=(const Foreigner&) = delete;

  bool has_begun(std::chrono::milliseconds patience) const;  // whether `first` is done
  bool finish();                                             // false: it could not do what it wanted

 private:
  pid_t child_ = -1;
  int begun_ = -1;
  int go_on_ = -1;
};

// Ways to write, each as programs do it. All throw std::system_error.
void append_to(const std::filesystem::path& file, const std::string& text);
void write_at(const std::filesystem::path& file, off_t offset, const std::string& text);
void truncate_and_write(const std::filesystem::path& file, const std::string& text);
void rename_over(const std::filesystem::path& file, const std::filesystem::path& temporary, const std::string& text);
void remove_and_create(const std::filesystem::path& file, const std::string& text);
void remove_file(const std::filesystem::path& file);

}  // namespace faults
