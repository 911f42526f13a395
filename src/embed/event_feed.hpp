// What happens in a root, whoever does it, for the program that kedge is embedded in: a view (sockets/view_sockets.hpp) that
// passes on what it hears.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "commit/workspace.hpp"
#include "process/host_signals.hpp"
#include "sockets/event_loop.hpp"
#include "sockets/view_sockets.hpp"
#include "support/json.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::embed {

class EventFeed {
 public:
  // One message of docs/watch.md, on the thread of the feed.
  using Hear = std::function<void(const std::string& event)>;

  // With `answers`, whoever hears a question can answer it. REQUIRES: the workspace lives until end() has returned.
  static Result<std::shared_ptr<EventFeed>> begin(const Workspace& workspace, bool answers, Hear hear);
  ~EventFeed() { end(); }  // REQUIRES: not on its own thread
  EventFeed(const EventFeed&) = delete;
  EventFeed& operator=(const EventFeed&) = delete;

  // False: nobody waits for it any more, or it cannot be read.
  bool answer(const Json& answer);
  // Nothing is heard when it returns, unless the thread of the feed itself has called it: then soon after.
  void end();
  bool is_own_thread() const { return thread_.get_id() == std::this_thread::get_id(); }

 private:
  struct Peer;
  class Counted;

  EventFeed(std::unique_ptr<ViewListener> listener, bool answers, Hear hear)
      : listener_(std::move(listener)), answers_(answers), hear_(std::move(hear)) {}
  void run();
  Task<void> welcome();
  Task<void> listen(std::shared_ptr<Peer> peer);
  void pass_on(Peer& peer, std::string_view message);

  std::unique_ptr<ViewListener> listener_;
  bool answers_;
  Hear hear_;
  // Used by the thread of the feed only.
  EventLoop loop_;
  bool is_ending_ = false;
  int tasks_ = 0;
  Waiting for_peers_{loop_};
  std::map<std::uint64_t, std::shared_ptr<Peer>> peers_;
  std::uint64_t last_peer_ = 0;

  OrderedMutex mutex_{LockOrder::event_feed};       // guards the questions
  std::map<std::string, std::uint64_t> questions_;  // which peer asks
  SignalMask callers_signals_;                      // of the thread that has begun it
  std::mutex joining_;                              // held while its thread is waited for
  std::thread thread_;
};

}  // namespace kedge::embed
