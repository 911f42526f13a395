// kedge doctor: what this machine can do, what kedge has in hand for a root, whether clients start it as they should, and what
// there is to do about it.
#include <algorithm>
#include <array>

#include "cli/client_listing.hpp"
#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/server_check.hpp"
#include "cli/state_holdings.hpp"
#include "cli/store_check.hpp"
#include "fs/features.hpp"
#include "fs/program_file.hpp"
#include "fs/real_file_system.hpp"
#include "fs/work_trees.hpp"
#include "process/kernel_features.hpp"
#include "process/own_program.hpp"
#include "setup/client_check.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 1> doctor_own_options{{
    {"recover", "", "only finish or take back what a process that died has left, and tell what is in hand"},
}};
constexpr auto doctor_options = joined_options(doctor_own_options, workspace_options);

constexpr std::uint64_t enough_space = std::uint64_t{64} << 20;

// What is found beyond the root: the machine, the clients, the server.
struct Surroundings {
  std::optional<std::uint64_t> free_bytes;
  int landlock = 0;
  bool seccomp = false, openat2 = false;
  bool hashes = false;
  std::vector<ClientCheck> clients;
  std::optional<ServerCheck> server;
  std::optional<StoreCheck> store;    // what --store names
  std::vector<WorkTree> other_trees;  // of the same repository
  std::vector<std::string> to_do;     // as it is typed, or said to a person
};

struct Findings {
  std::vector<Feature> features;
  bool same_mount = false;
  Holdings holdings;
  std::optional<Surroundings> around;  // unless only recovery is asked for
};

// Identity is decided by hashes, so a processor whose instructions are wrong must not decide it.
bool hashes_agree() {
  const std::span<const Sha256Kernel> kernels = sha256_kernels();
  std::string message;
  for (std::size_t i = 0; i < 200; ++i) {  // below, at and above the size of a block
    const std::array<std::string_view, 2> messages{message, std::string_view(message).substr(message.size() / 2)};
    std::array<Digest, 2> digests{};
    kernels.front().hash_each(messages, digests);
    const Sha256Kernel& portable = kernels.back();
    if (kernels.front().hash(message) != portable.hash(message)) return false;
    if (digests[0] != portable.hash(messages[0]) || digests[1] != portable.hash(messages[1])) return false;
    message.push_back(static_cast<char>('0' + i % 75));
  }
  return true;
}

Surroundings look_around(const Workspace& workspace, const Holdings& holdings, std::optional<StoreCheck> store) {
  const std::string& state = workspace.state().path;
  const std::string program = own_program();
  Surroundings around{.free_bytes = free_space(state),
                      .landlock = landlock_abi(),
                      .seccomp = has_seccomp_filter(),
                      .openat2 = has_openat2(),
                      .hashes = hashes_agree(),
                      .clients = check_clients(places_from_environment(workspace.root().path()), program),
                      .server = check_server(program, workspace.root().path()),
                      .store = std::move(store),
                      .other_trees = work_trees_beside(workspace.root().path()),
                      .to_do = {}};
  std::erase_if(around.other_trees, [&](const WorkTree& tree) { return tree.path == workspace.root().resolved(); });
  // Clients answer for the folder that they are started in.
  if (resolved_path(current_folder()) == workspace.root().resolved()) {
    const Client* asked = nullptr;  // entries of one client are beside each other
    for (ClientCheck& check : around.clients) {
      if (check.client == asked) continue;
      asked = check.client;
      const std::optional<std::string> problem = ask_client(*check.client);
      if (problem && !problem->empty()) check.problems.push_back(*problem);
    }
  }
  const auto to_do = [&](std::string what) { around.to_do.push_back(std::move(what)); };
  if (workspace.root().is_too_wide()) to_do("name the project with --root FOLDER, or run kedge inside it");
  if (!workspace.state().warnings.empty()) to_do("name a folder for the records that lasts, with --state or KEDGE_STATE");
  if (around.free_bytes && *around.free_bytes < enough_space) to_do(concat("make space on the disk of ", printable(state)));
  for (const std::string& name : holdings.unreadable) {
    to_do(concat("look at the files that this record names, then remove it: ", printable(concat(state, "/tx/", name))));
  }
  for (const ClientCheck& check : around.clients) {
    if (!check.problems.empty()) to_do(check.remedy);
  }
  if (!around.hashes) to_do("do not use kedge on this machine: its processor computes wrong hashes");
  if (around.store && !around.store->problem.empty()) {
    to_do(concat("ask whoever looks after the database at ", printable(around.store->where),
                 " why it cannot be used: ", printable(around.store->problem)));
  }
  if (!around.server) {
    to_do(concat("see why no server starts: ", printable(program), " mcp --root ", printable(workspace.root().path())));
  }
  return around;
}

