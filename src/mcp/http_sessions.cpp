#include "mcp/http_sessions.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::string_view name_of_aside = "0";

}  // namespace

std::shared_ptr<HttpChannel> HttpSession::new_channel() {
  std::size_t bytes = 0;
  for (const auto& [number, channel] : channels) bytes += channel->bytes();
  for (auto each = channels.begin(); each != channels.end() && (channels.size() >= most_channels || bytes > most_kept_bytes);) {
    const std::size_t freed = each->second->bytes();
    const bool goes = each->second->is_finished() && !each->second->has_reader();
    if (goes) bytes -= freed;
    each = goes ? channels.erase(each) : std::next(each);
  }
  if (channels.size() >= most_channels) return nullptr;
  auto channel = std::make_shared<HttpChannel>(concat(++last_channel_));
  channels.emplace(last_channel_, channel);
  return channel;
}

void HttpSession::forget(const HttpChannel& channel) {
  std::erase_if(channels, [&](const auto& each) { return each.second.get() == &channel; });
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

std::shared_ptr<HttpSession> HttpSessions::create(const Agent& agent) {
  auto session = std::make_shared<HttpSession>();
  session->id = new_id_();
  session->agent = agent.name;
  session->aside = std::make_shared<HttpChannel>(std::string(name_of_aside));
  session->conversation = std::make_shared<Conversation>(
      stage_, Conversation::Names{.session = new_id_(), .stateless = agent.stateless, .agent = agent.name}, session->aside);
  session->last_used = stage_.now();
  return session;
}

void HttpSessions::keep(const std::shared_ptr<HttpSession>& session) {
  for (auto each = sessions_.begin(); each != sessions_.end();) {
    const auto next = std::next(each);
    if (is_old(*each->second)) end(std::string(each->first));
    each = next;
  }
  if (sessions_.size() >= most) {
    // An agent that opens many ends its own, and not those of others.
    std::map<std::string_view, std::int64_t> counts;
    for (const auto& [id, each] : sessions_) ++counts[each->agent];
    const auto order = [&](const auto& each) { return std::pair(-counts[each.second->agent], each.second->last_used); };
    end(std::string(std::ranges::min_element(sessions_, {}, order)->first));
  }
  sessions_.emplace(session->id, session);
}

std::shared_ptr<HttpSession> HttpSessions::find(std::string_view id, const Agent& agent) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end() || found->second->agent != agent.name) return nullptr;
  if (is_old(*found->second)) {
    end(id);
    return nullptr;
  }
  found->second->last_used = stage_.now();
  return found->second;
}

bool HttpSessions::is_old(const HttpSession& session) const {
  return stage_.now() - session.last_used > idle_lifetime && !session.aside->has_reader();
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

void HttpSessions::hear_no_more() {
  for (const auto& [id, session] : sessions_) {
    session->conversation->hear_no_more();
    session->aside->answer(std::nullopt, std::nullopt, [] {});
  }
}

std::shared_ptr<Conversation> HttpSessions::stateless(const Agent& agent) const {
  return std::make_shared<Conversation>(
      stage_, Conversation::Names{.session = agent.stateless, .stateless = agent.stateless, .agent = agent.name});
}

}  // namespace kedge::mcp
