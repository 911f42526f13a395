// kedge web: a page that shows what happens under one or more roots.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/store_option.hpp"
#include "cli/usage.hpp"
#include "engine/other_roots.hpp"
#include "fs/random_id.hpp"
#include "fs/standard_streams.hpp"
#include "process/pager.hpp"
#include "process/priority.hpp"
#include "sockets/end_signals.hpp"
#include "sockets/ip_address.hpp"
#include "sockets/stream_sockets.hpp"
#include "sockets/view_sockets.hpp"
#include "support/strings.hpp"
#include "ui/root_view.hpp"
#include "web/server.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_recorded = 200;
constexpr const char* place_file = "web";
constexpr std::size_t most_place_bytes = 200;

constexpr std::array<Option, 2> web_own_options{{
    {"listen", "ADDR:PORT",
     "where the page is served, on an address that only this machine can reach (that of the last time, else any free port)"},
    {"open", "", "show it in the browser"},
}};
constexpr auto web_options = joined_options(
    web_own_options,
    workspace_options_with(
        "a folder whose changes are shown; may be repeated (the git work tree around the current folder, else that folder)"));

// Where the page was the last time. It is there again, so that a page that is open in a browser finds its server.
struct WebPlace {
  std::string token;
  std::uint16_t port = 0;
};

WebPlace last_place(const Workspace& workspace) {
  FileSystem& fs = workspace.fs();
  WebPlace place{.token = concat(random_id(fs), random_id(fs))};
  const Outcome<Handle> file = fs.open_file(workspace.state().folder, place_file);
  const Outcome<std::string> bytes =
      file ? fs.read(*file, most_place_bytes) : Outcome<std::string>(std::unexpected(file.error()));
  if (!bytes) return place;
  const std::vector<std::string_view> words = split(without_blanks(*bytes, "\n"), ' ');
  const std::optional<std::uint64_t> port = words.size() == 2 ? number_of(words[1]) : std::nullopt;
  if (!port || *port > 65535 || words[0].size() != place.token.size() || !is_hex(words[0])) return place;
  return {std::string(words[0]), static_cast<std::uint16_t>(*port)};
}

void keep_place(const Workspace& workspace, const WebPlace& place) {
  FileSystem& fs = workspace.fs();
  const Handle& folder = workspace.state().folder;
  const std::string early = concat('.', place_file, '-', random_id(fs));
  Outcome<Handle> file = fs.make_file(folder, early);
  if (!file) return;
  const bool written = fs.write(*file, concat(place.token, ' ', place.port, '\n')) && file->close();
  if (!written || !fs.move_over(folder, early, folder, place_file)) best_effort(fs.remove(folder, early));
}

// A root and all that goes with it, in the order in which it is needed.
struct WatchedRoot {
  WatchedRoot(OpenedWorkspace workspace_of_root, std::unique_ptr<Store> records)
      : opened(std::move(workspace_of_root)), store(std::move(records)) {}

  OpenedWorkspace opened;
  std::unique_ptr<Store> store;
  std::unique_ptr<ViewListener> listener;
  std::unique_ptr<ui::FarServers> far;  // null: nobody is elsewhere
  std::unique_ptr<ui::RootView> view;
};

Result<AddressAndPort> listen_wanted(const Arguments& arguments, const WebPlace& last) {
  const std::optional<std::string_view> given = arguments.option("listen");
  if (!given) return AddressAndPort{.port = last.port};
  const std::optional<AddressAndPort> place = address_and_port(*given);
  if (!place) {
    return wrong_usage("--listen", concat("'", printable(*given), "' is not ADDR:PORT with an address in numbers"), "web");
  }
  if (!is_loopback(place->address)) {
    return wrong_usage("--listen",
                       concat(printable(place->address),
                              " may be reached from other machines, and nothing is encrypted: take 127.0.0.1, and a "
                              "tunnel such as ssh -L if you are elsewhere"),
                       "web");
  }
  return *place;
}

Ended run_web(const Arguments& arguments) {
  give_way();
  ui::Timeline timeline;
  const std::unique_ptr<Syntax> syntax = make_syntax();
  std::vector<std::unique_ptr<WatchedRoot>> roots;
  std::vector<std::string> paths = arguments.all("root");
  if (paths.empty()) paths.push_back(root_of(arguments));
  for (const std::string& path : paths) {
    KEDGE_TRY(OpenedWorkspace opened, open_workspace_at(arguments, path));
    KEDGE_TRY(std::unique_ptr<Store> store, open_records(arguments, opened.workspace, ByteKeeping::when_needed, "web"));
    const auto& root = roots.emplace_back(std::make_unique<WatchedRoot>(std::move(opened), std::move(store)));
    const Workspace& workspace = root->opened.workspace;
    KEDGE_OS(root->listener, ViewListener::open(*root->opened.fs, workspace.state()), concat(workspace.state().path, "/views"));
    KEDGE_TRY(root->far, far_servers(arguments, workspace, *root->listener, "web"));
    root->view = std::make_unique<ui::RootView>(roots.size() - 1, "web", root->opened.workspace, *root->store, syntax.get(),
                                                *root->listener, true, timeline);
    root->view->add_recorded(most_recorded);
  }
  const Workspace& first = roots.front()->opened.workspace;
  WebPlace place = last_place(first);
  KEDGE_TRY(const AddressAndPort wanted, listen_wanted(arguments, place));
  StreamListener::Opened listener = StreamListener::on_address(wanted);
  // The port of the last time may be taken by now.
  if (!listener && !arguments.option("listen")) listener = StreamListener::on_address({.address = wanted.address, .port = 0});
  if (!listener) {
    to_stderr(concat("kedge: ", listener.error(), '\n'));
    return Exit::failed;
  }
  place.port = (*listener)->port();
  keep_place(first, place);
  const std::string host = host_in_url(wanted.address);
  const std::string url = concat("http://", host, ':', place.port, "/#", place.token);
  const Exit told = arguments.json() ? print_json(Json::object({{"url", url}})) : print(concat(url, '\n'));
  if (told != Exit::done) return told;
  // In the background: some browsers stay until they are closed.
  const std::string browser = concat("command -v xdg-open >/dev/null || exit 127; xdg-open '", url, "' >/dev/null 2>&1 &");
  if (arguments.has("open") && !show_with(browser, {})) to_stderr("kedge: warning: there is no xdg-open to show it with\n");
  KEDGE_OS(const std::unique_ptr<EndSignals> ends, EndSignals::claim(), "signals");
  std::vector<ui::RootView*> views;
  views.reserve(roots.size());
  for (const std::unique_ptr<WatchedRoot>& root : roots) views.push_back(root->view.get());
  HttpRules rules{.hosts = local_hosts(host, place.port), .tokens = {place.token}};
  web::Server(**listener, *ends, views, timeline, syntax.get(), std::move(rules)).run();
  for (const std::unique_ptr<WatchedRoot>& root : roots) root->store->flush();
  return Exit::done;
}

}  // namespace

namespace command {

extern const Command web;
const Command web{
    "web",
    "Serve a page that shows what happens, and where changes are accepted, declined and taken back",
    R"(Prints the address of the page, which has a secret token in it: whoever opens it sees what every agent does under the
roots, as it happens, and what was recorded before, and can decide about changes that wait for consent (kedge mcp
--confirm), take changes back, and look at the history of a file. Only this machine is served, and only with the token.
The page finds its server again when it is restarted. It ends on Ctrl-C.)",
    {},
    web_options,
    &run_web,
};

}  // namespace command
}  // namespace kedge
