// A stage with everything on it that a conversation needs, and an outlet that keeps what is said, for the tests of what is
// spoken.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mcp/conversation.hpp"
#include "mcp/instructions.hpp"
#include "mcp/tool_rows.hpp"
#include "support/json_read.hpp"
#include "support/ordered_mutex.hpp"
#include "support/strings.hpp"
#include "tests/support/fake_tools.hpp"

namespace kedge::mcp::test {

// Against hanging, and long enough for the busiest machine.
inline constexpr std::chrono::seconds patience{30};

inline Json read(std::string_view line) {
  std::expected<Json, JsonProblem> json = read_json(line);
  EXPECT_TRUE(json) << line;
  return std::move(json).value_or(Json());
}

// Null where there is none.
inline const Json& at(const Json& json, std::string_view name) {
  static const Json nothing;
  const Json* const found = json.find(name);
  return found != nullptr ? *found : nothing;
}
template <class... Names>
const Json& at(const Json& json, std::string_view first, Names... rest) {
  return at(at(json, first), rest...);
}

inline std::int64_t code_of(const Json& answer) {
  const std::int64_t* const code = at(answer, "error", "code").as_integer();
  return code != nullptr ? *code : 0;
}

class Recorder final : public Outlet {
 public:
  void notify(std::string line) override { add(std::move(line)); }
  void ask(std::string line) override { add(std::move(line)); }
  void answer(std::optional<std::string> line, std::optional<ErrorCode> problem, const std::function<void()>& settle) override {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(std::exchange(ended_, true)) << "answered twice: " << line.value_or("nothing");
    settle();
    answer_ = std::move(line);
    problem_ = problem;
    changed_.notify_all();
  }
  void close_for_now() override { closed_ = true; }

  // Waits for the end. Empty: there is no answer.
  std::string line() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, patience, [&] { return ended_; })) << "no end";
    return answer_.value_or("");
  }
  // Null: there is no answer.
  Json answer() {
    const std::string text = line();
    return text.empty() ? Json() : read(text);
  }
  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }
  std::optional<ErrorCode> problem() {
    const std::lock_guard lock(mutex_);
    return problem_;
  }
  // Waits for the message of this number, from 0, that came before the answer.
  Json message(std::size_t number) {
    std::unique_lock lock(mutex_);
    const bool there = changed_.wait_for(lock, patience, [&] { return ended_ || messages_.size() > number; });
    EXPECT_TRUE(there && messages_.size() > number) << "no message " << number;
    return messages_.size() > number ? read(messages_[number]) : Json();
  }
  std::vector<Json> messages() {
    const std::lock_guard lock(mutex_);
    std::vector<Json> all;
    for (const std::string& line : messages_) all.push_back(read(line));
    return all;
  }
  bool closed() const { return closed_; }

 private:
  void add(std::string line) {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(ended_) << "behind the answer: " << line;
    messages_.push_back(std::move(line));
    changed_.notify_all();
  }

  OrderedMutex mutex_{LockOrder::outlet};
  std::condition_variable_any changed_;
  std::vector<std::string> messages_;
  std::optional<std::string> answer_;
  std::optional<ErrorCode> problem_;
  bool ended_ = false;
  std::atomic<bool> closed_ = false;
};

// Resources that are what a test says.
class FakeResources {
 public:
  void put(const std::string& uri, std::string content) {
    const std::lock_guard lock(mutex_);
    content_[uri] = std::move(content);
  }
  void remove(const std::string& uri) {
    const std::lock_guard lock(mutex_);
    content_.erase(uri);
  }
  std::optional<std::string> content(const std::string& uri) const {
    const std::lock_guard lock(mutex_);
    const auto found = content_.find(uri);
    return found == content_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> content_;
};

inline Rows rows_of(
    const CallTool& call, const TakeWarnings& warnings = [](const std::string&) { return std::vector<std::string>(); }) {
  Rows rows;
  rows.manners.form = ResultForm::both;
  rows.tools = tool_rows(fake_tools(), rows.manners, call, warnings);
  return rows;
}

// What conversations share. Time stands still until a test says otherwise.
class TestStage {
 public:
  explicit TestStage(Rows rows) : offer(std::move(rows), "1.2.3", instructions_for(fake_tools())) {}

  Offer offer;
  FakeResources resources;
  std::atomic<std::int64_t> now = 0;
  RequestStates states{std::array<std::uint8_t, 32>{7}};
  Subscribers subscribers{[this](const std::string& uri) { return resources.content(uri); }};
  Workers workers;
  Stage stage{
      .offer = offer, .workers = workers, .subscribers = subscribers, .states = states, .now = [this] { return now.load(); }};
};

}  // namespace kedge::mcp::test
