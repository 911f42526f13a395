// A coroutine that gives a value to the coroutine that awaits it. It begins when it is awaited, in the same thread; one that
// need not wait for anything is done at once, however often that happens in a row.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "support/require.hpp"

namespace kedge {

namespace task_parts {

class PromiseBase {
 public:
  class Ended {
   public:
    static bool await_ready() noexcept { return false; }
    template <class Promise>
    static void await_suspend(std::coroutine_handle<Promise> ended) noexcept {
      const std::coroutine_handle<> caller = ended.promise().caller_;
      if (caller) caller.resume();  // which may destroy what has ended
    }
    static void await_resume() noexcept {}
  };

  static std::suspend_always initial_suspend() noexcept { return {}; }
  static Ended final_suspend() noexcept { return {}; }
  void unhandled_exception() { failure_ = std::current_exception(); }

  void resume_when_ended(std::coroutine_handle<> caller) { caller_ = caller; }
  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::coroutine_handle<> caller_;
  std::exception_ptr failure_;
};

template <class T>
class Promise : public PromiseBase {
 public:
  std::coroutine_handle<Promise> get_return_object() { return std::coroutine_handle<Promise>::from_promise(*this); }
  void return_value(T value) { value_.emplace(std::move(value)); }
  T take() {
    KEDGE_REQUIRE(value_);  // it has ended
    return *std::move(value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class Promise<void> : public PromiseBase {
 public:
  std::coroutine_handle<Promise> get_return_object() { return std::coroutine_handle<Promise>::from_promise(*this); }
  static void return_void() {}
  static void take() {}
};

}  // namespace task_parts

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = task_parts::Promise<T>;

  Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}  // NOLINT(google-explicit-constructor)
  Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  Task& operator=(Task&&) = delete;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() {
    if (coroutine_) coroutine_.destroy();
  }

  // For co_await.
  static bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> caller) {
    coroutine_.resume();
    if (coroutine_.done()) return false;
    coroutine_.promise().resume_when_ended(caller);
    return true;
  }
  T await_resume() {
    coroutine_.promise().throw_failure();
    return coroutine_.promise().take();
  }

 private:
  std::coroutine_handle<promise_type> coroutine_;
};

}  // namespace kedge
