// A small client of HTTP that says exactly what a test tells it to, and a server of kedge mcp to talk to. Everything that is
// waited for is given up after a while.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/pipe.hpp"
#include "scenarios/running_process.hpp"
#include "scenarios/workplace.hpp"
#include "support/json.hpp"

namespace kedge::test {

struct HttpResponse {
  int status = 0;                              // 0: there was none
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string header(const std::string& name) const;
  Json json() const;                 // of the body; null if it is none
  std::vector<Json> events() const;  // the messages of a stream
};

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// One connection.
class HttpClient {
 public:
  // To an address in numbers, or to a socket in the file system.
  explicit HttpClient(std::uint16_t port, const std::string& address = "127.0.0.1");
  explicit HttpClient(const std::filesystem::path& socket);

  bool is_connected() const { return socket_.open(); }
  bool send(std::string_view bytes);  // false: it is not taken
  HttpResponse receive();             // a whole response, of a stream all up to its end
  // The head of a response, and then what comes of its stream: the next message, or null at its end.
  HttpResponse receive_head();
  Json next_event();
  std::string last_event_id() const { return last_event_id_; }
  // Whether the server closes it; what comes before that is passed over.
  bool is_closed_by_server();
  void close() { socket_.close(); }

 private:
  bool fill();  // false: nothing more comes
  std::optional<std::string> line();
  std::optional<std::string> chunk();

  Descriptor socket_;
  std::string unread_;
  std::string stream_;
  std::string last_event_id_;
};

// The program, serving over HTTP.
class HttpServed {
 public:
  explicit HttpServed(const Workplace& place, std::vector<std::string> options = {"--http", "127.0.0.1:0"});

  RunningProcess& process() { return process_; }
  std::uint16_t port() const { return port_; }
  std::string host() const;
  HttpClient connect() const;

  // One POST with the headers that it needs, unless it has others, over a connection of its own.
  HttpResponse post(std::string_view body, const HttpHeaders& others = {}) const;
  std::string post_text(std::string_view body, const HttpHeaders& others = {}) const;
  HttpResponse exchange(std::string_view bytes) const;

  // Tells it to end, and waits.
  Finished end(int signal);

 private:
  RunningProcess process_;
  std::uint16_t port_ = 0;
  std::filesystem::path socket_;
};

// A message of a revision without sessions, and its headers.
std::string modern_request(const Json& id, std::string_view method, Json params = Json::object(),
                           const Json& capabilities = Json::object());
HttpHeaders modern_headers(std::string_view method, std::string_view name = {});

// A session of an older revision over HTTP.
class HttpSession {
 public:
  explicit HttpSession(const HttpServed& server, std::string_view revision = "2025-11-25",
                       const Json& capabilities = Json::object(), HttpHeaders others = {});

  const std::string& id() const { return id_; }
  HttpHeaders headers() const;
  HttpResponse post(std::string_view body) const { return server_.post(body, headers()); }
  std::string post_text(std::string_view body) const { return server_.post_text(body, headers()); }
  std::string get_text(std::string_view last_event_id = {}) const;
  Json call(std::string_view tool, const Json& arguments);  // the result, or null

 private:
  const HttpServed& server_;
  std::string revision_;
  HttpHeaders others_;
  std::string id_;
  int last_id_ = 1000;
};

}  // namespace kedge::test
