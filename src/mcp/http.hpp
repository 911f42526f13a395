// A server that is reached over HTTP: one endpoint, for clients of both eras at once. Reading and writing is done by one
// thread, the work by those of the stage.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "mcp/conversation.hpp"
#include "mcp/http_rules.hpp"

namespace kedge::mcp {

// How long a client is waited for.
struct HttpTimes {
  std::chrono::milliseconds header{5'000}, body{30'000};
  std::chrono::milliseconds stranger{2'000};  // since it came, until its header with the token is there
  std::chrono::milliseconds idle{60'000};     // between two requests
  std::chrono::milliseconds write{60'000};    // until it has taken what it is sent
  std::chrono::milliseconds silence{15'000};  // until a sign of life goes into a stream
  std::chrono::milliseconds parting{2'000};   // until it has noticed that it was turned away
  std::chrono::milliseconds farewell{3'000};  // for what is being answered when the server ends
};

struct HttpSettings {
  std::string address = "127.0.0.1";  // a number, not a name
  std::uint16_t port = 0;             // 0: any that is free
  std::string socket = {};            // a path instead of the two: a socket in the file system
  std::string token = {};             // empty: only the user who runs the server is served
  bool from_elsewhere = false;        // the address may be reached from other machines
  HttpTimes times = {};
};

// Whether this is an address, and whether nobody but this machine reaches it.
bool is_address(const std::string& address);
bool is_loopback(const std::string& address);

class HttpServer {
 public:
  // Listens, and takes nobody yet. The problem in words where that is not possible.
  static std::expected<std::unique_ptr<HttpServer>, std::string> open(const HttpSettings& settings);

  HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  virtual ~HttpServer() = default;

  virtual std::string where() const = 0;  // for people and clients: a URL, or the path of the socket
  // Until stop(), or until the process is asked to end (SIGINT, SIGTERM). What is being answered then is answered, what takes
  // too long is called off. `stateless` is the session of clients that have none. REQUIRES: nobody else uses the stage's
  // workers and subscribers, which are finished at the end.
  virtual void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id) = 0;
  virtual void stop() = 0;  // by any thread
};

}  // namespace kedge::mcp
