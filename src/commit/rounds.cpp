#include "commit/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "commit/root_lock.hpp"

namespace kedge {
namespace {

constexpr std::chrono::seconds longest_wait(10);
constexpr std::chrono::milliseconds between_looks(100);  // whether it is cancelled

}  // namespace

Rounds::Seat::Seat(Seat&& other) noexcept
    : rounds_(std::exchange(other.rounds_, nullptr)),
      is_first_(other.is_first_),
      is_under_way_(other.is_under_way_),
      claimed_(std::move(other.claimed_)) {}

Rounds::Seat::~Seat() {
  if (rounds_ != nullptr) rounds_->leave(*this);
}

bool Rounds::Seat::be_alone() {
  const std::lock_guard lock(rounds_->mutex_);
  if (rounds_->seats_ > 1) return false;
  rounds_->state_ = State::closed;
  return true;
}

bool Rounds::Seat::claim(const FileIdentity& file) {
  const std::lock_guard lock(rounds_->mutex_);
  std::vector<FileIdentity>& all = rounds_->claimed_;
  if (std::ranges::find(all, file) != all.end()) return false;
  claimed_.reserve(claimed_.size() + 1);
  all.push_back(file);
  claimed_.push_back(file);
  return true;
}

void Rounds::Seat::done(Displaced displaced) {
  const std::lock_guard lock(rounds_->mutex_);
  if (!displaced.name.empty()) rounds_->tenure_->displaced.push_back(std::move(displaced));
  is_under_way_ = false;
}

// REQUIRES, here and below: the mutex is held.
bool Rounds::is_free(bool alone) const { return state_ == State::none || (state_ == State::open && !alone && !is_spoiled_); }

void Rounds::become(State state) {
  state_ = state;
  changed_.notify_all();
}

Result<Rounds::Seat> Rounds::join(bool alone, const std::string& root_path, const std::atomic<bool>* cancelled,
                                  const Begin& begin) {
  std::unique_lock lock(mutex_);
  const auto since = std::chrono::steady_clock::now();
  const auto is_cancelled = [&] { return cancelled != nullptr && *cancelled; };
  while (!is_free(alone)) {
    if (std::chrono::steady_clock::now() > since + longest_wait) return std::unexpected(root_is_busy(root_path));
    if (!is_cancelled()) changed_.wait_for(lock, between_looks);
    if (is_cancelled()) return std::unexpected(refuse(Code::cancelled));
  }
  if (state_ == State::open) {
    ++seats_;
    return Seat(*this, false);
  }
  state_ = State::beginning;
  // Whatever happens, the others do not wait for it for ever.
  struct Ending {
    Rounds& rounds;
    std::unique_lock<OrderedMutex>& lock;
    State state = State::none;
    ~Ending() {
      if (!lock.owns_lock()) lock.lock();
      rounds.become(state);
    }
  };
  Ending ending{*this, lock};
  lock.unlock();
  Result<Begun> begun = begin();
  if (!begun) return std::unexpected(std::move(begun).error());
  lock.lock();
  begun_ = std::make_unique<const Begun>(*std::move(begun));
  seats_ = 1;
  is_spoiled_ = false;
  ending.state = alone ? State::closed : State::open;
  return Seat(*this, true);
}

void Rounds::leave(Seat& seat) {
  std::unique_lock lock(mutex_);
  is_spoiled_ = is_spoiled_ || seat.is_under_way_;
  std::erase_if(claimed_,
                [&](const FileIdentity& file) { return std::ranges::find(seat.claimed_, file) != seat.claimed_.end(); });
  if (--seats_ > 0) return;
  const bool is_settled = !is_spoiled_ && begun_->recovered.blocked_paths.empty();
  // Whoever comes next finds the root's lock free.
  state_ = State::beginning;
  std::unique_ptr<const Begun> over = std::move(begun_);
  lock.unlock();
  if (is_settled) {
    tenure_->settle(over->lock);
  } else {
    tenure_->unsettle();
  }
  over.reset();
  lock.lock();
  become(State::none);
}

}  // namespace kedge
