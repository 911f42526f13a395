#include "mcp/service.hpp"

#include <utility>

#include "engine/watchers.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tools/preview.hpp"

namespace kedge::mcp {
namespace {

std::vector<NamedPath> paths_of(const ServedTool& tool, const Json& arguments) {
  if (const auto paths = tool.verb().paths) return paths(*tool.dialect, arguments);
  for (const std::string_view name : {std::string_view("path"), tool.dialect->fields.path, std::string_view("file_path")}) {
    const Json* const path = arguments.find(name);
    if (path != nullptr && path->as_string() != nullptr) return {{*path->as_string()}};
  }
  return {};
}

Error one_root_only(std::string_view tool) {
  Error refused = refuse(Code::path_invalid, concat(tool, " cannot be used while several roots are served."),
                         Json::object({{"tool", tool}}));
  refused.next = "Ask the user to start kedge with one --root.";
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

std::vector<const Root*> Service::all_roots() const {
  std::vector<const Root*> all;
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
  return session_in(root, exchange);
}

Session Service::session_in(std::size_t root, const Exchange& exchange) {
  const ServedRoot& served = roots_[root];
  Session session{.workspace = served.workspace, .store = served.store, .id = exchange.session, .commit = settings_.commit};
  session.syntax = syntax_;
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
  const std::lock_guard lock(mutex_);
  // Most of these sessions are long over; the others will at worst be told something once more.
  const std::pair key(exchange.session, root);
  if (kept_.size() >= most_sessions_remembered && !kept_.contains(key)) kept_.clear();
  Kept& kept = kept_[key];
  if (!kept.misread) kept = {session.misread, std::make_shared<Previews>(), session.ways, session.sent};
  session.misread = kept.misread;
  session.previews = kept.previews;
  session.ways = kept.ways;
  session.sent = kept.sent;
  return session;
}

Called Service::call(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  if (closed_) return refused(*closed_);
  KEDGE_REQUIRE(!roots_.empty());
  Called called =
      roots_.size() == 1 ? call_in(0, tool, arguments, exchange) : call_in_one_of_several(tool, arguments, exchange);
  if (Reply* const reply = std::get_if<Reply>(&called)) offer_unserved(*reply);
  return called;
}

void Service::offer_unserved(Reply& reply) const {
  if (!reply.refusal || reply.refusal->code != Code::path_outside_root || !reply.refusal->path) return;
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
  if (verb.one_root_only) return refused(one_root_only(tool.name));
  const std::vector<NamedPath> paths = paths_of(tool, arguments);
  if (!paths.empty()) {
    const Result<std::size_t> root = chosen_root(all_roots(), paths, verb.changes_files);
    return root ? call_in(*root, tool, arguments, exchange) : Called(refused(root.error()));
  }
  if (verb.everywhere) return call_everywhere(tool, arguments, exchange);
  std::size_t root = 0;  // without a path in it, the call is refused in any of them
  if (verb.session_of != nullptr) {
    std::vector<Session> sessions;
    for (std::size_t i = 0; i < roots_.size(); ++i) sessions.push_back(session_in(i, exchange));
    root = verb.session_of(arguments, sessions);
  }
  return call_in(root, tool, arguments, exchange);
}

// REQUIRES: the tool changes nothing, so that nobody is asked about it.
Called Service::call_everywhere(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  const Manners manners = settings_.manners.of(exchange.client.name);
  Reply all;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    Session session = session_in(i, exchange);
    session.room =
        std::make_shared<AnswerRoom>(manners.page / roots_.size(), manners.rows / roots_.size(), manners.refusal_page, 1);
    Reply reply = kedge::call(tool, arguments, session);
    if (reply.refusal) return reply;
    append(all.text, concat(i == 0 ? "" : "\n", "tree: ", roots_[i].label(), '\n', reply.text));
  }
  return all;
}

Called Service::call_in(std::size_t root, const ServedTool& tool, const Json& arguments, Exchange& exchange) {
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
  Confirmation confirmation(settings_.confirm, exchange, std::move(onlookers), tree);
  if (settings_.confirm.when != ConfirmWhen::never) {
    session.confirm = [&confirmation](const Proposal& proposal) { return confirmation.ask(proposal); };
  }
  Reply reply = kedge::call(tool, arguments, session);
  if (confirmation.needed) return *std::move(confirmation.needed);
  reply.tree = tree;
  return reply;
}

std::vector<std::string> Service::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

}  // namespace kedge::mcp
