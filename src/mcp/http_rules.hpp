// What a request over HTTP has to be before its message is looked at: from this machine or allowed to come from elsewhere, not
// sent by somebody's web page, by somebody who may, of a form that is taken. And what its headers must repeat of the message.
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

  // Without blanks around it. Nothing: there is none, or more than one.
  std::optional<std::string_view> one(std::string_view name) const;
  std::size_t count(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;  // names in lower case
};

struct HttpRules {
  std::vector<std::string> hosts;  // that the server may be called by, in lower case; none: any (a socket in the file system)
  std::string token = {};          // empty: none is asked for
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

// What the headers of a modern request must repeat of its message.
std::optional<Problem> header_problem(const Headers& headers, const RequestMessage& request, const Offer& offer);

// The status by which a modern request is answered that has this problem.
int status_of(std::optional<ErrorCode> problem);

}  // namespace kedge::mcp
