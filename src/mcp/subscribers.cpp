#include "mcp/subscribers.hpp"

#include <new>
#include <utility>
#include <vector>

#include "support/strings.hpp"

namespace kedge::mcp {

class Subscribers::Member {
 public:
  Member(Interest wanted, Send to) : interest(std::move(wanted)), send(std::move(to)) {}
  Interest interest;  // guarded by the subscribers' lock
  const Send send;
};

void Subscribers::finish() {
  std::thread lookout;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    ending_.notify_all();
    lookout.swap(lookout_);
  }
  if (lookout.joinable()) lookout.join();
}

std::shared_ptr<Subscribers::Member> Subscribers::join(Interest interest, Send send) {
  const std::set<std::string> uris = std::exchange(interest.uris, {});
  auto member = std::make_shared<Member>(std::move(interest), std::move(send));
  {
    const std::lock_guard lock(mutex_);
    members_.remove_if([](const std::weak_ptr<Member>& each) { return each.expired(); });
    members_.push_back(member);
  }
  for (const std::string& uri : uris) watch(*member, uri);
  return member;
}

bool Subscribers::watch(Member& member, const std::string& uri) {
  const std::optional<std::string> stamp = stamp_(uri);
  const std::lock_guard lock(mutex_);
  if (!stamp || ended_ || member.interest.uris.size() >= most_uris) return false;
  member.interest.uris.insert(uri);
  stamps_.emplace(uri, *stamp);
  if (!lookout_.joinable()) lookout_ = std::thread([this] { look_now_and_then(); });
  return true;
}

void Subscribers::leave_alone(Member& member, const std::string& uri) {
  const std::lock_guard lock(mutex_);
  member.interest.uris.erase(uri);
}

void Subscribers::list_changed(std::string_view list) {
  std::vector<std::shared_ptr<Member>> interested;
  {
    const std::lock_guard lock(mutex_);
    for (const std::weak_ptr<Member>& each : members_) {
      std::shared_ptr<Member> member = each.lock();
      if (!member) continue;
      const Interest& interest = member->interest;
      const bool wanted = list == "tools" ? interest.tools : list == "prompts" ? interest.prompts : interest.resources;
      if (wanted) interested.push_back(std::move(member));
    }
  }
  for (const auto& member : interested) member->send(concat("notifications/", list, "/list_changed"), Json::object());
}

void Subscribers::look_now_and_then() {
  std::unique_lock lock(mutex_);
  while (!ending_.wait_for(lock, pause_between_looks, [&] { return ended_; })) {
    lock.unlock();
    try {
      look();
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): what has changed is found by the next look
    }
    lock.lock();
  }
}

void Subscribers::look() {
  std::map<std::string, std::vector<std::shared_ptr<Member>>> watched;
  {
    const std::lock_guard lock(mutex_);
    members_.remove_if([](const std::weak_ptr<Member>& member) { return member.expired(); });
    for (const std::weak_ptr<Member>& each : members_) {
      const std::shared_ptr<Member> member = each.lock();
      if (!member) continue;
      for (const std::string& uri : member->interest.uris) watched[uri].push_back(member);
    }
    std::erase_if(stamps_, [&](const auto& stamp) { return !watched.contains(stamp.first); });
  }
  for (const auto& [uri, members] : watched) {
    const std::string now = stamp_(uri).value_or("");  // a resource that is gone has changed as well
    {
      const std::lock_guard lock(mutex_);
      const auto [known, is_new] = stamps_.emplace(uri, now);
      if (is_new || known->second == now) continue;
      known->second = now;
    }
    for (const auto& member : members) member->send("notifications/resources/updated", Json::object({{"uri", uri}}));
  }
}

}  // namespace kedge::mcp
