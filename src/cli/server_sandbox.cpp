#include "cli/server_sandbox.hpp"

#include <cstdlib>

#include "cli/output.hpp"
#include "fs/path_parts.hpp"
#include "search/ignore_rules.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string own_configuration() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder == '/') {
    return concat(folder, "/kedge");
  }
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? concat(home, "/.config/kedge") : std::string();
}

ReachableFiles reachable_files(const Workspace& workspace) {
  ReachableFiles files;
  files.writable.push_back(workspace.state().folder.id());
  if (!workspace.root().is_too_wide()) files.writable.push_back(workspace.root().folder().id());
  // Its own process: what sanitizers ask, and whose the other end of a local connection is.
  files.readable = {"/proc/self", "/dev/urandom", "/dev/null"};
  if (std::string own = own_configuration(); !own.empty()) files.readable.push_back(std::move(own));
  for (std::string& file : ignore_files_outside(workspace.fs(), workspace.root(), ignore_file_of_user())) {
    files.listed.emplace_back(folder_of(file));
    files.readable.push_back(std::move(file));
  }
  return files;
}

}  // namespace

void close_sandbox_of_server(SandboxMode mode, const Workspace& workspace, Syntax& syntax) {
  syntax.start_for_good([] {
    to_stderr(
        "kedge: warning: the parser's process has ended and cannot be started again in the sandbox: no block is found and "
        "no syntax checked until kedge is started anew\n");
  });
  const SandboxReport report = close_sandbox({mode, reachable_files(workspace)});
  if (!report.missing.empty()) {
    to_stderr(concat("kedge: note: the sandbox is not complete: ", report.missing, '\n'));
  }
}

}  // namespace kedge
