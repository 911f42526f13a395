#include "fs/staged_ahead.hpp"

#include <exception>
#include <mutex>
#include <utility>

#include "process/host_signals.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// Whoever is to make the next one has a share of it, because that may come after the owner.
struct StagedAhead::Shared {
  OrderedMutex mutex{LockOrder::staged_ahead};  // guards what follows
  OrderedCondition changed;
  FileSystem* fs = nullptr;  // null: nothing is made ahead
  Handle tx;                 // of its own
  Handle file;
  bool was_taken = false;  // since it was made; before the first one is taken, nobody needs one
  bool is_being_made = false;
  bool is_awaited = false;  // by a change that needs it

  Handle taken();
  void make();
};

void StagedAhead::Shared::make() {
  std::unique_lock lock(mutex);
  if (fs == nullptr || is_being_made || !was_taken) return;
  is_being_made = true;
  lock.unlock();
  Outcome<Handle> made = fs->make_unnamed(tx);
  lock.lock();
  is_being_made = false;
  // If it failed, the change that needs one says why.
  if (made) {
    file = *std::move(made);
    was_taken = false;
  } else if (is_unsupported(made.error())) {
    fs = nullptr;
  }
  changed.notify_all();
}

// One that is being made is there sooner than one that is begun beside it; but only one change can have it.
Handle StagedAhead::Shared::taken() {
  std::unique_lock lock(mutex);
  if (!file && is_being_made && !is_awaited) {
    is_awaited = true;
    changed.wait(lock, [&] { return !is_being_made; });
    is_awaited = false;
  }
  was_taken = true;
  return std::exchange(file, {});
}

StagedAhead::StagedAhead() : shared_(std::make_shared<Shared>()) {}

StagedAhead::~StagedAhead() {
  {
    std::unique_lock lock(shared_->mutex);
    shared_->changed.wait(lock, [&] { return !shared_->is_being_made; });
    shared_->fs = nullptr;
    shared_->file = {};
    shared_->tx = {};
  }
  asked_.ring();
  if (thread_.joinable()) thread_.join();
}

void StagedAhead::begin(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> tx = fs.open_folder(state.tx, "", Mounts::cross);
  const std::lock_guard lock(shared_->mutex);
  if (shared_->fs != nullptr || !tx || !fs.serves_threads()) return;  // then each change makes its own
  shared_->tx = *std::move(tx);
  shared_->fs = &fs;
}

Outcome<Handle> StagedAhead::take(FileSystem& fs, const StateFolder& state) {
  if (Handle ahead = shared_->taken()) return ahead;
  return fs.make_unnamed(state.tx);
}

std::function<void()> StagedAhead::make_next() {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->fs == nullptr) return {};
  return [shared = shared_] { shared->make(); };
}

void StagedAhead::ask_for_next() {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->fs == nullptr) return;
    try {
      if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
    } catch (const std::exception&) {  // no threads or no memory left
      return;
    }
  }
  asked_.ring();
}

void StagedAhead::serve() {
  leave_signals_to_others();
  for (;;) {
    asked_.wait();
    {
      const std::lock_guard lock(shared_->mutex);
      if (shared_->fs == nullptr) return;
    }
    shared_->make();
  }
}

}  // namespace kedge
