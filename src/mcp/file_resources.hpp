// The files of the root as resources: listed by the rules of a search, read as they are, watched while somebody wants to know.
#pragma once

#include "mcp/offer.hpp"
#include "mcp/service.hpp"

namespace kedge::mcp {

// REQUIRES: `service` outlives them.
ResourceRows file_resources(Service& service);

// A path as part of a URI, and back; nothing where it is no URI of a file of this machine.
std::string file_uri(std::string_view absolute_path);
std::optional<std::string> path_of_uri(std::string_view uri);

}  // namespace kedge::mcp
