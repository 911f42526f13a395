#include "mcp/http_sessions.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_channels = 64;
constexpr std::string_view name_of_aside = "0";

}  // namespace

std::shared_ptr<HttpChannel> HttpSession::new_channel() {
  for (auto each = channels.begin(); channels.size() >= most_channels && each != channels.end();) {
    each = each->second->is_finished() ? channels.erase(each) : std::next(each);
  }
  auto channel = std::make_shared<HttpChannel>(concat(++last_channel_));
  channels.emplace(last_channel_, channel);
  return channel;
}

std::optional<HttpSession::Position> HttpSession::position_of(std::string_view event_id) const {
  const std::size_t dash = event_id.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint64_t> channel = number_of(event_id.substr(0, dash));
  const std::optional<std::uint64_t> number = number_of(event_id.substr(dash + 1));
  if (!channel || !number) return std::nullopt;
  if (event_id.substr(0, dash) == name_of_aside) return Position{aside, *number};
  const auto found = channels.find(*channel);
  if (found == channels.end()) return std::nullopt;
  return Position{found->second, *number};
}

std::string event_id(const HttpChannel& channel, std::uint64_t number) { return concat(channel.name(), '-', number); }

std::shared_ptr<HttpSession> HttpSessions::create() {
  auto session = std::make_shared<HttpSession>();
  session->id = new_id_();
  session->aside = std::make_shared<HttpChannel>(std::string(name_of_aside));
  session->conversation = std::make_shared<Conversation>(
      stage_, Conversation::Names{.session = new_id_(), .stateless = stateless_}, session->aside);
  session->last_used = stage_.now();
  return session;
}

void HttpSessions::keep(const std::shared_ptr<HttpSession>& session) {
  const std::int64_t now = stage_.now();
  for (auto each = sessions_.begin(); each != sessions_.end();) {
    const bool old = now - each->second->last_used > idle_lifetime && !each->second->aside->has_reader();
    if (old) each->second->conversation->end();
    each = old ? sessions_.erase(each) : std::next(each);
  }
  if (sessions_.size() >= most) {
    const auto oldest = std::ranges::min_element(sessions_, {}, [](const auto& each) { return each.second->last_used; });
    oldest->second->conversation->end();
    sessions_.erase(oldest);
  }
  sessions_.emplace(session->id, session);
}

std::shared_ptr<HttpSession> HttpSessions::find(std::string_view id) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return nullptr;
  found->second->last_used = stage_.now();
  return found->second;
}

void HttpSessions::end(std::string_view id) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  found->second->conversation->end();
  found->second->aside->answer(std::nullopt, std::nullopt, [] {});
  sessions_.erase(found);
}

void HttpSessions::end_all() {
  while (!sessions_.empty()) end(std::string(sessions_.begin()->first));
}

std::shared_ptr<Conversation> HttpSessions::stateless() const {
  return std::make_shared<Conversation>(stage_, Conversation::Names{.session = stateless_, .stateless = stateless_});
}

}  // namespace kedge::mcp
