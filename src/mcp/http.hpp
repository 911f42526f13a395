// A server that is reached over HTTP: one endpoint, for clients of both eras at once. Reading and writing is done by one
// thread, the work by those of the stage.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "mcp/conversation.hpp"
#include "mcp/http_rules.hpp"

namespace kedge::mcp {

struct HttpSettings {
  std::string address = "127.0.0.1";  // a number, not a name
  std::uint16_t port = 0;             // 0: any that is free
  std::string socket = {};            // a path instead of the two: a socket in the file system
  std::string token = {};             // empty: only the user who runs the server is served
  bool from_elsewhere = false;        // the address may be reached from other machines
};

// Whether nobody but this machine reaches the address.
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
  // Until the process is asked to end (SIGINT, SIGTERM). What had begun is finished. `stateless` is the session of clients that
  // have none.
  virtual void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id) = 0;
};

}  // namespace kedge::mcp
