// kedge doctor: what this machine can do for a commit, and what kedge has in hand for a root.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "fs/features.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr auto options = joined_options(workspace_options);

struct Holdings {
  std::size_t pending = 0;     // changes of another process that is at work
  std::size_t waiting = 0;     // changes whose displaced files are looked at once more before they go
  std::size_t unreadable = 0;  // records
  std::vector<std::string> kept;
};

Outcome<Holdings> holdings_of(FileSystem& fs, const StateFolder& state) {
  Holdings holdings;
  const Outcome<std::vector<std::string>> names = fs.list(state.tx);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    if (name.ends_with(".done")) ++holdings.waiting;
    if (name.ends_with(".bad")) ++holdings.unreadable;
    if (name.find_first_of(".-") == std::string::npos) ++holdings.pending;
  }
  if (const Outcome<Handle> kept = fs.open_folder(state.folder, "kept", Mounts::cross)) {
    if (Outcome<std::vector<std::string>> list = fs.list(*kept)) holdings.kept = *std::move(list);
    std::ranges::sort(holdings.kept);
  }
  return holdings;
}

struct Findings {
  std::vector<Feature> features;
  bool same_mount = false;
  Holdings holdings;
};

Result<Findings> examine(Workspace& workspace) {
  Findings findings;
  FileSystem& fs = workspace.fs();
  const StateFolder& state = workspace.state();
  KEDGE_OS(findings.features, features_of(fs, state.tx), state.path);
  KEDGE_OS(findings.same_mount, fs.same_mount(state.tx, workspace.root().folder()), workspace.root().path());
  KEDGE_OS(findings.holdings, holdings_of(fs, state), state.path);
  return findings;
}

Json json_of(const Workspace& workspace, const Findings& findings) {
  Json features = Json::object();
  for (const Feature& feature : findings.features) features.set(feature.name, feature.available);
  const Holdings& holdings = findings.holdings;
  return Json::object({{"version", KEDGE_VERSION},
                       {"file_system", workspace.fs().kind()},
                       {"root", workspace.root().path()},
                       {"state", workspace.state().path},
                       {"features", std::move(features)},
                       {"state_on_mount_of_root", findings.same_mount},
                       {"recovered", Json::object({{"finished", workspace.recovered().finished},
                                                   {"rolled_back", workspace.recovered().rolled_back}})},
                       {"pending", holdings.pending},
                       {"waiting", holdings.waiting},
                       {"unreadable_records", holdings.unreadable},
                       {"kept", Json::strings(holdings.kept)},
                       {"warnings", Json::strings(workspace.warnings())}});
}

std::string text_of(const Workspace& workspace, const Findings& findings) {
  std::string out = concat("kedge ", KEDGE_VERSION, " on the ", workspace.fs().kind(), " file system\nroot   ",
                           printable(workspace.root().path()), "\nstate  ", printable(workspace.state().path), '\n');
  const auto row = [&out](bool fine, std::string_view name, std::string_view meaning) {
    append(out, concat(fine ? "yes    " : "no     ", name, ": ", meaning, '\n'));
  };
  for (const Feature& feature : findings.features) row(feature.available, feature.name, feature.meaning);
  row(findings.same_mount, "one mount", "new and displaced files stay out of the workspace altogether");
  const Recovered& recovered = workspace.recovered();
  if (recovered.finished + recovered.rolled_back > 0) {
    append(out,
           concat("recovered: ", counted(recovered.finished, "change"), " finished, ", recovered.rolled_back, " taken back\n"));
  }
  const Holdings& holdings = findings.holdings;
  append(out, concat(counted(holdings.pending, "change"), " under way, ", counted(holdings.waiting, "displaced version"),
                     " waiting, ", counted(holdings.unreadable, "unreadable record"), ", ",
                     counted(holdings.kept.size(), "foreign version"), " kept\n"));
  for (const std::string& name : holdings.kept) {
    append(out, concat("kept   ", printable(concat(workspace.state().path, "/kept/", name)), '\n'));
  }
  for (const std::string& warning : workspace.warnings()) append(out, concat("warning: ", warning, '\n'));
  return out;
}

Exit run(const Arguments& arguments) {
  Result<OpenedWorkspace> opened = open_workspace(arguments);
  if (!opened) return report(opened.error(), arguments.json());
  const Result<Findings> findings = examine(opened->workspace);
  if (!findings) return report(findings.error(), arguments.json());
  return arguments.json() ? print_json(json_of(opened->workspace, *findings)) : print(text_of(opened->workspace, *findings));
}

}  // namespace

namespace command {

extern const Command doctor;
const Command doctor{
    "doctor",
    "Check an installation: what the kernel offers, what is in hand for a root",
    "Opens the root as every command does, which finishes or takes back what a process that died has left, and tells what\n"
    "it found. The kernel's features are tried out in kedge's own folder.",
    {},
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
