// An HTTP server: one endpoint for clients of both eras. One thread reads and writes; the stage's threads do the work.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "mcp/agents.hpp"
#include "mcp/conversation.hpp"
#include "mcp/http_probes.hpp"
#include "mcp/http_room.hpp"
#include "mcp/http_rules.hpp"

namespace kedge::mcp {

// How long the server waits for a client.
struct HttpTimes {
  std::chrono::milliseconds header{5'000}, body{30'000};
  std::chrono::milliseconds stranger{2'000};  // from connecting until its header with the token has come
  std::chrono::milliseconds idle{60'000};     // between two requests
  std::chrono::milliseconds write{60'000};    // until it has read what it is sent
  std::chrono::milliseconds silence{15'000};  // until a keep-alive is sent on a stream
  std::chrono::milliseconds parting{2'000};   // until it has noticed that it was rejected
  std::chrono::milliseconds farewell{3'000};  // for finishing answers when the server ends
};

struct HttpSettings {
  std::string address = "127.0.0.1";                  // a number, not a name
  std::uint16_t port = 0;                             // 0: any free port
  std::string socket = {};                            // the path of a local socket, instead of address and port
  std::vector<Agent> agents = {};                     // each with a token; none: only the user who runs the server is served
  bool from_elsewhere = false;                        // the address can be reached from other machines
  std::size_t most_connections = usual_most_trusted;  // of those who may use it
  HttpTimes times = {};
  // How long requests are still answered after the server was asked to end. Meanwhile it says that it is not ready.
  std::chrono::milliseconds drain{0};
};

class HttpServer {
 public:
  // Listens, but accepts nobody yet. The error says in words why that is not possible.
  static std::expected<std::unique_ptr<HttpServer>, std::string> open(const HttpSettings& settings);

  HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  virtual ~HttpServer() = default;

  virtual std::string where() const = 0;  // for people and clients: a URL, or the path of the socket
  // Runs until stop(), or until the process is asked to end (SIGINT, SIGTERM), and for the time of the drain; a second request
  // to end cuts the drain short. Running calls are then answered, or cancelled if they take too long. `stateless` is what the
  // sessions of clients that have none begin with. REQUIRES: nobody else uses the stage's workers and subscribers, which are
  // finished at the end.
  virtual void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id, HttpProbes probes) = 0;
  virtual void stop() = 0;  // from any thread
};

}  // namespace kedge::mcp
