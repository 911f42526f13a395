// Any bytes as the head of an HTTP request: who is let in is who a reader lets in that has the rules one by one, however the
// head is cut into pieces; and what the headers say of a message is what it says.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"
#include "fuzz/mcp_stage.hpp"
#include "http/chunks.hpp"
#include "http/head.hpp"
#include "mcp/http_rules.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::fuzz {
namespace {

struct Head {
  std::string method, target;
  std::vector<std::pair<std::string, std::string>> lines;

  Headers headers() const {
    Headers headers;
    for (const auto& [name, value] : lines) headers.add(name, value);
    return headers;
  }
};

// As a connection reads it, and the lines once more by a reader of their own. Nothing: it is none.
std::optional<Head> read_head(std::string_view bytes, std::string& body) {
  const std::expected<std::optional<HttpHead>, HttpRefusal> read = head_of(bytes, 16UL * 1024);
  if (!read || !*read) return std::nullopt;
  const HttpHead& known = **read;
  Head head{known.method, known.target, {}};
  std::string_view lines = bytes.substr(0, known.length);
  for (std::size_t end = lines.find("\r\n"); end + 4 < lines.size(); end = lines.find("\r\n")) {
    lines.remove_prefix(end + 2);
    const std::string_view line = lines.substr(0, lines.find("\r\n"));
    const std::size_t colon = line.find(':');
    KEDGE_REQUIRE(colon != std::string_view::npos && colon > 0);
    head.lines.emplace_back(line.substr(0, colon), line.substr(colon + 1));
  }
  std::string rest(bytes.substr(known.length));
  ChunkedBody chunks(1024UL * 1024);
  if (known.headers.count("transfer-encoding") == 0) {
    body = std::move(rest);
  } else if (chunks.take(rest).value_or(false)) {
    body = chunks.text;
  }
  return head;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string_view bare(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<std::string> values(const Head& head, std::string_view name) {
  std::vector<std::string> all;
  for (const auto& [each, value] : head.lines) {
    if (lower(each) == name) all.emplace_back(bare(value));
  }
  return all;
}

// What must hold for whoever is let in, read from the rules and not from the code.
void expect_welcome(const Head& head, const HttpRules& rules) {
  const auto is_host = [&](const std::string& name) { return std::ranges::find(rules.hosts, name) != rules.hosts.end(); };
  const std::vector<std::string> hosts = values(head, "host");
  KEDGE_REQUIRE(hosts.size() <= 1);
  KEDGE_REQUIRE(rules.hosts.empty() || (hosts.size() == 1 && is_host(lower(hosts[0]))));
  for (const std::string& origin : values(head, "origin")) {
    KEDGE_REQUIRE(lower(origin).starts_with("http://") && is_host(lower(origin).substr(7)));
  }
  KEDGE_REQUIRE(values(head, "origin").size() <= 1);
  if (!rules.tokens.empty()) {
    const std::vector<std::string> given = values(head, "authorization");
    KEDGE_REQUIRE(given.size() == 1 && lower(given[0]).starts_with("bearer "));
    KEDGE_REQUIRE(bare(std::string_view(given[0]).substr(7)) == rules.tokens.front());
  }
  KEDGE_REQUIRE(head.target == "/mcp" || head.target.starts_with("/mcp?"));
  KEDGE_REQUIRE(head.method == "POST" || head.method == "GET" || head.method == "DELETE");
  if (head.method == "POST") {
    const std::vector<std::string> types = values(head, "content-type");
    KEDGE_REQUIRE(types.size() == 1 && lower(types[0]).starts_with("application/json"));
  }
  for (const std::string_view name : {"mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name", "last-event-id"}) {
    KEDGE_REQUIRE(values(head, name).size() <= 1);
  }
}

// What must hold of a head whose form is taken: nobody can think that it ends elsewhere, or that its body does.
void check_form(std::string_view bytes, const Head& head) {
  const std::size_t length = length_of_head(bytes).value_or(bytes.size());
  if (!problem_of_form(bytes.substr(0, length))) {
    const std::string_view form = bytes.substr(0, length);
    for (std::size_t i = 0; i < form.size(); ++i) {
      KEDGE_REQUIRE(form[i] != '\0' && (form[i] != '\n' || (i > 0 && form[i - 1] == '\r')));
      KEDGE_REQUIRE(form[i] != '\r' || i + 1 == form.size() || form[i + 1] == '\n');
    }
    KEDGE_REQUIRE(form.find("\n ") == std::string_view::npos && form.find("\n\t") == std::string_view::npos);
  }
  if (!problem_of_framing(head.headers(), 11)) {
    const std::vector<std::string> encodings = values(head, "transfer-encoding"), lengths = values(head, "content-length");
    KEDGE_REQUIRE(encodings.size() + lengths.size() <= 1);
    for (const std::string& encoding : encodings) KEDGE_REQUIRE(lower(encoding) == "chunked");
    for (const std::string& each : lengths) {
      KEDGE_REQUIRE(!each.empty() && each.find_first_not_of("0123456789") == std::string::npos);
    }
  }
}

void check_headers_of_message(const Headers& headers, std::string_view body) {
  static McpStage server;
  const mcp::Incoming incoming = mcp::read_message(body);
  const mcp::RequestMessage* const request = std::get_if<mcp::RequestMessage>(&incoming.messages.front());
  (void)mcp::is_modern(headers, incoming.messages.front());
  if (request == nullptr) return;
  const std::optional<mcp::Problem> problem = mcp::header_problem(headers, *request, server.stage.offer);
  if (problem) {
    KEDGE_REQUIRE(problem->code == mcp::ErrorCode::header_mismatch && !problem->what.empty());
    KEDGE_REQUIRE(mcp::status_of(problem->code) == 400);
    return;
  }
  const std::optional<std::string_view> method = headers.one("mcp-method");
  KEDGE_REQUIRE(headers.one("mcp-protocol-version") && method);
  KEDGE_REQUIRE(*method == request->method || method->starts_with("=?base64?"));
}

}  // namespace

void http_rules(std::string_view bytes) {
  Input input(bytes);
  const std::size_t choice = input.byte();
  HttpRules rules;
  if (choice % 2 == 0) rules.hosts = {"localhost:80", "127.0.0.1:80", "[::1]:80"};
  if (choice % 4 < 2) rules.tokens = {"secret"};
  std::string body;
  const std::string_view sent = input.rest();
  const std::optional<Head> head = read_head(sent, body);
  if (!head) return;
  check_form(sent, *head);
  const Headers headers = head->headers();
  for (const auto& [name, value] : head->lines) {
    const std::vector<std::string> all = values(*head, lower(name));
    KEDGE_REQUIRE(headers.count(name) == all.size());
    KEDGE_REQUIRE(headers.one(name).has_value() == (all.size() == 1) && (all.size() > 1 || *headers.one(name) == all[0]));
  }
  const std::optional<HttpRefusal> refusal = mcp::refused_by(rules, head->method, head->target, headers);
  if (refusal) {
    KEDGE_REQUIRE(refusal->status >= 400 && refusal->status < 500 && !refusal->what.empty());
    KEDGE_REQUIRE(rules.tokens.empty() || refusal->what.find(rules.tokens.front()) == std::string::npos);
  } else {
    expect_welcome(*head, rules);
    check_headers_of_message(headers, body);
  }
}

}  // namespace kedge::fuzz
