// Threads for the calls of clients. Calls that change files run one after the other, unless they follow each other in the queue
// and each changes another file: those run together, so that what they wait for is waited for once. The rest run in parallel.
// An agent's calls keep the order in which they came, and agents take turns. The number of calls is bounded: whoever adds more
// has to wait, and so reads no further message. The threads are started when there is something for them to do: a job that
// comes alone can be run by whoever adds it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mcp/turns.hpp"
#include "process/doorbell.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

enum class Lane { one_by_one, side_by_side };

class Workers {
 public:
  static constexpr std::size_t threads_side_by_side = 4;
  static constexpr std::size_t most_under_way = 32;  // waiting and running
  static constexpr std::size_t most_together = 16;

  using Job = std::function<void()>;
  // What identifies the only file that a job can change; empty: it may change something else. Asked when no job of its lane
  // runs, and only if there is another one that it could run beside.
  using OnlyFile = std::function<std::string()>;

  Workers() = default;
  ~Workers() { finish(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Whether to wait until there is room; whoever adds may have its own bounds. A job does not throw.
  enum class Room : std::uint8_t { waited_for, taken };
  void add(Lane lane, Job job, Room room = Room::waited_for, std::string_view agent = {}, OnlyFile only_file = {});
  // From now on, a thread that has run a job of `one_by_one` does this if no other one waits: what the next will need is made
  // while nobody waits for it. REQUIRES: no job was added, and the task does not throw.
  void do_afterwards(std::function<void()> task) { afterwards_ = std::move(task); }

  // The next job that this thread adds is left to it if no other is under way, so that nobody has to be woken for it; unless it
  // adds more. REQUIRES: no other thread does the same until this one has called run_kept().
  void keep_next();
  // Runs the job that was left to this thread, once `before` is done; false: there is none.
  bool run_kept(const std::function<void()>& before);
  // From now on, each job is run by a thread that this one has started, or that those have: they may do less than others.
  void keep_none();

  // Waits for all jobs that were added. Jobs added later are dropped, and so is one that was kept and not begun.
  void finish();

 private:
  struct Waiting {
    Job job;
    OnlyFile only_file = {};
  };
  struct Queue {
    Turns<Waiting> jobs;
    Doorbell filled = {};  // rung for each job, also for one that another thread has taken already
  };
  static constexpr std::size_t all_threads = 1 + threads_side_by_side;

  // REQUIRES, here and below: it is locked, also when it returns.
  void start();  // those that are missing
  Queue& queue_of(Lane lane) { return lane == Lane::one_by_one ? in_order_ : in_any_order_; }
  void put_back_kept();
  bool is_held_up(const Queue& queue) const { return &queue == &in_order_ && kept_lane_ == Lane::one_by_one; }
  void work(Queue& queue);
  void work_in_company();
  void run(std::unique_lock<OrderedMutex>& lock, Job job);
  // Those that can run beside this one, which are next in the queue.
  void gather_company(std::unique_lock<OrderedMutex>& lock, const Waiting& first);
  static std::string file_of(std::unique_lock<OrderedMutex>& lock, const OnlyFile& only_file);
  void start_company_thread(std::size_t number);

  OrderedMutex mutex_{LockOrder::workers};
  OrderedCondition room_;
  Queue in_order_;
  Queue in_any_order_;
  std::size_t under_way_ = 0;
  bool keeps_none_ = false;
  std::thread::id keeper_;       // the thread whose next job is left to it; none: std::thread::id()
  std::optional<Waiting> kept_;  // the one that was left
  std::string agent_of_kept_;
  std::optional<Lane> kept_lane_;  // of that, also while it runs: its lane is not used otherwise if that is one by one
  OrderedCondition kept_ended_;
  std::function<void()> afterwards_;
  // What runs beside a job that is run in order: needs no memory, so that none of them gets lost.
  std::array<Job, most_together> company_;
  std::size_t next_in_company_ = 0, end_of_company_ = 0, left_of_company_ = 0;
  OrderedCondition company_came_, company_left_;
  bool is_gathering_ = false;
  bool finishing_ = false;
  std::vector<std::thread> threads_, company_threads_;  // last: they use what is above
};

}  // namespace kedge::mcp
