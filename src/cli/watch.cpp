// kedge watch: shows what is opened, proposed, written, refused and undone under a root, as it happens.
#include <algorithm>
#include <array>
#include <map>

#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "engine/watchers.hpp"
#include "sockets/view_sockets.hpp"
#include "sockets/view_streams.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "ui/plain_view.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 3> watch_options{{
    {"plain", "", "a readable log; there is no other view yet, so it is what you get without it, too"},
    workspace_options[0],
    workspace_options[1],
}};

constexpr JsonLimits message_limits{.string_bytes = largest_message, .values = 10'000'000};

class Watch {
 public:
  Watch(ViewListener& listener, ViewStreams& streams, bool json)
      : listener_(listener), streams_(streams), json_(json), view_(ui::wanted_colour(streams.prints_on_terminal())) {}

  Exit run(const Workspace& workspace) {
    bool printed = begin(workspace);
    while (printed) {
      std::vector<int> descriptors{listener_.descriptor()};
      std::vector<ui::PlainView::Source> sources{0};
      for (const auto& [source, connection] : connections_) {
        descriptors.push_back(connection->descriptor());
        sources.push_back(source);
      }
      const ViewStreams::Woken woken = streams_.wait(descriptors);
      if (woken.over) break;
      for (const std::size_t ready : woken.ready) printed = printed && (ready == 0 ? greet() : hear(sources[ready]));
      if (woken.typed) printed = printed && take_typed();
    }
    return Exit::done;
  }

 private:
  bool answers() const { return streams_.can_ask() && !json_; }

  bool begin(const Workspace& workspace) {
    const std::string& root = workspace.root().path();
    const std::string first =
        json_ ? ui::json_line(Json::object({{"v", 1}, {"watching", root}})) : concat("watching ", printable(root), '\n');
    if (!streams_.write(first)) return false;
    // Opening the workspace may run crash recovery, in a view as well.
    std::optional<Happening> found = recovered_at_start(workspace);
    if (found) {
      found->who = "watch";
      return show(0, ui::Told{*std::move(found)});
    }
    std::string remarks;
    for (const std::string& remark : workspace.recovered().remarks) {
      append(remarks, concat("warning: ", printable_rows(remark), '\n'));
    }
    return json_ || streams_.write(remarks);
  }

  bool greet() {
    while (std::unique_ptr<ViewConnection> connection = listener_.accept()) {
      connection->send(to_json(ui::Greeting{answers()}).dump());
      connections_.emplace(++last_source_, std::move(connection));
    }
    return true;
  }

  // All that one of them has to say by now. False: it could not be printed.
  bool hear(ui::PlainView::Source source) {
    for (;;) {
      ViewConnection::Received received = connections_.at(source)->receive();
      if (received.message && !show(source, *received.message)) return false;
      if (received.gone) {
        connections_.erase(source);
        return json_ || show(view_.leave(source));
      }
      if (!received.message) return true;
    }
  }

  bool show(ui::PlainView::Source source, std::string_view message) {
    const std::expected<Json, JsonProblem> json = read_json(message, message_limits);
    const std::optional<ui::ToView> heard = json ? ui::to_view(*json) : std::nullopt;
    return !heard || show(source, *heard);
  }

  bool show(ui::PlainView::Source source, const ui::ToView& heard) {
    if (!json_) return show(view_.hear(source, heard));
    const Json json = std::visit([](const auto& message) { return to_json(message); }, heard);
    return streams_.write(ui::json_line(json));
  }

  bool show(const ui::PlainView::Shown& shown) {
    if (!streams_.write(shown.text)) return false;
    if (shown.asks_anew) {
      streams_.forget_typed();
      typed_.clear();
    }
    return streams_.write(shown.prompt);
  }

  bool take_typed() {
    const std::string typed = streams_.read();
    // The end of the input ends the last row.
    append(typed_, typed.empty() ? "\n" : typed);
    for (std::size_t end = 0; (end = typed_.find('\n')) != std::string::npos;) {
      const std::string line = typed_.substr(0, end);
      typed_.erase(0, end + 1);
      const ui::PlainView::Reply reply = view_.type(line);
      if (reply.to) {
        if (const auto asker = connections_.find(*reply.to); asker != connections_.end()) {
          asker->second->send(to_json(reply.answer).dump());
        }
      }
      if (!show(reply.shown)) return false;
    }
    return true;
  }

  ViewListener& listener_;
  ViewStreams& streams_;
  bool json_;
  ui::PlainView view_;
  ui::PlainView::Source last_source_ = 0;
  std::map<ui::PlainView::Source, std::unique_ptr<ViewConnection>> connections_;
  std::string typed_;
};

Exit run_watch(const Arguments& arguments) {
  Result<OpenedWorkspace> opened = open_workspace(arguments);
  if (!opened) return report(opened.error(), arguments.json());
  const Workspace& workspace = opened->workspace;
  const Outcome<std::unique_ptr<ViewStreams>> streams = ViewStreams::claim();
  if (!streams) return report(refusal(streams.error(), "standard output"), arguments.json());
  const Outcome<std::unique_ptr<ViewListener>> listener = ViewListener::open(*opened->fs, workspace.state());
  if (!listener) return report(refusal(listener.error(), concat(workspace.state().path, "/views")), arguments.json());
  return Watch(**listener, **streams, arguments.json()).run(workspace);
}

}  // namespace

namespace command {

extern const Command watch;
const Command watch{
    "watch",
    "Show what happens under a root while it happens",
    "Prints what every server and command that works under the root does, from now on: files that are opened (in the dialects\n"
    "that publish it), diffs of what is written or only proposed, refusals, changes that are taken back. With --json each "
    "event\n"
    "is one line of JSON. On a terminal a server can ask for consent here: the change is shown, and y writes it, y 1,3 some of "
    "it,\n"
    "n with a note to the model nothing (kedge help watch).\n"
    "Nothing waits for a view: one that does not keep up is told how many events it missed. A full-screen view will come;\n"
    "until then kedge watch prints what --plain prints. It ends on Ctrl-C, or when nobody reads its output any more.",
    {},
    watch_options,
    &run_watch,
};

}  // namespace command
}  // namespace kedge
