// kedge watch: shows what is opened, proposed, written, refused and undone under a root, as it happens.
#include <algorithm>
#include <array>
#include <map>

#include "cli/command.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/store_option.hpp"
#include "engine/watchers.hpp"
#include "fs/terminal.hpp"
#include "process/priority.hpp"
#include "process/terminal_guard.hpp"
#include "sockets/view_sockets.hpp"
#include "sockets/view_streams.hpp"
#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "ui/full_view.hpp"
#include "ui/plain_view.hpp"
#include "ui/root_view.hpp"
#include "ui/screen.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 7> watch_options{{
    {"plain", "", "a readable log instead of the whole screen; also what you get if this is no terminal"},
    workspace_options[0],
    workspace_options[1],
    workspace_options[5],
    workspace_options[6],
    workspace_options[7],
    workspace_options[8],
}};

constexpr JsonLimits message_limits{.string_bytes = largest_message, .values = 10'000'000};

class PlainWatch {
 public:
  PlainWatch(ViewListener& listener, ViewStreams& streams, bool json)
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

// The whole screen.
class FullWatch {
 public:
  FullWatch(Workspace& workspace, std::unique_ptr<Store> store, ViewListener& listener, ViewStreams& streams,
            ui::Screen& screen)
      : streams_(streams),
        screen_(screen),
        store_(std::move(store)),
        root_(0, "watch", workspace, *store_, syntax_.get(), listener, true, timeline_),
        view_(timeline_, workspace.root().path()) {
    root_.add_recorded(most_recorded);
    for (const std::string& warning : workspace.warnings()) view_.say(warning);
  }

  void run() {
    grant(view_.hear({}));
    while (!is_over_) {
      screen_.clear();
      view_.draw(screen_);
      screen_.show();
      const std::vector<int> descriptors = root_.descriptors();
      const ViewStreams::Woken woken = streams_.wait(descriptors, pause_between_looks);
      if (woken.over) break;
      if (woken.resized) {
        const TerminalSize size = terminal_size();
        screen_.resize(size.rows, size.columns);
      }
      grant(view_.hear(root_.hear()));
      // ncurses reads ahead, so that what was typed is only known by asking for it.
      while (const std::optional<ui::Key> key = screen_.next_key()) grant(view_.press(*key));
      for (const ui::RootView::Done& done : root_.do_held(ui::RootView::Clock::now())) tell(done.receipt, done.turn.wanted);
    }
    store_->flush();
  }

 private:
  static constexpr std::size_t most_recorded = 200;
  static constexpr std::chrono::milliseconds pause_between_looks{1000};

  void grant(const ui::Wish& wish) {
    std::visit(overloaded{
                   [](std::monostate) {},
                   [&](ui::Leave) { is_over_ = true; },
                   [&](const ui::LookAt& look) { show(look.number); },
                   [&](const ui::GiveAnswer& given) {
                     const ui::TimelineItem* const item = timeline_.find(given.number);
                     const bool told = item != nullptr && root_.answer(*item, given.answer);
                     view_.say(!told ? "the question is not open any more" : given.answer.consent ? "accepted" : "declined");
                     show(given.number);
                   },
                   [&](const ui::TurnItem& turn) { take(turn); },
                   [&](const ui::MarkReviewed& mark) {
                     const ui::TimelineItem* const item = timeline_.find(mark.number);
                     if (item == nullptr) return;
                     const Result<bool> done = root_.review(item->happening.undo_id, mark.reviewed);
                     if (!done) view_.say(to_text(done.error()));
                     show(mark.number);
                   },
               },
               wish);
  }

  void show(std::uint64_t number) {
    const ui::TimelineItem* const item = timeline_.find(number);
    if (item == nullptr) return;
    Happening happening = item->happening;
    if (item->from_records && item->is_change()) {
      if (const std::optional<Record> record = store_->find(happening.undo_id))
        happening = recorded_happening(*store_, *record);
    }
    view_.show_item(*item, happening, files_of(happening));
  }

