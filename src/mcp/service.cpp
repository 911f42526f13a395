#include "mcp/service.hpp"

#include <algorithm>
#include <utility>

#include "engine/watchers.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tools/call_memory.hpp"
#include "tools/preview.hpp"

namespace kedge::mcp {
namespace {

// Each call has a few copies of its file in memory.
constexpr std::uint64_t largest_beside_others = 4UL * 1024 * 1024;

Error withdrawn(const Root& root) {
  Error refused =
      refuse(Code::path_outside_root,
             concat("the client has taken the root ", printable(root.path()), " away, so nothing in it is touched."),
             {{"root", root.path()}});
  refused.next = "Work in the folders that are open now, or ask the user to open that folder again.";
  return refused;
}

}  // namespace

std::string ServedRoot::label() const {
  const std::string checked_out = branch ? branch() : std::string();
  const std::string_view kind = checked_out.starts_with("at ") ? "" : "branch ";
  return concat(printable(workspace.root().path()), checked_out.empty() ? "" : concat(" (", kind, printable(checked_out), ')'));
}

void Service::open(ServedRoot root, Syntax* syntax) {
  syntax_ = syntax;
  const std::lock_guard lock(mutex_);
  const std::vector<std::string>& warnings = root.workspace.warnings();
  warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
  roots_.push_back(std::move(root));
}

void Service::take_roots_of_client(const std::vector<std::string>& paths) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    const Root& root = roots_[i].workspace.root();
    const bool is_named =
        std::ranges::any_of(paths, [&](const std::string& path) { return path == root.path() || path == root.resolved(); });
    const bool was_named = announced_.contains(i);
    if (is_named) announced_.insert(i);
    if (is_named) withdrawn_.erase(i);
    if (!is_named && was_named) withdrawn_.insert(i);
  }
  added_.clear();
  for (const std::string& path : paths) {
    const bool is_served =
        std::ranges::any_of(roots_, [&](const ServedRoot& served) { return served.workspace.root().inside(path).has_value(); });
    if (!is_served) added_.push_back(path);
  }
}

bool Service::is_withdrawn(std::size_t root) {
  const std::lock_guard lock(mutex_);
  return withdrawn_.contains(root);
}

std::vector<const Root*> Service::all_roots() const {
  std::vector<const Root*> all;
  all.reserve(roots_.size());
  for (const ServedRoot& root : roots_) all.push_back(&root.workspace.root());
  return all;
}

Result<std::size_t> Service::root_of(std::string_view path) const {
  if (closed_) return std::unexpected(*closed_);
  KEDGE_REQUIRE(!roots_.empty());
  if (roots_.size() == 1) return std::size_t{0};
  const NamedPath named{std::string(path)};
  return chosen_root(all_roots(), {&named, 1}, false);
}

Result<Session> Service::session_for(const Exchange& exchange, std::string_view path) {
  KEDGE_TRY(const std::size_t root, root_of(path));
  if (is_withdrawn(root)) return std::unexpected(withdrawn(roots_[root].workspace.root()));
  return session_in(root, exchange);
}

Session Service::session_in(std::size_t root, const Exchange& exchange) {
  const ServedRoot& served = roots_[root];
  Session session{.workspace = served.workspace, .store = served.store, .id = exchange.session, .commit = settings_.commit};
  session.client = exchange.client.name;
  session.syntax = syntax_;
  session.language = settings_.language;
  session.encoding = settings_.encoding;
  session.strict = settings_.strict;
  session.lasts = true;
  session.also_shown_to = settings_.also_shown_to;
  session.cancelled = &exchange.cancelled;
  session.progress = [&exchange](std::uint64_t done, std::optional<std::uint64_t> of) {
    exchange.progress(static_cast<double>(done), of ? std::optional(static_cast<double>(*of)) : std::nullopt, {});
  };
  const Manners manners = settings_.manners.of(exchange.client.name);
  const std::size_t copies = manners.form == ResultForm::text ? 1 : 3;
  session.room = std::make_shared<AnswerRoom>(manners.page, manners.rows, manners.refusal_page, copies);
  if (served.watching.teller) session.watchers = served.watching.teller(exchange.client.name);
  const Kept kept = kept_of(exchange.session, root);
  session.misread = kept.misread;
  session.previews = kept.previews;
  session.ways = kept.ways;
  session.sent = kept.sent;
  return session;
}

