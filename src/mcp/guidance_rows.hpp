// What can be read besides files: each dialect's guidance as a prompt, its grammar and the catalogue of errors as resources.
#pragma once

#include "mcp/offer.hpp"

namespace kedge::mcp {

std::vector<PromptRow> prompt_rows();
ResourceRows guidance_resources();

}  // namespace kedge::mcp
