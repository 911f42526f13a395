// kedge mcp: the tools of a dialect for clients, over standard streams or HTTP.
#include <algorithm>
#include <atomic>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/encoding_option.hpp"
#include "cli/language_options.hpp"
#include "cli/mcp_options.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/server_sandbox.hpp"
#include "cli/store_option.hpp"
#include "embed/served_roots.hpp"
#include "fs/random_id.hpp"
#include "fs/real_file_system.hpp"
#include "fs/standard_streams.hpp"
#include "fs/terminal.hpp"
#include "mcp/file_resources.hpp"
#include "mcp/guidance_rows.hpp"
#include "mcp/http.hpp"
#include "mcp/instructions.hpp"
#include "mcp/metered_calls.hpp"
#include "mcp/service.hpp"
#include "mcp/session_prompts.hpp"
#include "mcp/stdio.hpp"
#include "mcp/ticker.hpp"
#include "process/own_memory.hpp"
#include "support/file_uri.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr auto served_workspace_options = workspace_options_with(
    "a folder that no path leaves; may be repeated (the client's roots, else the git work tree around the current folder, else "
    "that folder)");
constexpr auto all_mcp_options =
    joined_options(mcp_options, encoding_options, language_options, commit_options, served_workspace_options);
constexpr std::chrono::milliseconds pause_between_flushes(50);

// If a person started the server by hand, its messages must not control the terminal.
class StreamsOnTerminal final : public ClientStreams {
 public:
  explicit StreamsOnTerminal(std::unique_ptr<ClientStreams> streams) : streams_(std::move(streams)) {}

  Outcome<std::size_t> read(std::span<char> into) override { return streams_->read(into); }
  Outcome<void> write(std::string_view bytes) override { return streams_->write(printable_json(bytes)); }
  void stop() override { streams_->stop(); }

 private:
  std::unique_ptr<ClientStreams> streams_;
};

// A server and all that it works with, in the order in which it is needed.
class Server {
 public:
  Server(const Arguments& arguments, McpOptions wanted)
      : arguments_(arguments),
        wanted_(std::move(wanted)),
        fs_(real_file_system()),
        tools_(served_tools(wanted_.dialects, {.for_programs = wanted_.preview,
                                               .with_servers = wanted_.language && wanted_.has_servers,
                                               .prefix = wanted_.prefix})),
        metrics_(names_of(tools_), KEDGE_VERSION),
        quota_(wanted_.quota > 0 ? std::make_unique<mcp::Quota>(wanted_.quota) : nullptr),
        service_({.commit = counted_commits(),
                  .encoding = wanted_.encoding,
                  .strict = wanted_.strict,
                  .also_shown_to =
                      wanted_.seen ? std::vector<std::string>{std::string(session_of_seen)} : std::vector<std::string>(),
                  .confirm = wanted_.confirm,
                  .manners = wanted_.manners,
                  .language = wanted_.language.get()}),
        states_(random_bytes<32>(*fs_)),
        offer_(rows(), KEDGE_VERSION, mcp::instructions_for(tools_)) {}

  Ended serve() {
    // A root that is named is opened at once, so that a problem with it is reported before a client connects.
    if (wanted_.has_root || wanted_.http) {
      KEDGE_DO(or_unchanged(open({})));
    }
    return wanted_.http ? serve_http(*wanted_.http) : serve_stdio();
  }

 private:
  static std::vector<std::string> names_of(const std::vector<ServedTool>& tools) {
    std::vector<std::string> names;
    names.reserve(tools.size());
    for (const ServedTool& tool : tools) names.push_back(tool.name);
    return names;
  }

  mcp::Meters meters() {
    mcp::Meters meters{.metrics = &metrics_, .quota = quota_.get()};
    if (wanted_.log) meters.log = [](const std::string& line) { to_stderr(line); };
    meters.now = [this] { return fs_->now(); };
    return meters;
  }

