// The rules for an HTTP request before its message is read: its sender is one who may ask (http/sender.hpp), and its form is
// accepted. Also what its headers must repeat from the message.
#pragma once

#include <optional>
#include <string_view>

#include "http/sender.hpp"
#include "mcp/message.hpp"
#include "mcp/offer.hpp"

namespace kedge::mcp {

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
