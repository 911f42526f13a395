// The views of other hosts, for a server: to its audience they are one more view, and what that is told is posted where views
// of other hosts read it (store/posts.hpp). What is posted to this server is said to its audience.
#pragma once

#include <memory>
#include <string>

#include "sockets/view_sockets.hpp"
#include "sockets/wake_up.hpp"
#include "store/posts.hpp"
#include "support/joining_thread.hpp"

namespace kedge::ui {

// Names whatever can reach the sockets of this state folder: its servers and views hear each other without any post.
std::string place_of_views(FileSystem& fs, const StateFolder& state);

class FarViews {
 public:
  // `server` is its name among all that post; the connection is the other end of what the audience has.
  FarViews(std::unique_ptr<Posts> posts, std::string server, std::unique_ptr<ViewConnection> audience);
  ~FarViews();  // posts what is left, if that is possible at once
  FarViews(const FarViews&) = delete;
  FarViews& operator=(const FarViews&) = delete;

  void begin();  // in a thread of its own, which a sandbox has to be closed for first

 private:
  void work(const std::atomic<bool>& stop);
  void hear_audience();
  bool send_waiting();
  bool hear_posts();

  std::unique_ptr<Posts> posts_;
  std::string server_;
  std::unique_ptr<ViewConnection> audience_;
  std::vector<Post> waiting_;  // to be posted
  std::uint64_t missed_ = 0;   // that were not
  std::uint64_t posted_ = 0;
  std::uint64_t last_heard_ = 0;
  bool knows_last_ = false;
  std::optional<bool> answers_;  // what the audience was told last
  WakeUp wake_;
  JoiningThread thread_;  // last: it uses all of the above
};

}  // namespace kedge::ui
