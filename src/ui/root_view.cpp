#include "ui/root_view.hpp"

#include <algorithm>
#include <ranges>

#include "engine/watchers.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::ui {
namespace {

constexpr JsonLimits message_limits{.string_bytes = largest_message, .values = 10'000'000};

// Connections of all roots are told apart in one timeline.
Timeline::Source next_source() {
  static Timeline::Source last = 0;
  return ++last;
}

}  // namespace

RootView::RootView(std::size_t number, std::string name, Workspace& workspace, Store& store, Syntax* syntax,
                   ViewListener& listener, bool answers, Timeline& timeline)
    : number_(number),
      workspace_(workspace),
      store_(store),
      lease_(share_tree(workspace, store)),
      listener_(listener),
      answers_(answers),
      timeline_(timeline),
      audience_(workspace.fs(), workspace.state(), name),
      session_{.workspace = workspace, .store = store, .id = name} {
  session_.client = std::move(name);
  session_.syntax = syntax;
  session_.lasts = true;
  session_.watchers = audience_.teller();
}

void RootView::add_recorded(std::size_t most) {
  for (const Record& record : std::views::reverse(store_.newest(most))) {
    timeline_.add_recorded(number_, recorded_happening(record), record.undone, record.reviewed);
  }
}

std::vector<int> RootView::descriptors() const {
  std::vector<int> all{listener_.descriptor()};
  for (const auto& [source, peer] : peers_) all.push_back(peer.connection->descriptor());
  return all;
}

Timeline::Numbers RootView::hear() {
  while (std::unique_ptr<ViewConnection> connection = listener_.accept()) {
    connection->send(to_json(Greeting{answers_}).dump());
    peers_.emplace(next_source(), Peer{std::move(connection), {}});
  }
  Timeline::Numbers changed;
  for (auto peer = peers_.begin(); peer != peers_.end();) {
    ViewConnection::Received received;
    do {
      received = peer->second.connection->receive();
      if (received.message) hear_message(peer->first, *received.message, changed);
    } while (received.message && !received.gone);
    if (!received.gone) {
      ++peer;
      continue;
    }
    std::ranges::move(timeline_.leave(peer->first), std::back_inserter(changed));
    heard_of_.erase(peer->second.session);
    peer = peers_.erase(peer);
  }
  return changed;
}

void RootView::hear_message(Timeline::Source source, std::string_view bytes, Timeline::Numbers& changed) {
  const std::expected<Json, JsonProblem> json = read_json(bytes, message_limits);
  const std::optional<ToView> heard = json ? to_view(*json) : std::nullopt;
  if (!heard) return;
  if (const Told* const told = std::get_if<Told>(&*heard)) {
    const std::string& session = told->happening.session;
    peers_.at(source).session = session;
    heard_of_[session] = Clock::now();
    send_notes(source, session);
  }
  std::ranges::move(timeline_.hear(number_, source, *heard), std::back_inserter(changed));
}

void RootView::send_notes(Timeline::Source source, const std::string& session) {
  const auto waiting = notes_.find(session);
  if (waiting == notes_.end()) return;
  for (const std::string& note : waiting->second) peers_.at(source).connection->send(to_json(Note{session, note}).dump());
  notes_.erase(waiting);
}

void RootView::tell(const std::string& session, const std::string& note) {
  notes_[session].push_back(note);
  for (const auto& [source, peer] : peers_) {
    if (peer.session == session) return send_notes(source, session);
  }
}

bool RootView::answer(const TimelineItem& item, Answer answer) {
  const auto asker = peers_.find(item.asker);
  if (asker == peers_.end()) return false;
  answer.question = item.question;
  const bool consent = answer.consent;
  if (asker->second.connection->send(to_json(answer).dump()) != ViewConnection::Sent::done) return false;
  return timeline_.settle(item.number, consent);
}

Result<Receipt> RootView::turn(const TurnWanted& wanted) {
  KEDGE_TRY(const Record record, recorded_change(session_, wanted.id));
  Session session = session_;
  if (wanted.dry_run) session.watchers = {};  // it is only for whoever is looking here
  Result<Receipt> done = wanted.way == TurnWanted::Way::redo ? redo(record, session, wanted.dry_run)
                         : wanted.parts.empty()              ? undo(record, session, wanted.dry_run)
                                                             : undo_parts(record, wanted.parts, session, wanted.dry_run);
  if (!done || wanted.dry_run) return done;
  store_.flush();
  const std::string_view what = wanted.way == TurnWanted::Way::redo ? "brought back"
                                : wanted.parts.empty()              ? "taken back"
                                                                    : "taken back in part";
  const bool is_own = record.session == session_.id;
  if (!is_own) {
    tell(record.session, concat("your ", name_of(record.kind), ' ', record.id, " (", record.summary, ") was ", what,
                                wanted.note.empty() ? "; read the file again" : ": ", wanted.note));
  }
  return done;
}

Result<void> RootView::hold(TurnWanted wanted) {
  KEDGE_TRY(const Record record, recorded_change(session_, wanted.id));
  held_.push_back({++last_held_, std::move(wanted), record.session, Clock::now()});
  return {};
}

bool RootView::let_go(std::uint64_t number) {
  return std::erase_if(held_, [&](const HeldTurn& turn) { return turn.number == number; }) > 0;
}

std::vector<RootView::Done> RootView::do_held(Clock::time_point now) {
  const auto is_due = [&](const HeldTurn& turn) {
    const auto heard = heard_of_.find(turn.session);
    return heard == heard_of_.end() || now - heard->second >= quiet_time;
  };
  std::vector<Done> done;
  for (std::size_t i = 0; i < held_.size();) {
    if (!is_due(held_[i])) {
      ++i;
      continue;
    }
    HeldTurn due = std::move(held_[i]);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
    Result<Receipt> receipt = turn(due.wanted);
    done.push_back({std::move(due), std::move(receipt)});
  }
  return done;
}

Result<bool> RootView::review(const std::string& id, bool reviewed) {
  KEDGE_TRY(const bool known, store_.mark_reviewed(id, reviewed));
  if (known) (void)timeline_.note_reviewed(number_, id, reviewed);
  return known;
}

}  // namespace kedge::ui
