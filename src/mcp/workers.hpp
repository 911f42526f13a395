// Threads for the calls of clients. Calls that change files run on one of them, one after the other; the rest run in parallel.
// An agent's calls keep the order in which they came, and agents take turns. The number of calls is bounded: whoever adds more
// has to wait, and so reads no further message. The threads are started with the first job.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "mcp/turns.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

enum class Lane { one_by_one, side_by_side };

class Workers {
 public:
  static constexpr std::size_t threads_side_by_side = 4;
  static constexpr std::size_t most_under_way = 32;  // waiting and running

  using Job = std::function<void()>;

  Workers() = default;
  ~Workers() { finish(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Whether to wait until there is room; whoever adds may have its own bounds. A job does not throw.
  enum class Room : std::uint8_t { waited_for, taken };
  void add(Lane lane, Job job, Room room = Room::waited_for, std::string_view agent = {});
  // Waits for all jobs that were added. Jobs added later are dropped.
  void finish();

 private:
  struct Queue {
    Turns<Job> jobs;
    std::condition_variable_any filled;
  };
  static constexpr std::size_t all_threads = 1 + threads_side_by_side;

  void start();  // those that are missing
  void work(Queue& queue);

  OrderedMutex mutex_{LockOrder::workers};
  std::condition_variable_any room_;
  Queue in_order_;
  Queue in_any_order_;
  std::size_t under_way_ = 0;
  bool finishing_ = false;
  std::vector<std::thread> threads_;  // last: they use what is above
};

}  // namespace kedge::mcp