  CommitOptions counted_commits() {
    CommitOptions commit = wanted_.commit;
    if (!wanted_.http) return commit;
    commit.after_lock_wait = [this](std::int64_t waited, bool has_lock) {
      metrics_.count_lock_wait(std::chrono::nanoseconds(waited), has_lock);
    };
    return commit;
  }

  mcp::Rows rows() {
    mcp::Rows rows;
    rows.manners = wanted_.manners;
    rows.tools = mcp::tool_rows(
        tools_, wanted_.manners,
        mcp::metered([this](const ServedTool& tool, const Json& arguments,
                            mcp::Exchange& exchange) { return service_.call(tool, arguments, exchange); },
                     meters()),
        [this](const std::string& session) { return service_.take_warnings(session); },
        [this](const ServedTool& tool, const Json& arguments) { return service_.only_file(tool, arguments); });
    rows.prompts = mcp::prompt_rows(wanted_.dialects);
    for (mcp::PromptRow& row : mcp::session_prompts(service_, tools_)) rows.prompts.push_back(std::move(row));
    rows.resources.push_back(mcp::guidance_resources());
    rows.resources.push_back(mcp::file_resources(service_));
    return rows;
  }

  // Those of --root, else those that the client has named, else the work tree around the current folder, else that folder; with
  // --worktrees, also the other work trees of their repositories. Absolute, each once.
  std::vector<std::string> wanted_roots(const std::vector<std::string>& of_client) const {
    std::vector<std::string> paths = arguments_.all("root");
    if (paths.empty()) paths = of_client;
    if (paths.empty()) paths.push_back(root_of(arguments_));
    for (std::string& path : paths) path = absolute_from_here(path);
    return each_once(arguments_.has("worktrees") ? with_work_trees(paths) : paths);
  }

  Result<void> open(const std::vector<std::string>& of_client) {
    // Left over from an attempt that ran out of memory.
    service_.forget_roots();
    syntax_.reset();
    roots_.reset();
    // Roots of the command line are what the user has written; a client's may be of another machine.
    const bool all = wanted_.has_root || of_client.empty();
    const auto open_one = [this](const std::string& path) -> Result<RootToServe> {
      KEDGE_TRY(OpenedWorkspace opened, open_workspace_at(arguments_, path));
      RootToServe root{.opened = std::move(opened), .stages_ahead = true};
      if (const auto shared = wanted_.shared_stores.find(path); shared != wanted_.shared_stores.end()) {
        root.store = std::move(shared->second);
        root.posts = std::move(wanted_.shared_posts[path]);
      }
      if (wanted_.http) root.in_store = [this](std::chrono::nanoseconds took) { metrics_.count_store(took); };
      return root;
    };
    KEDGE_TRY(roots_, ServedRoots::open(wanted_roots(of_client), open_one, all, "mcp"));
    warn_on_stderr(roots_->take_warnings());
    roots_->wait_for_people(wanted_.patience);
    syntax_ = make_syntax();
    roots_->serve(service_, syntax_.get());
    share_states();
    lasts_ = roots_->lasting();
    reaches_ = roots_->reaches_records();
    is_open_ = true;
    return {};
  }

  // Consecutive calls of one agent may reach different servers, which have the same records.
  void share_states() {
    Store& records = roots_->records_of_first();
    states_.share({.key = [&records] { return records.shared_secret(); },
                   .use_up = [&records](std::uint64_t number, std::int64_t now,
                                        std::int64_t until) { return records.use_up(number, now, until); }},
                  fs_->random());
  }

  // REQUIRES: the roots are open, and nothing has been given to the workers yet.
  void close_sandbox(SandboxMode mode) {
    KEDGE_REQUIRE(is_open_);
    if (wanted_.sandbox) close_sandbox_of_server(mode, roots_->to_sandbox(), *syntax_);
    roots_->reach_far_views();
  }

