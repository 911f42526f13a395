// The rules for an HTTP request before its message is read: it comes from this machine or may come from elsewhere, was not sent
// by a web page, its sender is authorized, and its form is accepted. Also what its headers must repeat from the message.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/message.hpp"
#include "mcp/offer.hpp"

namespace kedge::mcp {

class Headers {
 public:
  void add(std::string_view name, std::string_view value);

  // The value without whitespace around it. None if the header is missing or repeated.
  std::optional<std::string_view> one(std::string_view name) const;
  std::size_t count(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;  // names in lower case
};

struct HttpRules {
  std::vector<std::string> hosts;  // the names of the server, in lower case; none: any (a local socket)
  std::string token = {};          // empty: none is required
};

struct HttpRefusal {
  int status = 400;
  std::string what;
};

inline constexpr std::string_view endpoint = "/mcp";

// Before the body is read.
std::optional<HttpRefusal> refused_by(const HttpRules& rules, std::string_view method, std::string_view target,
                                      const Headers& headers);

// Whether a message that comes with these headers is of a revision without sessions.
bool is_modern(const Headers& headers, const Message& message);

// Checks that the headers of a modern request repeat its message where they must.
std::optional<Problem> header_problem(const Headers& headers, const RequestMessage& request, const Offer& offer);

// The HTTP status of a modern request with this problem.
int status_of(std::optional<ErrorCode> problem);

}  // namespace kedge::mcp
