// The system calls that SQLite makes on files: counted, or made to fail. One of each at a time.
#pragma once

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <filesystem>
#include <limits>
#include <utility>

namespace kedge::test {

inline void replace_sqlite_call(const char* name, sqlite3_syscall_ptr call) {
  sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  if (system->xGetSystemCall(system, name) != nullptr) EXPECT_EQ(system->xSetSystemCall(system, name, call), SQLITE_OK);
}

class SyncsOfFolders {
 public:
  SyncsOfFolders() {
    synced_ = 0;
    replace_sqlite_call("openDirectory", reinterpret_cast<sqlite3_syscall_ptr>(open_to_sync));
  }
  ~SyncsOfFolders() { replace_sqlite_call("openDirectory", nullptr); }
  SyncsOfFolders(const SyncsOfFolders&) = delete;
  SyncsOfFolders& operator=(const SyncsOfFolders&) = delete;

  static int taken() { return std::exchange(synced_, 0); }

 private:
  // SQLite opens a folder only to sync it.
  static int open_to_sync(const char* path, int* descriptor) {
    ++synced_;
    *descriptor = ::open(std::filesystem::path(path).parent_path().c_str(), O_RDONLY | O_CLOEXEC);
    return *descriptor >= 0 ? SQLITE_OK : SQLITE_CANTOPEN;
  }

  static inline int synced_ = 0;
};

class LockCalls {
 public:
  LockCalls() {
    made_ = 0;
    replace_sqlite_call("fcntl", reinterpret_cast<sqlite3_syscall_ptr>(lock));
  }
  ~LockCalls() { replace_sqlite_call("fcntl", nullptr); }
  LockCalls(const LockCalls&) = delete;
  LockCalls& operator=(const LockCalls&) = delete;

  static int made() { return made_; }

 private:
  static int lock(int file, int what, ...) {  // NOLINT(cert-dcl50-cpp): as SQLite calls it
    std::va_list rest;
    va_start(rest, what);
    struct flock* const lock = va_arg(rest, struct flock*);
    va_end(rest);
    ++made_;
    return ::fcntl(file, what, lock);
  }

  static inline int made_ = 0;
};

class PageCalls {
 public:
  PageCalls() {
    read_ = written_ = 0;
    allowed_ = std::numeric_limits<int>::max();
    for (const char* call : {"pread64", "pread"}) replace_sqlite_call(call, reinterpret_cast<sqlite3_syscall_ptr>(read));
    for (const char* call : {"pwrite64", "pwrite"}) replace_sqlite_call(call, reinterpret_cast<sqlite3_syscall_ptr>(write));
  }
  ~PageCalls() {
    for (const char* call : {"pread64", "pwrite64", "pread", "pwrite"}) replace_sqlite_call(call, nullptr);
  }
  PageCalls(const PageCalls&) = delete;
  PageCalls& operator=(const PageCalls&) = delete;

  static int reads() { return read_; }
  static int writes() { return written_; }
  // Those after so many find the disk full.
  static void fail_writes_after(int count) { allowed_ = count; }

 private:
  static ssize_t read(int file, void* into, std::size_t size, off_t offset) {
    ++read_;
    return ::pread(file, into, size, offset);
  }
  static ssize_t write(int file, const void* bytes, std::size_t size, off_t offset) {
    if (++written_ <= allowed_) return ::pwrite(file, bytes, size, offset);
    errno = ENOSPC;
    return -1;
  }

  static inline int read_ = 0, written_ = 0, allowed_ = 0;
};

}  // namespace kedge::test
