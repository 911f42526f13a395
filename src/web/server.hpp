// Serves the page and what it asks for, to the browsers of this machine, in one thread: whoever has the token sees and decides
// what a person at the terminal could.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "http/request.hpp"
#include "sockets/end_signals.hpp"
#include "sockets/stream_sockets.hpp"
#include "web/api.hpp"

namespace kedge::web {

class Server {
 public:
  // REQUIRES: all outlive this.
  Server(StreamListener& listener, EndSignals& ends, std::vector<ui::RootView*> roots, ui::Timeline& timeline, Syntax* syntax,
         HttpRules rules);

  // Until the process is asked to end.
  void run();

 private:
  using Clock = std::chrono::steady_clock;

  struct Browser {
    std::unique_ptr<ByteStream> stream;
    std::string in, out;
    bool listens = false;          // it is sent what happens, until one of the two goes
    bool ends = false;             // once everything has been sent
    Clock::time_point since = {};  // when it last had nothing to do, or was last sent something
  };

  void accept();
  // False: it is gone.
  bool serve(Browser& browser);
  void answer(Browser& browser, const HttpRequest& request);
  void send_news(const ui::Timeline::Numbers& changed);
  void send_event(const Json& json);
  void do_held();
  static void send_head(Browser& browser, int status, std::string_view type, std::size_t size, std::string_view more = {});
  static void send_json(Browser& browser, int status, const Json& json);
  static bool flush(Browser& browser);

  StreamListener& listener_;
  EndSignals& ends_;
  std::vector<ui::RootView*> roots_;
  Api api_;
  HttpRules rules_;
  std::vector<std::unique_ptr<Browser>> browsers_;
};

}  // namespace kedge::web
