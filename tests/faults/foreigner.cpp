#include "foreigner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "tree.hpp"

namespace faults {
namespace fs = std::filesystem;

namespace {

int checked(int result, const fs::path& what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what.string());
  return result;
}

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  checked(::pipe2(ends.data(), O_CLOEXEC), "pipe");
  return ends;
}

void write_all(int fd, const std::string& text, const fs::path& file) {
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(fd) != 0 || !written) throw std::system_error(EIO, std::generic_category(), file.string());
}

}  // namespace

Foreigner::Foreigner(const std::function<void()>& first, const std::function<void()>& last) {
  const auto [begun_read, begun_write] = make_pipe();
  const auto [go_read, go_write] = make_pipe();
  child_ = checked(::fork(), "fork");
  if (child_ == 0) {
    ::close(begun_read);
    ::close(go_write);
    int status = 0;
    try {
      first();
      ::close(begun_write);
      char nothing = 0;
      while (::read(go_read, &nothing, 1) < 0 && errno == EINTR) {
      }
      last();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "foreign writer: %s\n", error.what());
      status = 1;
    }
    ::_exit(status);
  }
  ::close(begun_write);
  ::close(go_read);
  begun_ = begun_read;
  go_on_ = go_write;
}

Foreigner::~Foreigner() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    finish();
  }
  ::close(begun_);
}

bool Foreigner::has_begun(std::chrono::milliseconds patience) const {
  pollfd wait{begun_, POLLIN, 0};  // its end is closed when it has begun
  return ::poll(&wait, 1, static_cast<int>(patience.count())) > 0;
}

bool Foreigner::finish() {
  ::close(go_on_);
  int status = 0;
  checked(::waitpid(child_, &status, 0), "waitpid");
  child_ = -1;
  return status == 0;
}

void append_to(const fs::path& file, const std::string& text) {
  write_all(checked(::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC), file), text, file);
}

void write_at(const fs::path& file, off_t offset, const std::string& text) {
  const int fd = checked(::open(file.c_str(), O_WRONLY | O_CLOEXEC), file);
  checked(static_cast<int>(::lseek(fd, offset, SEEK_SET)), file);
  write_all(fd, text, file);
}

void truncate_and_write(const fs::path& file, const std::string& text) {
  write_all(checked(::open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC), file), text, file);
}

void rename_over(const fs::path& file, const fs::path& temporary, const std::string& text) {
  write_all(checked(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644), temporary), text, temporary);
  checked(::rename(temporary.c_str(), file.c_str()), file);
}

void remove_and_create(const fs::path& file, const std::string& text) {
  remove_file(file);
  write_all(checked(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644), file), text, file);
}

void remove_file(const fs::path& file) { checked(::unlink(file.c_str()), file); }

}  // namespace faults
