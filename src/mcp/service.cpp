#include "mcp/service.hpp"

#include <utility>

#include "engine/watchers.hpp"
#include "support/require.hpp"
#include "tools/preview.hpp"

namespace kedge::mcp {

void Service::open(Workspace& workspace, Store& store, Syntax* syntax, Watching watching) {
  watching_ = std::move(watching);
  workspace_ = &workspace;
  store_ = &store;
  syntax_ = syntax;
  const std::lock_guard lock(mutex_);
  warnings_ = workspace.warnings();
}

Result<Session> Service::session_for(const Exchange& exchange) {
  if (closed_) return std::unexpected(*closed_);
  KEDGE_REQUIRE(workspace_ != nullptr);
  Session session{.workspace = *workspace_, .store = *store_, .id = exchange.session, .commit = settings_.commit};
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
  if (watching_.teller) session.watchers = watching_.teller(exchange.client.name);
  const std::lock_guard lock(mutex_);
  // Most of these sessions are long over; the others will at worst be told something once more.
  if (kept_.size() >= most_sessions_remembered && !kept_.contains(exchange.session)) kept_.clear();
  Kept& kept = kept_[exchange.session];
  if (!kept.misread) kept = {std::make_shared<Misreadings>(), std::make_shared<Previews>()};
  session.misread = kept.misread;
  session.previews = kept.previews;
  return session;
}

Called Service::call(const ServedTool& tool, const Json& arguments, Exchange& exchange) {
  Result<Session> session = session_for(exchange);
  if (!session) return refused(session.error());
  Onlookers onlookers;
  if (watching_.ask) {
    onlookers.ask = [&](const Proposal& proposal) {
      Happening question = proposed(*session, proposal.op, proposal.planned, true);
      question.who = exchange.client.name;
      return watching_.ask(std::move(question));
    };
  }
  onlookers.tell = [&](const Proposal& proposal) { tell_proposed(*session, proposal.op, proposal.planned, true); };
  Confirmation confirmation(settings_.confirm, exchange, std::move(onlookers));
  if (settings_.confirm.when != ConfirmWhen::never) {
    session->confirm = [&confirmation](const Proposal& proposal) { return confirmation.ask(proposal); };
  }
  Reply reply = kedge::call(tool, arguments, *session);
  if (confirmation.needed) return *std::move(confirmation.needed);
  return reply;
}

std::vector<std::string> Service::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

}  // namespace kedge::mcp