Result<Findings> examine(Workspace& workspace, const Arguments& arguments) {
  Findings findings;
  FileSystem& fs = workspace.fs();
  const StateFolder& state = workspace.state();
  KEDGE_OS(findings.features, features_of(fs, state.tx), state.path);
  KEDGE_OS(const FileInfo tx, fs.look(state.tx), state.path);
  KEDGE_OS(const FileInfo root, fs.look(workspace.root().folder()), workspace.root().path());
  findings.same_mount = fs.same_mount(tx, root);
  KEDGE_OS(findings.holdings, holdings_of(fs, state), state.path);
  if (arguments.has("recover")) return findings;
  KEDGE_TRY(std::optional<StoreCheck> store, check_store_of(arguments, workspace, "doctor"));
  findings.around = look_around(workspace, findings.holdings, std::move(store));
  return findings;
}

void add_surroundings(Json& json, const Workspace& workspace, const Surroundings& around) {
  json.set("root_too_wide", workspace.root().is_too_wide());
  json.set("runs_as_root", workspace.fs().user() == 0);
  json.set("free_bytes", around.free_bytes ? Json(*around.free_bytes) : Json());
  json.set("kernel",
           Json::object({{"landlock_abi", around.landlock}, {"seccomp", around.seccomp}, {"openat2", around.openat2}}));
  json.set("hashes_agree", around.hashes);
  if (around.store) {
    Json store = Json::object({{"where", around.store->where}});
    if (around.store->problem.empty()) {
      store.set("answer_microseconds", std::int64_t{around.store->answer.count()});
    } else {
      store.set("problem", around.store->problem);
    }
    json.set("store", std::move(store));
  }
  Json clients = Json::array();
  for (const ClientCheck& check : around.clients) {
    Json words = Json::array();
    if (!check.command.program.empty()) words.push(check.command.program);
    for (const std::string& word : check.command.words) words.push(word);
    clients.push(Json::object({{"client", check.client->name},
                               {"scope", name_of(check.scope)},
                               {"file", check.file},
                               {"command", std::move(words)},
                               {"problems", Json::strings(check.problems)}}));
  }
  json.set("clients", std::move(clients));
  json.set("server", around.server
                         ? Json::object({{"milliseconds", around.server->milliseconds}, {"tools", around.server->tools}})
                         : Json());
  Json trees = Json::array();
  for (const WorkTree& tree : around.other_trees) {
    trees.push(Json::object({{"path", tree.path}, {"branch", branch_of(tree)}}));
  }
  json.set("work_trees", std::move(trees));
  json.set("to_do", Json::strings(around.to_do));
}

std::string in_megabytes(std::uint64_t bytes) { return concat(bytes >> 20U, " MiB"); }

