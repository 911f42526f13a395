// The answers of a batch, sent together once the last one is there. Everything else is sent at once.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "mcp/outlet.hpp"
#include "support/ordered_mutex.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {

class BatchAnswer final : public Outlet {
 public:
  BatchAnswer(std::size_t messages, std::shared_ptr<Outlet> to) : missing_(messages), to_(std::move(to)) {}

  void notify(std::string line) override { to_->notify(std::move(line)); }
  void ask(std::string line) override { to_->ask(std::move(line)); }
  void answer(std::optional<std::string> line, std::optional<ErrorCode>, const std::function<void()>& settle) override {
    const std::lock_guard lock(mutex_);
    settle();
    if (line) append(lines_, concat(lines_.empty() ? "[" : ",", *line));
    if (--missing_ > 0) return;
    to_->answer(lines_.empty() ? std::nullopt : std::optional(concat(lines_, ']')), std::nullopt, [] {});
  }
  bool is_lost() const override { return to_->is_lost(); }

 private:
  OrderedMutex mutex_{LockOrder::batch};
  std::string lines_;
  std::size_t missing_;
  std::shared_ptr<Outlet> to_;
};

}  // namespace kedge::mcp
