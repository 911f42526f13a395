// The servers of other hosts, for a view: what they have posted reaches the view through its own socket, as if they were here,
// and what is answered there is posted to them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "sockets/view_sockets.hpp"
#include "sockets/wake_up.hpp"
#include "store/posts.hpp"
#include "support/joining_thread.hpp"

namespace kedge::ui {

class FarServers {
 public:
  // `view` is the name of its socket. Begins at once, with what is posted from now on. REQUIRES: both outlive this.
  FarServers(std::unique_ptr<Posts> posts, FileSystem& fs, const StateFolder& state, std::string view);
  ~FarServers();
  FarServers(const FarServers&) = delete;
  FarServers& operator=(const FarServers&) = delete;

 private:
  void work(const std::atomic<bool>& stop);
  std::unique_ptr<ViewConnection> to_view();  // null: it is gone
  bool hear_posts(const std::atomic<bool>& stop);
  void hear_view();
  bool send_waiting();
  void pass_on(const Post& post, const std::atomic<bool>& stop);

  std::unique_ptr<Posts> posts_;
  ViewFolder folder_;
  std::string place_;
  std::string view_;
  std::map<std::string, std::shared_ptr<ViewConnection>> servers_;
  std::vector<Post> waiting_;
  std::uint64_t last_heard_ = 0;
  bool knows_last_ = false;
  bool answers_ = false;
  std::optional<std::chrono::steady_clock::time_point> attended_;
  WakeUp wake_;
  JoiningThread thread_;  // last: it uses all of the above
};

}  // namespace kedge::ui
