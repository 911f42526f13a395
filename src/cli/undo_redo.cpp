#include "cli/undo_redo.hpp"

#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "engine/watchers.hpp"
#include "support/strings.hpp"
#include "ui/typed_answer.hpp"

namespace kedge {
namespace {

// None: all of it.
Result<std::vector<ChangePart>> parts_wanted(const Arguments& arguments, Store& store, const Record& record) {
  const std::optional<std::string_view> given = arguments.option("change");
  if (!given) return std::vector<ChangePart>();
  const std::vector<ui::NumberedPart> parts = ui::parts_of(recorded_happening(store, record));
  const std::optional<std::set<std::uint32_t>> numbers = ui::numbers_in(*given);
  if (!numbers || *numbers->begin() < 1 || *numbers->rbegin() > parts.size()) {
    return wrong_usage("--change",
                       concat("'", printable(*given), "' does not name changes from 1 to ", parts.size(), ", as 2 or 1,3"),
                       "undo");
  }
  if (numbers->size() == parts.size()) return std::vector<ChangePart>();
  return ui::chosen_parts(*numbers, parts, ui::Chosen::those);
}

}  // namespace

Ended turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick) {
  const std::string_view command = turn == Turn::undo ? "undo" : "redo";
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, or_unchanged(CommandSession::open(arguments, command)));
  Session& session = opened->session();
  opened->announce();
  const Result<Record> record = pick(session);
  const Result<std::vector<ChangePart>> parts =
      record ? parts_wanted(arguments, session.store, *record) : Result<std::vector<ChangePart>>();
  if (!parts) {
    KEDGE_DO(or_unchanged(opened->heard_all()));
    return std::unexpected(parts.error());
  }
  const Result<Reply> reply = record ? turn_back(*dialects().front(), turn, *record, session, arguments.has("dry-run"), *parts)
                                     : Result<Reply>(std::unexpected(record.error()));
  if (!reply) {
    tell_refused(session, command, reply.error());
    return std::unexpected(unchanged(reply.error()));
  }
  const Exit told = tell(*reply, arguments);
  opened->finish();
  return told;
}

}  // namespace kedge