std::vector<Session> Service::sessions_in_all(const Exchange& exchange) {
  std::vector<Session> sessions;
  sessions.reserve(roots_.size());
  for (std::size_t i = 0; i < roots_.size(); ++i) sessions.push_back(session_in(i, exchange));
  return sessions;
}

Service::Kept Service::kept_of(const std::string& session, std::size_t root) {
  const std::lock_guard lock(mutex_);
  // Most of these sessions are long over; the others will at worst be told something once more.
  const std::pair key(session, root);
  if (kept_.size() >= most_sessions_remembered && !kept_.contains(key)) kept_.clear();
  Kept& kept = kept_[key];
  if (!kept.misread) {
    kept = {std::make_shared<Misreadings>(), std::make_shared<Previews>(), std::make_shared<KnownWays>(),
            std::make_shared<OwnRows>(), std::make_shared<CallMemory>()};
  }
  return kept;
}

Called Service::call(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  if (closed_) return refused(*closed_);
  KEDGE_REQUIRE(!roots_.empty());
  Called called =
      roots_.size() == 1 ? call_in(0, tool, arguments, exchange) : call_in_one_of_several(tool, arguments, exchange);
  if (Reply* const reply = std::get_if<Reply>(&called)) offer_unserved(*reply);
  return called;
}

std::string Service::only_file(const ServedTool& tool, const Json& arguments) const {
  const bool is_plain = settings_.confirm.when == ConfirmWhen::never && settings_.language == nullptr;
  if (closed_ || !is_plain || tool.verb().across_roots) return {};
  const std::vector<NamedPath> paths = paths_of(tool, arguments);
  if (paths.size() != 1 || paths.front().literal) return {};
  const Result<std::size_t> root = root_of(paths.front().path);
  if (!root) return {};
  const Result<Place> place = roots_[*root].workspace.root().find(paths.front().path, Access::write);
  if (!place) return {};
  const std::optional<FileInfo> there = place->there;
  if (!there || there->kind != FileKind::regular || there->links != 1 || there->size > largest_beside_others) return {};
  return concat(there->identity.device, ':', there->identity.inode);
}

Reply Service::counted(std::size_t root, const ServedTool& tool, const Json& arguments, const Exchange& exchange, Reply reply) {
  // One memory for all roots: a call may be refused in one and repaired in another.
  const std::shared_ptr<CallMemory> memory = kept_of(exchange.session, 0).calls;
  count_call(tool, arguments, reply, exchange.client.name, memory.get(), roots_[root].workspace, roots_[root].store);
  roots_[root].store.publish();
  return reply;
}

void Service::offer_unserved(Reply& reply) {
  if (!reply.refusal || reply.refusal->code != Code::path_outside_root || !reply.refusal->path) return;
  std::vector<std::string> added;
  {
    const std::lock_guard lock(mutex_);
    added = added_;
  }
  for (const std::string& root : added) {
    if (!reply.refusal->path->starts_with(concat(root, '/'))) continue;
    Error refusal = *std::move(reply.refusal);
    refusal.next = concat("The client has added ", printable(root),
                          " since this server was started, and a running server cannot enter new folders. Ask the user to "
                          "restart kedge.");
    reply = refused(refusal);
    return;
  }
  for (const std::string& tree : unserved_) {
    for (const ServedRoot& root : roots_) {
      if (!led_to(root.workspace.root(), *reply.refusal->path).starts_with(concat(tree, '/'))) continue;
      Error refusal = *std::move(reply.refusal);
      refusal.facts.set("work_tree", tree);
      refusal.next = concat("It is in ", printable(tree),
                            ", another work tree of this repository, which is not served. Ask the user "
                            "to start kedge with --worktrees, or with --root for it, if it is meant.");
      reply = refused(refusal);
      return;
    }
  }
}

