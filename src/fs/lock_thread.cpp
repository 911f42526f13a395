#include "fs/lock_thread.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "process/descriptor.hpp"
#include "process/host_signals.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t between_questions = 100'000;  // microseconds; whether it is still wanted
constexpr int first_number = 3;                       // a standard stream may be closed

bool wait_for_lock(int file) {
  int answer = 0;
  do {
    answer = ::flock(file, LOCK_EX);
  } while (answer != 0 && errno == EINTR);
  return answer == 0;
}

}  // namespace

// The thread has a share of it, because it may outlive the owner.
struct LockThread::Shared {
  enum class State : std::uint8_t { idle, asked, waiting, abandoned, locked, failed };

  std::mutex mutex;  // guards all of this; nothing waits while it is held
  std::condition_variable changed;
  State state = State::idle;
  bool is_started = false;
  bool is_ending = false;
  Descriptor file{-1};  // the lock belongs to what is open, so this has it as well as the descriptor that it is a copy of

  void serve();
  // With the mutex free, which whoever is woken takes first.
  void tell(std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    changed.notify_all();
    lock.lock();
  }
};

void LockThread::Shared::serve() {
  leave_signals_to_others();
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return state == State::asked || is_ending; });
    if (state != State::asked) return;
    state = State::waiting;
    const int number = file.get();
    lock.unlock();
    const bool is_locked = wait_for_lock(number);
    lock.lock();
    // Before anybody hears of it: whoever has the lock gives it back by closing the only descriptor that is left.
    file.close();
    const bool is_awaited = state == State::waiting;
    state = !is_awaited ? State::idle : is_locked ? State::locked : State::failed;
    if (is_awaited) tell(lock);
  }
}

LockThread::LockThread() : shared_(std::make_shared<Shared>()) {}

LockThread::~LockThread() {
  const std::lock_guard lock(shared_->mutex);
  shared_->is_ending = true;
  shared_->changed.notify_all();
}

std::optional<bool> LockThread::lock(int file, std::uint32_t microseconds, const std::function<bool()>& is_wanted) {
  using State = Shared::State;
  Shared& shared = *shared_;
  std::unique_lock lock(shared.mutex);
  if (shared.state != State::idle) return std::nullopt;
  shared.file.take(::fcntl(file, F_DUPFD_CLOEXEC, first_number));
  if (!shared.file.valid()) return std::nullopt;
  try {
    if (!shared.is_started) std::thread([ours = shared_] { ours->serve(); }).detach();
  } catch (const std::exception&) {  // no threads or no memory left
    shared.file.close();
    return std::nullopt;
  }
  shared.is_started = true;
  shared.state = State::asked;
  shared.tell(lock);
  const auto is_over = [&] { return shared.state == State::locked || shared.state == State::failed; };
  for (std::uint32_t waited = 0; !is_over() && waited < microseconds && is_wanted();) {
    const std::uint32_t pause = std::min(between_questions, microseconds - waited);
    shared.changed.wait_for(lock, std::chrono::microseconds(pause), is_over);
    waited += pause;
  }
  const State found = std::exchange(shared.state, State::idle);
  if (found == State::waiting) shared.state = State::abandoned;
  if (found == State::asked) shared.file.close();  // it has not even begun
  if (found == State::failed) return std::nullopt;
  return found == State::locked;
}

}  // namespace kedge
