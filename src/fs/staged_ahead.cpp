#include "fs/staged_ahead.hpp"

#include <exception>
#include <utility>

#include "process/host_signals.hpp"

namespace kedge {

StagedAhead::~StagedAhead() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    next_ = Next::ending;
  }
  changed_.notify_all();
  thread_.join();
}

void StagedAhead::begin(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> tx = fs.open_folder(state.tx, "", Mounts::cross);
  const std::lock_guard lock(mutex_);
  if (fs_ != nullptr || !tx || !fs.serves_threads()) return;  // then each change makes its own
  tx_ = *std::move(tx);
  fs_ = &fs;
}

Handle StagedAhead::taken() {
  std::unique_lock lock(mutex_);
  if (fs_ == nullptr || next_ == Next::wanted || next_ == Next::being_made) return {};
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  } catch (const std::exception&) {  // no threads or no memory left
    return {};
  }
  next_ = Next::wanted;
  Handle made = std::exchange(file_, {});
  lock.unlock();
  changed_.notify_one();
  return made;
}

Outcome<Handle> StagedAhead::take(FileSystem& fs, const StateFolder& state) {
  if (Handle ahead = taken()) return ahead;
  return fs.make_unnamed(state.tx);
}

void StagedAhead::serve() {
  leave_signals_to_others();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return next_ == Next::wanted || next_ == Next::ending; });
    if (next_ == Next::ending) return;
    next_ = Next::being_made;
    lock.unlock();
    Outcome<Handle> made = fs_->make_unnamed(tx_);
    lock.lock();
    if (next_ == Next::ending) return;
    // If it failed, the change that needs one says why.
    if (made)
      file_ = *std::move(made);
    else if (is_unsupported(made.error()))
      fs_ = nullptr;
    next_ = Next::made;
  }
}

}  // namespace kedge
