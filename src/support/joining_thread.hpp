// A thread that is joined when it goes out of scope, after it was asked to stop. Not every standard library has one yet.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace kedge {

class JoiningThread {
 public:
  JoiningThread() = default;
  // `work` gets the wish to stop, if it takes one: set when somebody asks for it, and when this is destroyed.
  template <class Work>
  explicit JoiningThread(Work work) : stop_(std::make_shared<std::atomic<bool>>(false)) {
    thread_ = std::thread([work = std::move(work), stop = stop_]() mutable {
      if constexpr (std::is_invocable_v<Work&, const std::atomic<bool>&>) {
        work(*stop);
      } else {
        work();
      }
    });
  }
  JoiningThread(JoiningThread&&) noexcept = default;
  JoiningThread& operator=(JoiningThread&& other) noexcept {
    end();
    stop_ = std::move(other.stop_);
    thread_ = std::move(other.thread_);
    return *this;
  }
  JoiningThread(const JoiningThread&) = delete;
  JoiningThread& operator=(const JoiningThread&) = delete;
  ~JoiningThread() { end(); }

  void request_stop() {
    if (stop_) *stop_ = true;
  }
  void join() { thread_.join(); }

 private:
  void end() {
    request_stop();
    if (thread_.joinable()) thread_.join();
  }

  std::shared_ptr<std::atomic<bool>> stop_;
  std::thread thread_;
};

}  // namespace kedge