std::string text_of(const Workspace& workspace, const Surroundings& around) {
  std::string out;
  const auto row = [&out](bool fine, std::string_view name, std::string_view meaning) {
    append(out, concat(fine ? "yes    " : "no     ", name, ": ", meaning, '\n'));
  };
  row(!workspace.root().is_too_wide(), "bounded", "the root is a project, not the whole disk or the home folder");
  row(workspace.fs().user() != 0, "ordinary user", "the system keeps kedge out of what is not its user's; root it would not");
  row(workspace.state().warnings.empty(), "records", "kedge can write its records where they last");
  if (around.free_bytes)
    row(*around.free_bytes >= enough_space, "space", concat("for records: ", in_megabytes(*around.free_bytes)));
  row(around.landlock > 0, "landlock",
      around.landlock > 0 ? concat("a process can be held to a folder, ABI ", around.landlock)
                          : "a process can be held to a folder");
  row(around.seccomp, "seccomp", "a process can be held to a few system calls");
  row(around.openat2, "openat2", "a path can be opened in one call that cannot be led out of a folder");
  row(around.hashes, "hashes", "the processor computes SHA-256 as the portable code does");
  row(around.server.has_value(), "server",
      around.server ? concat("kedge mcp answered with ", counted(around.server->tools, "tool"), " in ",
                             around.server->milliseconds, " ms")
                    : "kedge mcp answers");
  if (around.store) {
    const bool fine = around.store->problem.empty();
    row(fine, "store",
        concat(printable(around.store->where), fine ? ": an answer takes " : ": ",
               fine ? concat(around.store->answer.count(), " µs") : printable(around.store->problem)));
  }
  for (const WorkTree& tree : around.other_trees) {
    const std::string branch = branch_of(tree);
    append(out, concat("tree   ", printable(tree.path), branch.empty() ? "" : concat(" (", printable(branch), ')'),
                       ": another work tree of this repository; kedge mcp --worktrees serves it as well\n"));
  }
  for (const ClientCheck& check : around.clients) {
    row(check.problems.empty(), concat(check.client->name, ", ", name_of(check.scope)),
        concat(printable(check.file), check.problems.empty() ? "" : ": ", join(check.problems, "; ")));
  }
  if (around.clients.empty()) append(out, "no client is set up for kedge here; kedge setup lists those that can be\n");
  if (around.to_do.empty()) return concat(out, "nothing to do\n");
  append(out, "to do:\n");
  for (const std::string& what : around.to_do) append(out, concat("  ", what, '\n'));
  return out;
}

Json json_of(const Workspace& workspace, const Findings& findings) {
  Json features = Json::object();
  for (const Feature& feature : findings.features) features.set(feature.name, feature.available);
  const Holdings& holdings = findings.holdings;
  Json json = Json::object({{"version", KEDGE_VERSION},
                            {"file_system", workspace.fs().kind()},
                            {"root", workspace.root().path()},
                            {"state", workspace.state().path},
                            {"features", std::move(features)},
                            {"state_on_mount_of_root", findings.same_mount},
                            {"recovered", Json::object({{"finished", workspace.recovered().finished},
                                                        {"rolled_back", workspace.recovered().rolled_back}})},
                            {"pending", holdings.pending},
                            {"waiting", holdings.waiting},
                            {"unreadable_records", holdings.unreadable.size()},
                            {"kept", Json::strings(holdings.kept)},
                            {"warnings", Json::strings(workspace.warnings())}});
  if (findings.around) add_surroundings(json, workspace, *findings.around);
  return json;
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
                     " waiting, ", counted(holdings.unreadable.size(), "unreadable record"), ", ",
                     counted(holdings.kept.size(), "foreign version"), " kept\n"));
  for (const std::string& name : holdings.kept) {
    append(out, concat("kept   ", printable(concat(workspace.state().path, "/kept/", name)), '\n'));
  }
  for (const std::string& warning : workspace.warnings()) append(out, concat("warning: ", warning, '\n'));
  if (findings.around) append(out, text_of(workspace, *findings.around));
  return out;
}

Ended run_doctor(const Arguments& arguments) {
  KEDGE_TRY(OpenedWorkspace opened, open_workspace(arguments));
  KEDGE_TRY(const Findings findings, examine(opened.workspace, arguments));
  const Exit printed =
      arguments.json() ? print_json(json_of(opened.workspace, findings)) : print(text_of(opened.workspace, findings));
  const std::optional<Surroundings>& around = findings.around;
  const bool well = findings.holdings.unreadable.empty() && (!around || around->to_do.empty());
  return printed == Exit::done && !well ? Exit::refused : printed;
}

}  // namespace

namespace command {

extern const Command doctor;
const Command doctor{
    "doctor",
    "Check an installation: the machine, the root, the clients, and what there is to do",
    R"(Opens the root as every command does, which finishes or takes back what a process that died has left, and tells what
it found. The kernel's features are tried out in kedge's own folder. The entries that clients have for kedge are compared with
what kedge setup would write; nothing that they name is run. Clients that are installed are asked for their list of servers, and a
server is started on the root and asked for its tools.
Exit status: 0 if there is nothing to do, 1 if there is; with --recover, 1 if a change that was cut off cannot be settled.)",
    {},
    doctor_options,
    &run_doctor,
};

}  // namespace command
}  // namespace kedge
