// A server without files behind it, alike for every execution: its tools give back what they are given, or ask for it.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcp/conversation.hpp"
#include "mcp/instructions.hpp"
#include "mcp/tool_rows.hpp"
#include "tests/support/fake_tools.hpp"

namespace kedge::fuzz {

class McpStage {
  static mcp::Called call(const ServedTool& tool, const Json& arguments, mcp::Exchange& exchange) {
    if (exchange.inputs.find("answer") == nullptr && arguments.find("ask") != nullptr) {
      mcp::InputNeeded needed;
      needed.requests.push_back({"answer", "elicitation/create", Json::object({{"message", "?"}})});
      return needed;
    }
    exchange.progress(1, 2, "half");
    return Reply{tool.name, arguments};
  }
  static mcp::Rows rows() {
    mcp::Rows rows;
    rows.manners.form = mcp::ResultForm::both;
    rows.tools = mcp::tool_rows(mcp::test::fake_tools(), rows.manners, call,
                                [](const std::string&) { return std::vector<std::string>(); });
    rows.prompts.push_back({.name = "guide",
                            .listed = Json::object({{"name", "guide"}}),
                            .get = [](mcp::Exchange&) -> mcp::Answer { return Json::object({{"messages", Json::array()}}); }});
    return rows;
  }

  mcp::Offer offer_{rows(), "1", mcp::instructions_for(mcp::test::fake_tools())};
  mcp::Workers workers_;
  mcp::Subscribers subscribers_{[](const std::string&) { return std::optional<std::string>("stamp"); }};
  mcp::RequestStates states_{std::array<std::uint8_t, 32>{7}};

 public:
  // Last: it refers to the others.
  mcp::Stage stage{.offer = offer_,
                   .workers = workers_,
                   .subscribers = subscribers_,
                   .states = states_,
                   .now = [] { return std::int64_t{0}; },
                   .room = mcp::Workers::Room::taken};
};

}  // namespace kedge::fuzz
