#include "mcp/http_channel.hpp"

#include <algorithm>
#include <utility>

namespace kedge::mcp {

void HttpChannel::add(std::string line, bool is_answer) {
  bytes_ += line.size();
  messages_.push_back({++last_, std::move(line), is_answer});
}

void HttpChannel::wake() {
  std::function<void()> reader;
  {
    const std::lock_guard lock(mutex_);
    reader = reader_;
  }
  if (reader) reader();
}

void HttpChannel::notify(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    if (finished_ || bytes_ + line.size() > most_waiting_bytes || messages_.size() >= most_messages) return;
    add(std::move(line), false);
  }
  wake();
}

void HttpChannel::ask(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    if (finished_) return;
    add(std::move(line), false);
  }
  wake();
}

void HttpChannel::answer(std::optional<std::string> line, std::optional<ErrorCode> problem,
                         const std::function<void()>& settle) {
  {
    const std::lock_guard lock(mutex_);
    settle();
    if (finished_) return;
    finished_ = true;
    problem_ = problem;
    if (line) add(*std::move(line), true);
  }
  wake();
}

void HttpChannel::close_for_now() {
  if (name_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake();
}

void HttpChannel::read_by(std::function<void()> reader) {
  const std::lock_guard lock(mutex_);
  reader_ = std::move(reader);
  if (reader_) closing_ = false;
}

bool HttpChannel::has_reader() const {
  const std::lock_guard lock(mutex_);
  return static_cast<bool>(reader_);
}

std::optional<ChannelMessage> HttpChannel::next(std::uint64_t behind) {
  const std::lock_guard lock(mutex_);
  // Messages that were read are kept for a client that comes back, if there is room.
  const auto has_room = [&] { return !name_.empty() && messages_.size() <= most_kept_messages && bytes_ <= most_kept_bytes; };
  while (!messages_.empty() && messages_.front().number <= behind && !has_room()) {
    bytes_ -= messages_.front().line.size();
    messages_.pop_front();
  }
  const auto found = std::ranges::find_if(messages_, [&](const ChannelMessage& message) { return message.number > behind; });
  return found == messages_.end() ? std::nullopt : std::optional(*found);
}

bool HttpChannel::is_finished() const {
  const std::lock_guard lock(mutex_);
  return finished_;
}

std::size_t HttpChannel::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

bool HttpChannel::is_to_be_closed() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

std::optional<ErrorCode> HttpChannel::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace kedge::mcp
