// Commits of one process that have the root's lock together. Where each of them replaces one file, and no two the same, they do
// not have to wait for each other: then the disk makes durable at once what several of them wait for. Such a group is a round.
// Every other commit has a round of its own. Between processes there is no such thing: the lock keeps them apart.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "commit/host_lease.hpp"
#include "commit/recovery.hpp"
#include "commit/tenure.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

class Rounds {
 public:
  struct GiveBack {
    void operator()(HostLease* lease) const { lease->give_back(); }
  };
  // What the first of a round takes and finds, for all of it. Given back when the last one leaves.
  struct Begun {
    Handle lock;
    std::unique_ptr<HostLease, GiveBack> lease = nullptr;  // null: no other host changes files here
    Recovered recovered = {};
  };
  using Begin = std::function<Result<Begun>()>;

  // A place in a round; whoever has one may change files. Given back by its destructor.
  class Seat {
   public:
    Seat(Seat&& other) noexcept;
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;
    Seat& operator=(Seat&&) = delete;
    ~Seat();

    const Recovered& recovered() const { return rounds_->begun_->recovered; }
    bool is_first() const { return is_first_; }  // it began the round, and is the one to report what was found then

    // Nobody else joins. False: others have joined already.
    bool be_alone();
    // From now on no other commit of the round changes this file. False: one of them does.
    bool claim(const FileIdentity& file);
    // From now on something may be left to be completed, if this goes wrong.
    void begin_changes() { is_under_way_ = true; }
    // Nothing is left to be completed. `displaced` has no name if there is no displaced file.
    void done(Displaced displaced);

   private:
    friend class Rounds;
    Seat(Rounds& rounds, bool is_first) : rounds_(&rounds), is_first_(is_first) {}

    Rounds* rounds_;
    bool is_first_;
    bool is_under_way_ = false;
    std::vector<FileIdentity> claimed_ = {};
  };

  explicit Rounds(Tenure& tenure) : tenure_(&tenure) {}

  // Joins the round that there is, or waits for its end and begins one. Refused: busy, cancelled, and whatever `begin` refuses.
  Result<Seat> join(bool alone, const std::string& root_path, const std::atomic<bool>* cancelled, const Begin& begin);

 private:
  enum class State : std::uint8_t { none, beginning, open, closed };

  bool is_free(bool alone) const;
  void leave(Seat& seat);
  void become(State state);

  Tenure* tenure_;
  OrderedMutex mutex_{LockOrder::commits};  // guards what follows
  OrderedCondition changed_;
  State state_ = State::none;
  std::size_t seats_ = 0;
  bool is_spoiled_ = false;  // something of this round is left to be completed, by the next one
  std::vector<FileIdentity> claimed_;
  std::unique_ptr<const Begun> begun_;  // null: there is no round
};

}  // namespace kedge
