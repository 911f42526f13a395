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
    return std::unexpected(wrong_usage(
        "--change", concat("'", printable(*given), "' does not name changes from 1 to ", parts.size(), ", as 2 or 1,3"),
        "undo"));
  }
  if (numbers->size() == parts.size()) return std::vector<ChangePart>();
  return ui::chosen_parts(*numbers, parts, ui::Chosen::those);
}

}  // namespace

Exit turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick) {
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, turn == Turn::undo ? "undo" : "redo");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Session& session = (*opened)->session();
  (*opened)->announce();
  const Result<Record> record = pick(session);
  const Result<std::vector<ChangePart>> parts =
      record ? parts_wanted(arguments, session.store, *record) : Result<std::vector<ChangePart>>();
  if (!parts) {
    if (const Result<void> all = (*opened)->heard_all(); !all) return report_unchanged(all.error(), arguments.json());
    return report(parts.error(), Exit::usage, arguments.json());
  }
  const Result<Reply> reply = record ? turn_back(*dialects().front(), turn, *record, session, arguments.has("dry-run"), *parts)
                                     : Result<Reply>(std::unexpected(record.error()));
  if (!reply) {
    tell_refused(session, turn == Turn::undo ? "undo" : "redo", reply.error());
    return report_unchanged(reply.error(), arguments.json());
  }
  const Exit told = tell(*reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace kedge
