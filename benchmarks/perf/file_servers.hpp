// Servers that edit files over MCP, each with a folder of its own, and how each of them is asked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/perf/scratch.hpp"
#include "support/json.hpp"

namespace kedge::bench {

struct FileServer {
  std::string name;
  std::vector<std::string> command;
  std::filesystem::path folder;
  // Each makes what McpSession asks. `edit` replaces mark(round) by mark(round + 1).
  std::function<Json(const std::filesystem::path& file, std::size_t round)> edit;
  std::function<Json(const std::filesystem::path& file, std::uint32_t from_line)> read;  // nothing: it cannot
};

// A statement in Python, C++, TypeScript, Go and Rust.
std::string mark(std::size_t round);

// `durability`: full or none.
FileServer kedge_server(std::string name, const std::string& program, const Scratch& scratch, const std::string& durability);
// `command` is followed by the folder that it serves.
FileServer server_filesystem(std::vector<std::string> command, const Scratch& scratch);
// Does no more than what has to be done: plain_server.c.
FileServer floor_server(std::string name, const std::string& program, const Scratch& scratch, const std::string& durability);

}  // namespace kedge::bench
