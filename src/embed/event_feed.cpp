#include "embed/event_feed.hpp"

#include <exception>
#include <utility>

#include "process/host_signals.hpp"
#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "ui/messages.hpp"

namespace kedge::embed {
namespace {

constexpr JsonLimits message_limits{.string_bytes = largest_message, .values = 10'000'000};
constexpr std::chrono::hours idle(1);

}  // namespace

struct EventFeed::Peer {
  Peer(std::uint64_t its_number, std::unique_ptr<ViewConnection> its_connection, EventLoop& loop)
      : number(its_number), connection(std::move(its_connection)), waiting(loop) {}

  std::uint64_t number;
  std::unique_ptr<ViewConnection> connection;
  Waiting waiting;
};

Result<std::shared_ptr<EventFeed>> EventFeed::begin(const Workspace& workspace, bool answers, Hear hear) {
  Outcome<std::unique_ptr<ViewListener>> listener = ViewListener::open(workspace.fs(), workspace.state());
  if (!listener) {
    return std::unexpected(
        refuse(Code::io_failed, {{"path", concat(workspace.state().path, "/views")}, {"problem", describe(listener.error())}}));
  }
  std::shared_ptr<EventFeed> feed(new EventFeed(*std::move(listener), answers, std::move(hear)));
  feed->thread_ = std::thread([own = feed.get()] { own->run(); });
  return feed;
}

// Whatever ends it, nothing of the workspace is used afterwards.
void EventFeed::run() {
  leave_signals_to_others();
  try {
    EventLoop::start(welcome());
    while (tasks_ > 0) loop_.turn(idle);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // No memory to wait with: it hears nothing more.
  }
  peers_.clear();
  listener_.reset();
  const std::lock_guard lock(mutex_);
  questions_.clear();
}

void EventFeed::end() {
  loop_.post([this] {
    is_ending_ = true;
    for_peers_.wake();
    for (const auto& [number, peer] : peers_) peer->waiting.wake();
  });
  if (is_own_thread()) return;
  const std::lock_guard lock(joining_);
  if (thread_.joinable()) thread_.join();
}

// Counts a coroutine for as long as it runs, however it ends.
class EventFeed::Counted {
 public:
  explicit Counted(int& tasks) : tasks_(tasks) { ++tasks_; }
  ~Counted() { --tasks_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& tasks_;
};

Task<void> EventFeed::welcome() {
  const Counted counted(tasks_);
  while (!is_ending_) {
    co_await for_peers_.wait(listener_->descriptor(), Readiness::to_read);
    if (is_ending_) break;
    while (std::unique_ptr<ViewConnection> connection = listener_->accept()) {
      connection->send(ui::to_json(ui::Greeting{answers_}).dump());
      const auto peer = std::make_shared<Peer>(++last_peer_, std::move(connection), loop_);
      peers_.emplace(peer->number, peer);
      EventLoop::start(listen(peer));
    }
  }
}

Task<void> EventFeed::listen(std::shared_ptr<Peer> peer) {
  const Counted counted(tasks_);
  bool is_gone = false;
  while (!is_ending_ && !is_gone) {
    co_await peer->waiting.wait(peer->connection->descriptor(), Readiness::to_read);
    while (!is_ending_ && !is_gone) {
      const ViewConnection::Received received = peer->connection->receive();
      if (received.message) pass_on(*peer, *received.message);
      is_gone = received.gone;
      if (!received.message) break;
    }
  }
  peers_.erase(peer->number);
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(questions_, [&](const auto& asked) { return asked.second == peer->number; });
  }
}

void EventFeed::pass_on(Peer& peer, std::string_view message) try {
  const std::expected<Json, JsonProblem> json = read_json(message, message_limits);
  const std::optional<ui::ToView> heard = json ? ui::to_view(*json) : std::nullopt;
  if (!heard) return;
  {
    const std::lock_guard lock(mutex_);
    std::visit(overloaded{[&](const ui::Told& told) {
                            if (!told.question.empty()) questions_.emplace(told.question, peer.number);
                          },
                          [&](const ui::Settled& settled) { questions_.erase(settled.question); }, [](const ui::Missed&) {}},
               *heard);
  }
  const std::string event = std::visit([](const auto& each) { return to_json(each); }, *heard).dump();
  // What the program does in it, such as starting another one, is done with its own signals.
  const SignalMask::Restored usual(callers_signals_);
  hear_(event);
} catch (...) {  // NOLINT(bugprone-empty-catch)
  // No memory, or the program has thrown: one event less. The change itself does not depend on it.
}

bool EventFeed::answer(const Json& json) {
  Json whole = json;
  if (whole.as_object() != nullptr && whole.find("v") == nullptr) whole.set("v", 1);
  const std::optional<ui::FromView> said = ui::from_view(whole);
  const ui::Answer* const answer = said ? std::get_if<ui::Answer>(&*said) : nullptr;
  if (answer == nullptr || !answers_) return false;
  std::uint64_t to = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto asked = questions_.find(answer->question);
    if (asked == questions_.end()) return false;
    to = asked->second;
    questions_.erase(asked);
  }
  loop_.post([this, to, text = ui::to_json(*answer).dump()] {
    if (const auto peer = peers_.find(to); peer != peers_.end()) peer->second->connection->send(text);
  });
  return true;
}

}  // namespace kedge::embed
