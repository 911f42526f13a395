// The files of the root as resources: listed by the rules of a search, read as they are, and watched while somebody is
// subscribed.
#pragma once

#include "mcp/offer.hpp"
#include "mcp/service.hpp"

namespace kedge::mcp {

// REQUIRES: `service` outlives them.
ResourceRows file_resources(Service& service);

// Converts a path to a URI and back; none if it is not the URI of a file on this machine.
std::string file_uri(std::string_view absolute_path);
std::optional<std::string> path_of_uri(std::string_view uri);

}  // namespace kedge::mcp
