#include "cli/server_sandbox.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "cli/output.hpp"
#include "fs/path_parts.hpp"
#include "process/own_environment.hpp"
#include "process/sanitized.hpp"
#include "search/ignore_rules.hpp"
#include "sockets/view_sockets.hpp"
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

void add_root(ReachableFiles& files, const SandboxedRoot& root, const Outcome<Handle>& views) {
  const Workspace& workspace = *root.workspace;
  if (views) files.connectable.push_back(views->id());
  files.writable.push_back(workspace.state().folder.id());
  if (!workspace.root().is_too_wide()) files.writable.push_back(workspace.root().folder().id());
  if (!root.git_folder.empty()) files.readable.push_back(root.git_folder);
  for (std::string& file : ignore_files_outside(workspace.fs(), workspace.root(), ignore_file_of_user())) {
    files.listed.emplace_back(folder_of(file));
    files.readable.push_back(std::move(file));
  }
}

ReachableFiles reachable_files(std::span<const SandboxedRoot> roots, const std::vector<Outcome<Handle>>& views) {
  ReachableFiles files;
  files.readable = {"/dev/urandom", "/dev/null"};
  // For sanitizer reports about the process itself. Nothing else needs its environment, memory or descriptors.
  if (is_sanitized()) files.readable.emplace_back("/proc/self");
  if (std::string own = own_configuration(); !own.empty()) files.readable.push_back(std::move(own));
  for (std::size_t i = 0; i < roots.size(); ++i) add_root(files, roots[i], views[i]);
  return files;
}

}  // namespace

void keep_environment_of_server() {
  // What decides where files are, and nothing that could be a secret.
  constexpr std::array<std::string_view, 8> needed{"HOME",           "KEDGE_STATE",     "KEDGE_FS", "XDG_CONFIG_HOME",
                                                   "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR",   "TZ"};
  keep_of_environment(needed);
}

void close_sandbox_of_server(SandboxMode mode, std::span<const SandboxedRoot> roots, Syntax& syntax) {
  syntax.start_for_good([] {
    to_stderr(
        "kedge: warning: the parser's process has ended and cannot be started again in the sandbox: no block is found and "
        "no syntax checked until kedge is started anew\n");
  });
  // They have to be there: a rule is about a folder, not about its name.
  std::vector<Outcome<Handle>> views;
  for (const SandboxedRoot& root : roots) views.push_back(make_views(root.workspace->fs(), root.workspace->state()));
  const SandboxReport report = close_sandbox({mode, reachable_files(roots, views)});
  if (!report.missing.empty()) {
    to_stderr(concat("kedge: note: the sandbox is not complete: ", report.missing, '\n'));
  }
}

}  // namespace kedge
