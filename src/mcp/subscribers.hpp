// Everybody who wants to be told of changes: that a list has changed, that a resource was updated. Resources are checked from
// time to time while somebody is subscribed, so that changes by others are noticed as well.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "support/json.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

struct Interest {
  bool tools = false, prompts = false, resources = false;  // their lists
  std::set<std::string> uris = {};
};

class Subscribers {
 public:
  static constexpr std::chrono::milliseconds pause_between_looks{250};
  static constexpr std::size_t most_uris = 1000;  // of one member

  using Send = std::function<void(std::string_view method, Json params)>;
  using Stamp = std::function<std::optional<std::string>(const std::string& uri)>;

  class Member;

  explicit Subscribers(Stamp stamp) : stamp_(std::move(stamp)) {}
  ~Subscribers() { finish(); }
  Subscribers(const Subscribers&) = delete;
  Subscribers& operator=(const Subscribers&) = delete;

  // Lasts until the last copy of the result is gone. `send` may be called by any thread and must not wait.
  std::shared_ptr<Member> join(Interest interest, Send send);
  bool can_watch(const std::string& uri) const { return stamp_(uri).has_value(); }
  // False: there is no such resource, or the member has too many.
  bool watch(Member& member, const std::string& uri);
  void leave_alone(Member& member, const std::string& uri);

  void list_changed(std::string_view list);  // tools, prompts or resources

  // After this returns, nobody is told of resources any more.
  void finish();

 private:
  void look_now_and_then();
  void look();

  Stamp stamp_;
  OrderedMutex mutex_{LockOrder::subscribers};  // guards all that follows
  OrderedCondition ending_;
  bool ended_ = false;
  std::list<std::weak_ptr<Member>> members_;
  std::map<std::string, std::string> stamps_;
  std::thread lookout_;
};

}  // namespace kedge::mcp
