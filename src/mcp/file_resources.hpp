// The files of the root as resources: listed by the rules of a search, read as they are, and watched while somebody is
// subscribed.
#pragma once

#include "mcp/offer.hpp"
#include "mcp/service.hpp"

namespace kedge::mcp {

// REQUIRES: `service` outlives them.
ResourceRows file_resources(Service& service);

}  // namespace kedge::mcp
