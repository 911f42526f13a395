// What the official conformance suites expect a server to offer while it is tested. The rows are the suites' own names and
// texts; everything around them is the server as it is shipped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcp/offer.hpp"

namespace kedge::mcp::conformance {

// REQUIRES: the text is JSON.
Json json_of(std::string_view text);

// Parts of results.
Json text_content(std::string_view text);
Json image_content();  // one red pixel
std::string pixel_base64();
Json resource_content(std::string_view uri, std::string_view type, std::string_view text);
Json tool_result(std::initializer_list<Json> content);
Json tool_text(std::string_view text);

// The string argument of this name; empty if there is none.
std::string argument_of(const Exchange& exchange, std::string_view name);

std::vector<ToolRow> content_tools();  // that answer at once
std::vector<ToolRow> telling_tools();  // that say something before they answer
std::vector<ToolRow> asking_tools();   // that ask the client before they answer
std::vector<PromptRow> prompts();
ResourceRows resources();

Rows all_rows();

}  // namespace kedge::mcp::conformance
