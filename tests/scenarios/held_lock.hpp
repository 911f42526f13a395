// Another process that is changing files of a root: whoever wants to change some, too, waits for it.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "scenarios/workplace.hpp"

namespace kedge::test {

// Where the program keeps its records of a workplace's root. REQUIRES: it has been there.
inline std::filesystem::path records_of(const Workplace& place) {
  for (const auto& entry : std::filesystem::directory_iterator(place.state())) return entry.path();
  throw std::runtime_error("no records");
}

class HeldLock {
 public:
  explicit HeldLock(const Workplace& place)
      : file_(::open((records_of(place) / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) != 0) throw std::runtime_error("the lock cannot be taken");
  }
  ~HeldLock() { ::close(file_); }
  HeldLock(const HeldLock&) = delete;
  HeldLock& operator=(const HeldLock&) = delete;

 private:
  int file_;
};

}  // namespace kedge::test
