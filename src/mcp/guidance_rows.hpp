// What can be read besides files: the guidance of the served dialects as prompts; grammars and the catalogue of errors as
// resources.
#pragma once

#include <span>
#include <vector>

#include "dialects/dialect.hpp"
#include "mcp/offer.hpp"

namespace kedge::mcp {

std::vector<PromptRow> prompt_rows(std::span<const Dialect* const> served);
ResourceRows guidance_resources();

}  // namespace kedge::mcp