  std::vector<ui::ShownFile> files_of(const Happening& happening) {
    std::vector<ui::ShownFile> files;
    files.reserve(happening.files.size());
    for (const Happening::File& file : happening.files) files.push_back({file, ui::rows_of_file(file, syntax_.get())});
    return files;
  }

  void take(const ui::TurnItem& turn) {
    if (turn.hold) {
      const Result<void> held = root_.hold(turn.wanted);
      view_.say(held ? "it is taken back when the agent has been quiet for a while" : to_text(held.error()));
      return show(turn.number);
    }
    const Result<Receipt> receipt = root_.turn(turn.wanted);
    if (receipt && turn.wanted.dry_run) return view_.show_preview(files_of(proposed_files(*receipt)));
    tell(receipt, turn.wanted);
    show(turn.number);
  }

  void tell(const Result<Receipt>& receipt, const ui::TurnWanted& wanted) {
    view_.say(!receipt ? to_text(receipt.error()) : wanted.way == ui::TurnWanted::Way::undo ? "taken back" : "brought back");
  }

  ViewStreams& streams_;
  ui::Screen& screen_;
  std::unique_ptr<Syntax> syntax_ = make_syntax();
  std::unique_ptr<Store> store_;
  ui::Timeline timeline_;
  ui::RootView root_;
  ui::FullView view_;
  bool is_over_ = false;
};

// What ncurses would do if it could: the usual screen, a visible cursor, usual colours and keys.
constexpr const char* farewell = "\x1b[?1049l\x1b[?25h\x1b[0m\x1b[?1l\x1b>\r\n";

// False: the terminal cannot do it.
bool watch_on_screen(Workspace& workspace, std::unique_ptr<Store> store, ViewListener& listener, ViewStreams& streams) {
  const std::unique_ptr<TerminalGuard> guard = TerminalGuard::set(farewell);
  const std::unique_ptr<ui::Screen> screen = ui::Screen::open();
  if (!screen) return false;
  FullWatch(workspace, std::move(store), listener, streams, *screen).run();
  return true;
}

Ended run_watch(const Arguments& arguments) {
  give_way();
  KEDGE_TRY(OpenedWorkspace opened, open_workspace(arguments));
  Workspace& workspace = opened.workspace;
  KEDGE_OS(const std::unique_ptr<ViewStreams> streams, ViewStreams::claim(), "standard output");
  KEDGE_OS(const std::unique_ptr<ViewListener> listener, ViewListener::open(*opened.fs, workspace.state()),
           concat(workspace.state().path, "/views"));
  KEDGE_TRY(const std::unique_ptr<ui::FarServers> far, far_servers(arguments, workspace, *listener, "watch"));
  const bool on_screen = !arguments.has("plain") && !arguments.json() && streams->can_ask();
  if (on_screen) {
    KEDGE_TRY(std::unique_ptr<Store> store, open_records(arguments, workspace, ByteKeeping::when_needed, "watch"));
    if (watch_on_screen(workspace, std::move(store), *listener, *streams)) return Exit::done;
  }
  return PlainWatch(*listener, *streams, arguments.json()).run(workspace);
}

}  // namespace

namespace command {

extern const Command watch;
const Command watch{
    "watch",
    "Show what happens under a root while it happens",
    R"(Shows what every server and command that works under the root does: files that are opened (in the dialects that publish
it), diffs of what is written or only proposed, refusals, changes that are taken back. On a terminal it uses the whole
screen, where changes that wait for consent are accepted or declined, whole or in part, and others taken back (? shows the
keys). With --plain it is a readable log of what happens from now on; a change that waits is asked about there, too: y
writes it, y 1,3 some of it, n with a note to the model nothing (kedge help watch). With --json each event is one line.
Nothing waits for a view: one that does not keep up is told how many events it missed. It ends on q or Ctrl-C, or when
nobody reads its output any more.)",
    {},
    watch_options,
    &run_watch,
};

}  // namespace command
}  // namespace kedge
