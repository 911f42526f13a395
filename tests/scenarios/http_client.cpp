#include "scenarios/http_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <thread>

#include "scenarios/mcp_client.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr std::chrono::seconds patience_with_a_peer{30};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::vector<std::string> with_options(std::vector<std::string> options) {
  if (std::ranges::find(options, "--dialect") == options.end()) options.insert(options.begin(), {"--dialect", "replace"});
  if (std::ranges::find(options, "--results") == options.end()) options.insert(options.begin(), {"--results", "both"});
  options.insert(options.begin(), "mcp");
  return options;
}

bool has(const HttpHeaders& headers, std::string_view name) {
  return std::ranges::any_of(headers, [&](const auto& each) { return lower(each.first) == name; });
}

}  // namespace

std::string HttpResponse::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Json HttpResponse::json() const { return read_json(body).value_or(Json()); }

std::vector<Json> HttpResponse::events() const {
  std::vector<Json> all;
  for (const std::string_view row : split(body, '\n')) {
    if (row.starts_with("data: {") || row.starts_with("data: [")) all.push_back(read_json(row.substr(6)).value_or(Json()));
  }
  return all;
}

HttpClient::HttpClient(std::uint16_t port, const std::string& address) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  ::inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  socket_ = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) socket_.close();
}

HttpClient::HttpClient(const std::filesystem::path& path) {
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::ranges::copy(path.string(), to.sun_path);
  socket_ = Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) socket_.close();
}

bool HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd wait{socket_.get(), POLLOUT, 0};
    if (::poll(&wait, 1, static_cast<int>(std::chrono::milliseconds(patience_with_a_peer).count())) <= 0) return false;
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool HttpClient::fill() {
  pollfd wait{socket_.get(), POLLIN, 0};
  if (::poll(&wait, 1, static_cast<int>(std::chrono::milliseconds(patience_with_a_peer).count())) <= 0) {
    ADD_FAILURE() << "nothing comes";
    return false;
  }
  std::array<char, 65536> buffer;
  const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (got > 0) unread_.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0;
}

std::optional<std::string> HttpClient::line() {
  for (;;) {
    if (const std::size_t end = unread_.find("\r\n"); end != std::string::npos) {
      std::string found = unread_.substr(0, end);
      unread_.erase(0, end + 2);
      return found;
    }
    if (!fill()) return std::nullopt;
  }
}

HttpResponse HttpClient::receive_head() {
  HttpResponse response;
  std::optional<std::string> row = line();
  if (!row || row->size() < 12) return response;
  response.status = std::stoi(row->substr(9, 3));
  for (row = line(); row && !row->empty(); row = line()) {
    const std::size_t colon = row->find(':');
    if (colon == std::string::npos) continue;
    response.headers[lower(row->substr(0, colon))] = row->substr(std::min(row->size(), colon + 2));
  }
  if (response.status == 100) return receive_head();
  return response;
}

std::optional<std::string> HttpClient::chunk() {
  const std::optional<std::string> size_row = line();
  if (!size_row || size_row->empty()) return std::nullopt;
  const std::size_t size = std::stoul(*size_row, nullptr, 16);
  while (unread_.size() < size + 2) {
    if (!fill()) return std::nullopt;
  }
  std::string piece = unread_.substr(0, size);
  unread_.erase(0, size + 2);
  return piece.empty() ? std::nullopt : std::optional(piece);
}

HttpResponse HttpClient::receive() {
  HttpResponse response = receive_head();
  if (response.header("transfer-encoding") == "chunked") {
    for (std::optional<std::string> piece = chunk(); piece; piece = chunk()) response.body += *piece;
    return response;
  }
  const std::string size = response.header("content-length");
  const std::size_t wanted = size.empty() ? 0 : std::stoul(size);
  while (unread_.size() < wanted && fill()) {
  }
  response.body = unread_.substr(0, wanted);
  unread_.erase(0, wanted);
  return response;
}

Json HttpClient::next_event() {
  for (;;) {
    while (stream_.find("\n\n") == std::string::npos) {
      const std::optional<std::string> piece = chunk();
      if (!piece) return {};
      stream_ += *piece;
    }
    const std::size_t end = stream_.find("\n\n");
    const std::string event = stream_.substr(0, end);
    stream_.erase(0, end + 2);
    Json message;
    for (const std::string_view row : split(event, '\n')) {
      if (row.starts_with("id: ")) last_event_id_ = row.substr(4);
      if (row.starts_with("data: ")) message = read_json(row.substr(6)).value_or(Json());
    }
    if (!message.is_null()) return message;
  }
}

