// What a program that embeds kedge asks for when it opens a workspace.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "dialects/dialect.hpp"
#include "embed/opened_root.hpp"
#include "mcp/service.hpp"

namespace kedge::embed {

struct Options {
  std::vector<std::string> roots;  // absolute, each once
  RootWanted root;                 // what counts for each of them; without its path
  std::vector<const Dialect*> dialects;
  std::string prefix = {};          // of the names of all tools
  std::string client = "embedded";  // how the program calls itself, in the records and to views
  std::string program = {};         // the kedge that parses sources in a process of its own; empty: none
  mcp::ServiceSettings service = {};
  std::chrono::seconds patience{};  // how long a person may take to answer
};

// Refused (schema_invalid) with all that is wrong with it. `own_program` is where kedge is unless `program` says otherwise.
Result<Options> read_options(const Json& json, std::string own_program);

}  // namespace kedge::embed