  // Those roots of the client's that are folders of this machine, where it has named any.
  void prepare(const Json& roots) {
    std::vector<std::string> paths;
    for (const Json& each : roots.as_array() != nullptr ? *roots.as_array() : Json::Array()) {
      const Json* const uri = each.find("uri");
      const std::optional<std::string> path =
          uri != nullptr && uri->as_string() != nullptr ? path_of_uri(*uri->as_string()) : std::nullopt;
      if (path) paths.push_back(*path);
    }
    if (!is_open_) {
      const Result<void> done = open(paths);
      if (!done) return service_.close(done.error());
      close_sandbox(SandboxMode::stdio);
      // On a kernel that closes it for one thread and those that it starts, the server's own is not inside.
      if (std::this_thread::get_id() != server_) workers_.keep_none();
    }
    // A client that names none, or does not answer, has taken nothing away.
    if (!wanted_.has_root && !paths.empty()) service_.take_roots_of_client(paths);
  }

  mcp::Stage stage(mcp::Ticker& ticker) {
    workers_.do_afterwards([this] {
      if (is_open_) roots_->make_ahead();
      have_memory_ready();
    });
    return {.offer = offer_,
            .workers = workers_,
            .subscribers = subscribers_,
            .states = states_,
            .now = [this] { return fs_->now(); },
            .after_work = [&ticker] { ticker.note(); },
            .untold = [](const std::vector<std::string>& paths) { to_stderr(changed_all_the_same(paths)); },
            .prepare = [this](const Json& roots) { prepare(roots); },
            .wants_roots = !wanted_.has_root};
  }

  // Returns how long the rest of the work can wait; nullopt: there is none.
  std::optional<std::chrono::milliseconds> tidy_up() {
    if (!is_open_) return std::nullopt;
    const std::optional<std::chrono::milliseconds> left = roots_->tidy_up(pause_between_flushes);
    lasts_ = roots_->lasting();
    reaches_ = roots_->reaches_records();
    const bool is_ready = is_finishing_ || service_.foresee();
    return is_ready ? left : pause_between_flushes;
  }

  void finish(mcp::Ticker& ticker) {
    is_finishing_ = true;
    ticker.finish();
    if (!is_open_) return;
    roots_->finish();
    warn_on_stderr(roots_->take_warnings());
  }

  Exit serve_stdio() {
    const bool on_terminal = prints_on_terminal();  // before the streams are claimed
    Outcome<std::unique_ptr<ClientStreams>> claimed = claim_standard_streams();
    if (!claimed) return report(refusal(claimed.error(), "standard output"), false);
    std::unique_ptr<ClientStreams> streams = *std::move(claimed);
    if (on_terminal) streams = std::make_unique<StreamsOnTerminal>(std::move(streams));
    server_ = std::this_thread::get_id();
    mcp::Ticker ticker(pause_between_flushes, [this] { return tidy_up(); });
    mcp::Stage shared = stage(ticker);
    if (is_open_) close_sandbox(SandboxMode::stdio);
    const mcp::StdioEnd end =
        mcp::serve_stdio(*streams, shared, {.session = random_id(*fs_), .stateless = std::string(stateless_session)});
    finish(ticker);
    if (end != mcp::StdioEnd::failed) return Exit::done;
    to_stderr("kedge: standard input or output is broken\n");
    return Exit::failed;
  }

  std::vector<std::string> obstacles(mcp::Ticker& ticker) const {
    std::vector<std::string> reasons;
    if (!is_open_) reasons.emplace_back("the roots are not open");
    if (!lasts_) reasons.emplace_back("the records are kept in memory only");
    if (!reaches_) reasons.emplace_back("the records cannot be reached");
    // Without requests, nothing else would look again.
    if (!lasts_ || wanted_.store) ticker.note();
    return reasons;
  }

