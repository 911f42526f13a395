#include "mcp/http_rules.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

Headers headers_of(const Lines& lines) {
  Headers headers;
  for (const auto& [name, value] : lines) headers.add(name, value);
  return headers;
}

const HttpRules local{.hosts = {"localhost:8000", "127.0.0.1:8000"}};
const HttpRules with_token{.hosts = {"localhost:8000"}, .tokens = {"secret-of-some-length", "another-of-some-length"}};
const HttpRules anywhere{};

int status(const HttpRules& rules, std::string_view method, std::string_view target, const Lines& lines) {
  const std::optional<HttpRefusal> refusal = refused_by(rules, method, target, headers_of(lines));
  return refusal ? refusal->status : 200;
}

const Lines good{
    {"Host", "localhost:8000"}, {"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};

// Valid headers with one added or replaced.
Lines with(const std::string& name, const std::string& value, bool instead = false) {
  Lines lines = good;
  if (instead) std::erase_if(lines, [&](const auto& line) { return line.first == name; });
  lines.emplace_back(name, value);
  return lines;
}
Lines without(const std::string& name) {
  Lines lines = good;
  std::erase_if(lines, [&](const auto& line) { return line.first == name; });
  return lines;
}

TEST(HttpRules, ATableOfRequests) {
  struct Case {
    std::string_view what;
    int status;
    Lines lines;
    std::string_view method = "POST", target = "/mcp";
  };
  const std::vector<Case> cases{
      {"plain", 200, good},
      {"query", 200, good, "POST", "/mcp?x=1"},
      {"another target", 404, good, "POST", "/"},
      {"below the target", 404, good, "POST", "/mcp/x"},
      {"a whole URL", 404, good, "POST", "http://localhost:8000/mcp"},
      {"get", 200, good, "GET"},
      {"delete", 200, good, "DELETE"},
      {"put", 405, good, "PUT"},
      {"lower case is another method", 405, good, "post"},
      {"preflight", 403, good, "OPTIONS"},
      {"no host", 403, without("Host")},
      {"two hosts", 403, with("Host", "localhost:8000")},
      {"upper case", 200, with("Host", "LocalHost:8000", true)},
      {"another host", 403, with("Host", "evil.example:8000", true)},
      {"another port", 403, with("Host", "localhost:8001", true)},
      {"no port", 403, with("Host", "localhost", true)},
      {"host with a tail", 403, with("Host", "localhost:8000.evil.example", true)},
      {"own page", 200, with("Origin", "http://localhost:8000")},
      {"page of another scheme", 403, with("Origin", "https://localhost:8000")},
      {"page of another port", 403, with("Origin", "http://localhost:80")},
      {"foreign page", 403, with("Origin", "http://evil.example")},
      {"page of nobody", 403, with("Origin", "null")},
      {"empty origin", 403, with("Origin", "")},
      {"cross site", 403, with("Sec-Fetch-Site", "cross-site")},
      {"same origin", 200, with("Sec-Fetch-Site", "same-origin")},
      {"form", 415, with("Content-Type", "application/x-www-form-urlencoded", true)},
      {"text", 415, with("Content-Type", "text/plain", true)},
      {"no type", 415, without("Content-Type")},
      {"two types", 400, with("Content-Type", "application/json")},
      {"type with parameters", 200, with("Content-Type", "application/JSON ; charset=utf-8", true)},
      {"no accept", 200, without("Accept")},
      {"any", 200, with("Accept", "*/*", true)},
      {"groups", 200, with("Accept", "application/*;q=0.5, text/*", true)},
      {"only one of the two", 406, with("Accept", "application/json", true)},
      {"get needs streams only", 200, with("Accept", "text/event-stream", true), "GET"},
      {"get without streams", 406, with("Accept", "application/json", true), "GET"},
      {"two sessions", 400,
       [] {
         Lines lines = with("Mcp-Session-Id", "a");
         lines.emplace_back("mcp-session-id", "b");
         return lines;
       }()},
  };
  for (const Case& c : cases) EXPECT_EQ(status(local, c.method, c.target, c.lines), c.status) << c.what;
}

TEST(HttpRules, ATokenIsComparedWholeAndBehindItsWordOnly) {
  for (const std::string& right :
       {std::string("Bearer secret-of-some-length"), std::string("bearer  secret-of-some-length ")}) {
    EXPECT_EQ(status(with_token, "POST", "/mcp", with("Authorization", right)), 200) << right;
  }
  for (const std::string& wrong :
       {std::string(), std::string("Bearer"), std::string("Bearer "), std::string("secret-of-some-length"),
        std::string("Bearer secret-of-some-lengt"), std::string("Bearer secret-of-some-length2"),
        std::string("Bearer SECRET-OF-SOME-LENGTH"), std::string("Basic secret-of-some-length")}) {
    EXPECT_EQ(status(with_token, "POST", "/mcp", with("Authorization", wrong)), 401) << wrong;
  }
  EXPECT_EQ(status(with_token, "POST", "/mcp", good), 401);
  EXPECT_EQ(status(with_token, "POST", "/other", good), 401) << "strangers learn nothing about what there is";
  Lines twice = with("Authorization", "Bearer secret-of-some-length");
  twice.emplace_back("Authorization", "Bearer secret-of-some-length");
  EXPECT_EQ(status(with_token, "POST", "/mcp", twice), 401);
}

TEST(HttpRules, WhereAnyNameWillDoThereIsStillOnlyOne) {
  EXPECT_EQ(status(anywhere, "POST", "/mcp", good), 200);
  EXPECT_EQ(status(anywhere, "POST", "/mcp", with("Host", "localhost:8000")), 400);
  EXPECT_EQ(status(anywhere, "POST", "/mcp", with("host", "another")), 400);
}

TEST(HttpRules, WhereAnyNameWillDoWebPagesStillWillNot) {
  EXPECT_EQ(status(anywhere, "POST", "/mcp", with("Host", "any.example", true)), 200);
  EXPECT_EQ(status(anywhere, "POST", "/mcp", without("Host")), 200);
  EXPECT_EQ(status(anywhere, "POST", "/mcp", with("Origin", "http://any.example")), 403);
  EXPECT_EQ(status(anywhere, "POST", "/mcp", with("Origin", "http://")), 403);
}

RequestMessage request(std::string_view text) { return std::get<RequestMessage>(read_message(text).messages.front()); }

TEST(HttpRules, TheEraIsSaidByTheHeaderOrTheMessage) {
  const Message plain = request(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  const Message probe = request(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})");
  const Message meta = request(
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
  EXPECT_FALSE(is_modern(headers_of({}), plain));
  EXPECT_FALSE(is_modern(headers_of({{"MCP-Protocol-Version", "2025-06-18"}}), plain));
  EXPECT_TRUE(is_modern(headers_of({{"mcp-protocol-version", "2026-07-28"}}), plain));
  EXPECT_TRUE(is_modern(headers_of({{"MCP-Protocol-Version", "nonsense"}}), plain));
  EXPECT_TRUE(is_modern(headers_of({}), probe));
  EXPECT_TRUE(is_modern(headers_of({}), meta));
}

TEST(HttpRules, HeadersRepeatTheMessage) {
  Rows rows;
  const Json schema =
      test::read(R"({"type":"object","properties":{"region":{"x-mcp-header":"Region"},"n":{"x-mcp-header":"N"}}})");
  rows.tools.push_back({"t", Json::object({{"inputSchema", schema}}), false, nullptr});
  const Offer offer(std::move(rows), "1", "");
  const auto problem = [&](const Lines& lines, std::string_view arguments) {
    const RequestMessage message =
        request(concat(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":)", arguments,
                       R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})"));
    Lines all{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "t"}};
    for (const auto& line : lines) {
      std::erase_if(all, [&](const auto& each) { return each.first == line.first; });
      if (!line.second.empty()) all.push_back(line);
    }
    return header_problem(headers_of(all), message, offer).has_value();
  };
  EXPECT_FALSE(problem({}, "{}"));
  for (const std::string& name : {std::string("MCP-Protocol-Version"), std::string("Mcp-Method"), std::string("Mcp-Name")}) {
    EXPECT_TRUE(problem({{name, ""}}, "{}")) << name;
    EXPECT_TRUE(problem({{name, "other"}}, "{}")) << name;
  }
  EXPECT_FALSE(problem({{"Mcp-Param-Region", "north"}}, R"({"region":"north"})"));
  EXPECT_FALSE(problem({{"mcp-param-region", "=?base64?bm9ydGg=?="}}, R"({"region":"north"})"));
  EXPECT_FALSE(problem({{"Mcp-Param-N", "7"}}, R"({"n":7})"));
  EXPECT_TRUE(problem({{"Mcp-Param-Region", "North"}}, R"({"region":"north"})"));
  EXPECT_TRUE(problem({}, R"({"region":"north"})"));
  EXPECT_TRUE(problem({{"Mcp-Param-Region", "north"}}, "{}"));
  EXPECT_TRUE(problem({{"Mcp-Param-Region", "=?base64?*?="}}, R"({"region":"north"})"));
}

TEST(HttpRules, ProblemsHaveTheirStatus) {
  EXPECT_EQ(status_of(std::nullopt), 200);
  EXPECT_EQ(status_of(ErrorCode::method_not_found), 404);
  EXPECT_EQ(status_of(ErrorCode::internal_error), 500);
  for (const ErrorCode code : {ErrorCode::invalid_params, ErrorCode::unsupported_revision, ErrorCode::header_mismatch,
                               ErrorCode::missing_capability, ErrorCode::parse_error}) {
    EXPECT_EQ(status_of(code), 400);
  }
}

}  // namespace
}  // namespace kedge::mcp
