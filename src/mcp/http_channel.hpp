// What will be sent in response to one HTTP request. Any thread may write to it; the connection reads it at its own pace. If
// the connection is lost and the messages are kept, the next connection continues where it ended.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "mcp/outlet.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

struct ChannelMessage {
  std::uint64_t number = 0;  // from 1
  std::string line;
  bool is_answer = false;
};

class HttpChannel final : public Outlet {
 public:
  // Beyond these limits, notifications are dropped. Questions and the answer are not: a request has one answer, and no more
  // questions than its tool asks at a time.
  static constexpr std::size_t most_waiting_bytes = 1024UL * 1024;
  static constexpr std::size_t most_messages = 256;
  // Messages that were read, kept for a client that comes back.
  static constexpr std::size_t most_kept_messages = most_messages / 2;
  static constexpr std::size_t most_kept_bytes = most_waiting_bytes / 2;

  // A client comes back to the channel by `name`; empty: it cannot, and messages that were read are forgotten.
  explicit HttpChannel(std::string name = {}) : name_(std::move(name)) {}

  void notify(std::string line) override;
  void ask(std::string line) override;
  void answer(std::optional<std::string> line, std::optional<ErrorCode> problem, const std::function<void()>& settle) override;
  void close_for_now() override;

  const std::string& name() const { return name_; }
  // `reader` is called when there is something new, on any thread; one reader at a time. Empty: nobody reads.
  void read_by(std::function<void()> reader);
  bool has_reader() const;

  // The first message after this number.
  std::optional<ChannelMessage> next(std::uint64_t behind);
  std::size_t bytes() const;     // that are waiting or kept
  bool is_finished() const;      // there is an answer, or there will be none
  bool is_to_be_closed() const;  // the connection must end without it
  std::optional<ErrorCode> problem() const;

 private:
  void add(std::string line, bool is_answer);  // under the lock
  void wake();

  const std::string name_;
  mutable OrderedMutex mutex_{LockOrder::outlet};
  std::deque<ChannelMessage> messages_;
  std::uint64_t last_ = 0;
  std::size_t bytes_ = 0;
  bool finished_ = false;
  bool closing_ = false;
  std::optional<ErrorCode> problem_;
  std::function<void()> reader_;
};

}  // namespace kedge::mcp