  Exit serve_http(const mcp::HttpSettings& settings) {
    std::expected<std::unique_ptr<mcp::HttpServer>, std::string> server = mcp::HttpServer::open(settings);
    if (!server) {
      to_stderr(concat("kedge: ", server.error(), '\n'));
      return Exit::failed;
    }
    mcp::Ticker ticker(pause_between_flushes, [this] { return tidy_up(); });
    mcp::Stage shared = stage(ticker);
    shared.room = mcp::Workers::Room::taken;
    shared.prepare = nullptr;
    close_sandbox(SandboxMode::http);
    to_stderr(concat("kedge: serving ", (*server)->where(), '\n'));
    (*server)->serve(shared, std::string(stateless_session), [this] { return random_id(*fs_); },
                     {.obstacles = [this, &ticker] { return obstacles(ticker); },
                      .metrics = [this](const mcp::Metrics::Present& present) { return metrics_.text(present); }});
    finish(ticker);
    return Exit::done;
  }

  static constexpr std::string_view stateless_session = "stateless";

  const Arguments& arguments_;
  McpOptions wanted_;
  std::unique_ptr<FileSystem> fs_;
  std::vector<ServedTool> tools_;
  mcp::Metrics metrics_;
  std::unique_ptr<mcp::Quota> quota_;  // null: there is none
  mcp::Service service_;
  mcp::RequestStates states_;
  mcp::Offer offer_;
  mcp::Subscribers subscribers_{[this](const std::string& uri) { return offer_.stamp_of(uri); }};
  std::unique_ptr<ServedRoots> roots_;
  std::unique_ptr<Syntax> syntax_;
  std::atomic<bool> is_open_ = false;  // both
  std::thread::id server_;             // the thread that serves
  // The records, when they were last looked at.
  std::atomic<bool> lasts_ = false, reaches_ = true;
  std::atomic<bool> is_finishing_ = false;
  mcp::Workers workers_;  // last: its threads use what is above
};

Result<void> open_shared_stores(const Arguments& arguments, McpOptions& wanted) {
  if (!wanted.store) return {};
  std::vector<std::string> roots = arguments.all("root");
  if (roots.empty()) roots.push_back(root_of(arguments));
  for (const std::string& root : roots) {
    const std::string path = absolute_from_here(root);
    KEDGE_TRY(wanted.shared_stores[path], shared_store(*wanted.store, path, start_store_program()));
    KEDGE_TRY(wanted.shared_posts[path], shared_posts(PostReader::server, *wanted.store, path));
  }
  return {};
}

Ended run_mcp(const Arguments& arguments) {
  KEDGE_TRY(McpOptions wanted, mcp_options_of(arguments));
  // Before the server drops its environment, which the user's programs are found by.
  wanted.language = LanguageTools::start(wanted.language_settings);
  // This needs the environment, too: for the program that talks to the database, and for git, which identifies the repository.
  KEDGE_DO(or_exit(Exit::usage, open_shared_stores(arguments, wanted)));
  keep_environment_of_server();
  return Server(arguments, std::move(wanted)).serve();
}

}  // namespace

namespace command {

extern const Command mcp;
const Command mcp{
    "mcp",
    "Serve clients over MCP, on standard input and output or over HTTP",
    R"(A client starts this program and speaks the Model Context Protocol with it, one message per line; or the program is started
once and clients connect over HTTP. Supported revisions: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and 2026-07-28;
the client's first message decides. On standard input and output it exits when its input ends, after it has completed and
answered what it accepted. A model can edit what it was shown in the same session; another session has to read the file
again. Without --root, the client's roots are used if it has any; over HTTP the roots are fixed at the start.
With several roots, a relative path has to exist in exactly one of them; otherwise it is refused with the absolute paths that
may be meant. Each root has its own history, a call stays in one, and answers name the root and its branch.
--confirm keeps a model that has only these tools from writing without consent. It is no barrier to an agent that also has
a shell, which can write the same files without kedge.)",
    {},
    all_mcp_options,
    &run_mcp,
};

}  // namespace command
}  // namespace kedge
