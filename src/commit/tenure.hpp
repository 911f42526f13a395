// Whether another process has changed files below a root since this one last did. If none has, tx/ has in it what this one left
// there, and does not have to be listed before each change.
//
// Whoever takes the root's lock to change files writes a mark of its own into it first. A mark that is still there says that
// nobody else has changed files since; and no mark outlives its process, because each is made up at random. Others may have had
// the lock to complete what was left, or to remove displaced files.
#pragma once

#include <deque>
#include <string>

#include "commit/displaced.hpp"
#include "fs/file_system.hpp"

namespace kedge {

// REQUIRES, for each call: the root's lock is held.
class Tenure {
 public:
  explicit Tenure(std::string mark) : mark_(std::move(mark)) {}

  // Whether nobody else has changed files since the last call, and nothing of the last change is left to be completed. Fails if
  // the mark cannot be written: then no file may be changed.
  Outcome<bool> begin(FileSystem& fs, const Handle& lock);
  // Nothing is left to be completed.
  void settle() { is_settled_ = true; }
  // Something may be left to be completed, if this goes wrong.
  void unsettle() { is_settled_ = false; }

  // The displaced files in tx/, by the names that they are done with; oldest first.
  std::deque<Displaced> displaced = {};

 private:
  std::string mark_;
  bool is_settled_ = false;
};

}  // namespace kedge