Called Service::call_in_one_of_several(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  const Verb& verb = tool.verb();
  // What is about no root, or about all, is counted in the first.
  if (verb.across_roots) return counted(0, tool, arguments, exchange, call_across(tool, arguments, exchange));
  const std::vector<NamedPath> paths = paths_of(tool, arguments);
  if (!paths.empty()) {
    const Result<std::size_t> root = chosen_root(all_roots(), paths, verb.changes_files);
    if (!root) return counted(0, tool, arguments, exchange, refused(root.error()));
    return call_in(*root, tool, arguments, exchange);
  }
  if (verb.everywhere) return counted(0, tool, arguments, exchange, call_everywhere(tool, arguments, exchange));
  std::size_t root = 0;  // without a path in it, the call is refused in any of them
  if (verb.session_of != nullptr) {
    std::vector<Session> sessions = sessions_in_all(exchange);
    root = verb.session_of(arguments, sessions);
  }
  return call_in(root, tool, arguments, exchange);
}

// REQUIRES: as for the next.
Reply Service::call_across(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  const std::vector<Session> sessions = sessions_in_all(exchange);
  Session session = sessions.front();
  session.beside = &sessions;
  return kedge::call(tool, arguments, session);
}

// REQUIRES: the tool changes nothing, so that nobody is asked about it.
Reply Service::call_everywhere(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  const Manners manners = settings_.manners.of(exchange.client.name);
  Reply all;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (is_withdrawn(i)) continue;
    Session session = session_in(i, exchange);
    session.room =
        std::make_shared<AnswerRoom>(manners.page / roots_.size(), manners.rows / roots_.size(), manners.refusal_page, 1);
    Reply reply = kedge::call(tool, arguments, session);
    if (reply.refusal) return reply;
    append(all.text, concat(all.text.empty() ? "" : "\n", "tree: ", roots_[i].label(), '\n', reply.text));
  }
  return all;
}

Called Service::call_in(std::size_t root, const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  if (is_withdrawn(root)) {
    return counted(root, tool, arguments, exchange, refused(withdrawn(roots_[root].workspace.root())));
  }
  Session session = session_in(root, exchange);
  const ServedRoot& served = roots_[root];
  const std::string tree = roots_.size() > 1 ? served.label() : std::string();
  Onlookers onlookers;
  if (served.watching.ask) {
    onlookers.ask = [&](const Proposal& proposal) {
      Happening question = proposed(session, proposal.op, proposal.planned, true);
      question.who = exchange.client.name;
      return served.watching.ask(std::move(question));
    };
  }
  onlookers.tell = [&](const Proposal& proposal) { tell_proposed(session, proposal.op, proposal.planned, true); };
  Confirmation confirmation(settings_.confirm, exchange, std::move(onlookers), tree, &standing_consents_, session.id);
  if (settings_.confirm.when != ConfirmWhen::never) {
    session.confirm = [&](const Proposal& proposal) {
      served.store.publish();
      served.store.rest();  // a person may take minutes, and nothing is locked for that long
      return confirmation.ask(proposal);
    };
  }
  Reply reply = kedge::call(tool, arguments, session);
  if (confirmation.needed) return *std::move(confirmation.needed);
  note_read(reply);
  reply.tree = tree;
  return counted(root, tool, arguments, exchange, std::move(reply));
}

void Service::note_read(const Reply& reply) {
  if (reply.read.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const Opened& each : reply.read) read_.push_back(each);
  while (read_.size() > most_foreseen) read_.pop_front();
}

bool Service::foresee() {
  std::optional<Opened> next;
  bool is_last = true;
  {
    const std::lock_guard lock(mutex_);
    if (read_.empty() || syntax_ == nullptr) return true;
    next = std::move(read_.front());
    read_.pop_front();
    is_last = read_.empty();
  }
  syntax_->foresee(next->path, next->text);
  return is_last;
}

std::vector<std::string> Service::take_warnings(const std::string& session) {
  std::vector<std::string> all;
  {
    const std::lock_guard lock(mutex_);
    all = std::exchange(warnings_, {});
  }
  for (const ServedRoot& root : roots_) {
    if (!root.watching.notes) continue;
    for (const std::string& note : root.watching.notes(session)) {
      all.push_back(concat("a person who watches says: ", printable_rows(note)));
    }
  }
  return all;
}

}  // namespace kedge::mcp
