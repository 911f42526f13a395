#include "ui/far_servers.hpp"

#include <new>
#include <thread>

#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "ui/far_views.hpp"
#include "ui/messages.hpp"

namespace kedge::ui {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds quiet_at_most(5'000);
constexpr std::chrono::milliseconds pause_if_unreachable(1'000);
constexpr std::chrono::milliseconds pause_between_polls(500);
constexpr std::chrono::seconds attendance(30);
constexpr std::size_t most_servers = 200;
// For a view that does not keep up, as a server on this host would leave it behind.
constexpr int most_attempts_to_tell = 40;
constexpr std::chrono::milliseconds pause_between_attempts_to_tell(25);

}  // namespace

FarServers::FarServers(std::unique_ptr<Posts> posts, FileSystem& fs, const StateFolder& state, std::string view)
    : posts_(std::move(posts)), folder_(fs, state), place_(place_of_views(fs, state)), view_(std::move(view)) {
  thread_ = JoiningThread([this](const std::atomic<bool>& stop) { work(stop); });
}

FarServers::~FarServers() {
  thread_.request_stop();
  WakeUp::ring(wake_.bell());
  thread_ = {};
  try {
    hear_view();
    (void)send_waiting();
    posts_->leave(view_);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): its time ends by itself
  }
}

void FarServers::work(const std::atomic<bool>& stop) {
  while (!stop) {
    bool reaches = false;
    try {
      hear_view();
      reaches = send_waiting() && hear_posts(stop);
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): as if the server did not answer
    }
    const bool is_told = reaches && posts_->listen(quiet_at_most);
    std::vector<int> descriptors{wake_.descriptor()};
    if (reaches) {
      descriptors.push_back(posts_->descriptor());
      for (const auto& [name, connection] : servers_) descriptors.push_back(connection->descriptor());
    }
    wait_for_any(descriptors, !reaches ? pause_if_unreachable : is_told ? quiet_at_most : pause_between_polls);
  }
}

std::unique_ptr<ViewConnection> FarServers::to_view() {
  (void)folder_.names();  // opens the folder
  Outcome<std::unique_ptr<ViewConnection>> connected = folder_.connect(view_);
  return connected ? *std::move(connected) : nullptr;
}

bool FarServers::hear_posts(const std::atomic<bool>& stop) {
  if (!knows_last_) {
    const std::optional<std::uint64_t> last = posts_->last_number();
    if (!last) return false;
    last_heard_ = *last;
    knows_last_ = true;
    // The view says by itself whether a person is there, to whoever connects.
    if (std::unique_ptr<ViewConnection> connected = to_view()) servers_[""] = std::move(connected);
    return true;
  }
  if (!attended_ || Clock::now() - *attended_ > attendance / 3) {
    if (!posts_->attend(view_, answers_, attendance)) return false;
    attended_ = Clock::now();
  }
  for (bool is_more = true; is_more && !stop;) {
    const std::optional<std::vector<Post>> said = posts_->next(last_heard_, "");
    if (!said) return false;
    is_more = !said->empty();
    for (const Post& post : *said) {
      last_heard_ = post.number;
      if (!post.sender.starts_with(place_)) pass_on(post, stop);
    }
  }
  return true;
}

void FarServers::pass_on(const Post& post, const std::atomic<bool>& stop) {
  std::shared_ptr<ViewConnection>& server = servers_[post.sender];
  if (!server) {
    server = to_view();
    if (!server) return;
  }
  std::optional<Outcome<SealedMessage>> sealed;
  if (post.message.size() > largest_packet) sealed.emplace(SealedMessage::make(post.message));
  if (sealed && !*sealed) return;
  for (int attempt = 0; attempt < most_attempts_to_tell && !stop; ++attempt) {
    const ViewConnection::Sent sent =
        sealed ? server->send(stand_in(post.message.size()), **sealed) : server->send(post.message);
    if (sent != ViewConnection::Sent::full) break;
    std::this_thread::sleep_for(pause_between_attempts_to_tell);
  }
  if (servers_.size() > most_servers) servers_.erase(std::next(servers_.begin()));  // the first one is this view's own
}

void FarServers::hear_view() {
  for (auto server = servers_.begin(); server != servers_.end();) {
    ViewConnection::Received received;
    do {
      received = server->second->receive();
      if (!received.message) break;
      const std::expected<Json, JsonProblem> json = read_json(*received.message);
      const std::optional<FromView> said = json ? from_view(*json) : std::nullopt;
      if (!said) continue;
      if (const Greeting* const greeting = std::get_if<Greeting>(&*said)) {
        if (greeting->answers != std::exchange(answers_, greeting->answers)) attended_.reset();
      } else if (!server->first.empty()) {
        waiting_.push_back({.sender = concat(place_, view_), .receiver = server->first, .message = *received.message});
      }
    } while (!received.gone);
    server = received.gone ? servers_.erase(server) : std::next(server);
  }
}

bool FarServers::send_waiting() {
  if (waiting_.empty()) return true;
  if (!posts_->add(waiting_)) return false;
  waiting_.clear();
  return true;
}

}  // namespace kedge::ui
