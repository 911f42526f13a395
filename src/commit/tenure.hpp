// Whether another process has changed files below a root since this one last did. If none has, tx/ has in it what this one left
// there, and does not have to be listed before each change.
//
// Whoever takes the root's lock to change files writes a mark of its own into it first. A mark that is still there says that
// nobody else has changed files since; and no mark outlives its process, because each is made up at random. Others may have had
// the lock to complete what was left, or to remove displaced files.
//
// Where processes take turns, whoever gives the lock back adds to its mark that nothing is left to be completed, so that the
// next one does not have to list tx/ either. Each removes the displaced files that it has left there itself.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "commit/displaced.hpp"
#include "fs/file_system.hpp"

namespace kedge {

// REQUIRES, for each call: the root's lock is held.
class Tenure {
 public:
  // Whether what others have added to their marks can be relied on.
  enum class Others : std::uint8_t { trusted, doubted };

  Tenure(FileSystem& fs, std::string_view mark);

  // Whether nothing is left to be completed, neither by this process nor by another. Fails if the mark cannot be written: then
  // no file may be changed.
  Outcome<bool> begin(const Handle& lock, Others others);
  // Nothing is left to be completed.
  void settle(const Handle& lock) noexcept;
  // Something may be left to be completed, if this goes wrong.
  void unsettle() { is_settled_ = false; }

  // The displaced files in tx/, by the names that they are done with; oldest first.
  std::deque<Displaced> displaced = {};

 private:
  FileSystem* fs_;
  std::string mark_;
  std::string settled_mark_;  // that nothing is left to be completed
  bool is_settled_ = false;
  bool has_begun_ = false;
  int turns_to_tell_ = 0;  // for how many more turns others are told that nothing is left
};

}  // namespace kedge
