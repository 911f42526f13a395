// One request as a row of the offer sees it, without a conversation.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mcp/exchange.hpp"

namespace kedge::mcp::test {

struct TestExchange {
  Client client = {};
  Json params = Json::object();
  std::string session = "session";
  Json state = Json::object();
  Json inputs = Json::object();
  std::atomic<bool> cancelled = false;
  std::vector<double> progress = {};
  bool used_up = false;
  std::vector<std::string> changed = {};
  Exchange exchange{.client = client,
                    .params = params,
                    .session = session,
                    .state = state,
                    .inputs = inputs,
                    .cancelled = cancelled,
                    .changed = changed,
                    .progress = [this](double done, std::optional<double>, std::string_view) { progress.push_back(done); },
                    .log = [](LogLevel, std::string_view, const Json&) {},
                    .close_stream = [] {},
                    .use_up_state = [this] { return !std::exchange(used_up, true); },
                    .announce = [](std::string_view) {}};
};

}  // namespace kedge::mcp::test