bool HttpClient::is_closed_by_server() {
  const auto until = std::chrono::steady_clock::now() + patience_with_a_peer;
  while (std::chrono::steady_clock::now() < until) {
    pollfd wait{socket_.get(), POLLIN, 0};
    if (::poll(&wait, 1, 100) <= 0) continue;
    char buffer[4096];
    if (::recv(socket_.get(), buffer, sizeof buffer, 0) <= 0) return true;
  }
  return false;
}

HttpServed::HttpServed(const Workplace& place, std::vector<std::string> options)
    : process_(place.program(with_options(std::move(options)))) {
  const std::string words = process_.read_error_line().value_or("nothing");
  constexpr std::string_view begin = "kedge: serving ";
  EXPECT_TRUE(words.starts_with(begin)) << words;
  const std::string where = words.substr(std::min(words.size(), begin.size()));
  if (!where.starts_with("http://")) {
    socket_ = where;
    return;
  }
  const std::size_t colon = where.rfind(':');
  port_ = static_cast<std::uint16_t>(std::stoi(where.substr(colon + 1)));
}

std::string HttpServed::host() const { return port_ == 0 ? "localhost" : concat("127.0.0.1:", port_); }

HttpClient HttpServed::connect() const { return port_ == 0 ? HttpClient(socket_) : HttpClient(port_); }

std::string HttpServed::post_text(std::string_view body, const HttpHeaders& others) const {
  std::string text = "POST /mcp HTTP/1.1\r\n";
  for (const auto& [name, value] : HttpHeaders{{"Host", host()},
                                               {"Content-Type", "application/json"},
                                               {"Accept", "application/json, text/event-stream"},
                                               {"Content-Length", concat(body.size())}}) {
    if (!has(others, lower(name))) append(text, concat(name, ": ", value, "\r\n"));
  }
  // Without a value: left out.
  for (const auto& [name, value] : others) {
    if (!value.empty()) append(text, concat(name, ": ", value, "\r\n"));
  }
  return concat(text, "\r\n", body);
}

HttpResponse HttpServed::exchange(std::string_view bytes) const {
  HttpClient client = connect();
  EXPECT_TRUE(client.is_connected());
  if (!client.is_connected()) return {};
  client.send(bytes);
  return client.receive();
}

HttpResponse HttpServed::post(std::string_view body, const HttpHeaders& others) const {
  return exchange(post_text(body, others));
}

Finished HttpServed::end(int signal) {
  ::kill(process_.pid(), signal);
  return process_.finish();
}

std::string modern_request(const Json& id, std::string_view method, Json params, const Json& capabilities) {
  Json meta = params.find("_meta") != nullptr ? *params.find("_meta") : Json::object();
  meta.set("io.modelcontextprotocol/protocolVersion", "2026-07-28");
  meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
  params.set("_meta", std::move(meta));
  return request(id, method, params);
}

HttpHeaders modern_headers(std::string_view method, std::string_view name) {
  HttpHeaders headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", std::string(method)}};
  if (!name.empty()) headers.emplace_back("Mcp-Name", name);
  return headers;
}

HttpSession::HttpSession(const HttpServed& server, std::string_view revision, const Json& capabilities, HttpHeaders others)
    : server_(server), revision_(revision), others_(std::move(others)) {
  const Json params = Json::object({{"protocolVersion", revision},
                                    {"capabilities", capabilities},
                                    {"clientInfo", Json::object({{"name", "test"}, {"version", "1"}})}});
  const HttpResponse opened = server_.post(request(0, "initialize", params), others_);
  EXPECT_EQ(opened.status, 200) << opened.body;
  id_ = opened.header("mcp-session-id");
  EXPECT_GE(id_.size(), 32U);
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").status, 202);
}

HttpHeaders HttpSession::headers() const {
  HttpHeaders all = others_;
  all.emplace_back("Mcp-Session-Id", id_);
  all.emplace_back("MCP-Protocol-Version", revision_);
  return all;
}

std::string HttpSession::get_text(std::string_view last_event_id) const {
  std::string text = concat("GET /mcp HTTP/1.1\r\nHost: ", server_.host(), "\r\nAccept: text/event-stream\r\n");
  for (const auto& [name, value] : headers()) append(text, concat(name, ": ", value, "\r\n"));
  if (!last_event_id.empty()) append(text, concat("Last-Event-ID: ", last_event_id, "\r\n"));
  return concat(text, "\r\n");
}

Json HttpSession::call(std::string_view tool, const Json& arguments) {
  const HttpResponse response = post(tool_request(++last_id_, tool, arguments));
  EXPECT_EQ(response.status, 200) << response.body;
  const std::vector<Json> events = response.events();
  const Json answer = events.empty() ? response.json() : events.back();
  const Json* const result = answer.find("result");
  return result != nullptr ? *result : Json();
}

}  // namespace kedge::test
