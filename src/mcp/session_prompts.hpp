// Prompts about what a session has done: clients offer them as commands to the person at the keyboard.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mcp/offer.hpp"
#include "mcp/service.hpp"
#include "tools/toolbox.hpp"

namespace kedge::mcp {

inline constexpr std::size_t longest_review = 60'000;  // bytes of all diffs

// The changes of this session, newest first, one row each; empty if there is none.
std::string changes_of_session(const Service& service, std::string_view session);

// What the session has done to each file, from how the file was before its first change to how it is now: as unified diffs.
// What somebody else has changed in the same file meanwhile is in it as well. Empty if nothing differs.
std::string review_of_session(const Service& service, std::string_view session);

// `undo`, `log` and `review`. The service has to outlive them.
std::vector<PromptRow> session_prompts(const Service& service, std::span<const ServedTool> tools);

}  // namespace kedge::mcp
