#include "fs/staged_ahead.hpp"

#include <mutex>
#include <utility>

namespace kedge {

void StagedAhead::begin(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> tx = fs.open_folder(state.tx, "", Mounts::cross);
  const std::lock_guard lock(mutex_);
  if (fs_ != nullptr || !tx || !fs.serves_threads()) return;  // then each change makes its own
  tx_ = *std::move(tx);
  fs_ = &fs;
}

Outcome<Handle> StagedAhead::take(FileSystem& fs, const StateFolder& state) {
  if (Handle ahead = taken()) return ahead;
  return fs.make_unnamed(state.tx);
}

// One that is being made is there sooner than one that is begun beside it; but only one change can have it.
Handle StagedAhead::taken() {
  std::unique_lock lock(mutex_);
  are_needed_ = true;
  if (made_ == 0 && is_being_made_ && !is_awaited_) {
    is_awaited_ = true;
    changed_.wait(lock, [&] { return made_ > 0 || !is_being_made_; });
    is_awaited_ = false;
  }
  return made_ > 0 ? std::move(files_.at(--made_)) : Handle();
}

void StagedAhead::make_more() {
  std::unique_lock lock(mutex_);
  if (fs_ == nullptr || !are_needed_ || is_being_made_) return;
  is_being_made_ = true;
  while (made_ < most) {
    lock.unlock();
    Outcome<Handle> made = fs_->make_unnamed(tx_);
    lock.lock();
    if (!made) {
      are_needed_ = false;  // the change that needs one says why
      if (is_unsupported(made.error())) fs_ = nullptr;
      break;
    }
    files_.at(made_++) = *std::move(made);
    changed_.notify_all();
  }
  is_being_made_ = false;
  changed_.notify_all();
}

}  // namespace kedge
