#include "benchmarks/perf/file_servers.hpp"

#include <utility>

#include "benchmarks/perf/mcp_session.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

Json replace_call(const fs::path& file, std::size_t round) {
  return call_of("edit", Json::object({{"path", file.string()}, {"old_string", mark(round)}, {"new_string", mark(round + 1)}}));
}

}  // namespace

std::string mark(std::size_t round) { return concat("    marked = ", round, ";\n"); }

FileServer kedge_server(std::string name, const std::string& program, const Scratch& scratch, const std::string& durability) {
  const fs::path root = scratch.folder(name);
  return {.name = name,
          .command = {program, "mcp", "--dialect", "replace", "--root", root.string(), "--state",
                      scratch.file(concat("state of ", name)), "--durability", durability},
          .folder = root,
          .edit = &replace_call,
          .read = [](const fs::path& file, std::uint32_t from) {
            return call_of("read", Json::object({{"path", file.string()}, {"start", from}}));
          }};
}

FileServer server_filesystem(std::vector<std::string> command, const Scratch& scratch) {
  const fs::path root = scratch.folder("server-filesystem");
  command.push_back(root.string());
  return {.name = "server-filesystem",
          .command = std::move(command),
          .folder = root,
          .edit =
              [](const fs::path& file, std::size_t round) {
                const Json edit = Json::object({{"oldText", mark(round)}, {"newText", mark(round + 1)}});
                return call_of("edit_file", Json::object({{"path", file.string()}, {"edits", Json::array({edit})}}));
              },
          .read = [](const fs::path& file,
                     std::uint32_t) { return call_of("read_text_file", Json::object({{"path", file.string()}})); }};
}

FileServer floor_server(std::string name, const std::string& program, const Scratch& scratch, const std::string& durability) {
  const fs::path root = scratch.folder(name);
  return {.name = name,
          .command = {program, root.string(), scratch.folder(concat("state of ", name)), durability},
          .folder = root,
          .edit = &replace_call,
          .read = nullptr};
}

}  // namespace kedge::bench
