#include "plan/plan_whole.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "fs/read_file.hpp"
#include "plan/basis.hpp"
#include "plan/locate_lines.hpp"
#include "plan/shown_rows.hpp"
#include "render/framing.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Whether the caller may know the digest only because kedge printed it with some of the rows, which does not prove that it has
// seen the others. A digest that kedge never printed was computed from the whole file.
bool names_what_was_shown_in_part(const LoadedFile& file, const Session& session) {
  const Showing shown = session.store.shown_to_any(file.inside, file.version);
  return !shown.lines.empty() && !whole_rows(shown).contains(file.text.all_lines());
}

}  // namespace

Result<PlannedFile> plan_whole(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session) {
  const std::string& body = asked.operations.front().body;
  const bool may_fill = asked.may_be_empty && file.text.size() == 0;
  if (file.exists && asked.must_be_new && !may_fill) {
    if (file.text.bytes() != body || !session.store.same_call(session.id, request.identity)) {
      return std::unexpected(refuse(Code::file_exists, {{"path", file.given}}));
    }
    return applied_already(file, "this very call has made the file, and it has not changed since");
  }
  if (!file.exists && (asked.version || asked.tag)) return std::unexpected(refuse(Code::not_found, {{"path", file.given}}));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }
  if (asked.tag && session.store.version_of(file.inside, *asked.tag) != file.version) {
    return std::unexpected(
        refuse(request.policy.other_version,
               {{"path", file.given}, {"actual", session.store.tag_of(file.inside, file.version)}, {"expected", *asked.tag}}));
  }
  if (file.exists && request.policy.needs_version && !asked.version) {
    return std::unexpected(
        refuse(request.policy.other_version,
               concat(printable(file.given), " exists, and the call does not say which version of it to replace."),
               {{"path", file.given}, {"actual", to_hex(file.version)}, {"expected", Json()}}));
  }
  PlannedFile planned{.outcome = outcome_of(file)};
  FileOutcome& outcome = planned.outcome;
  outcome.created = !file.exists;
  outcome.replacements = 1;
  std::string content = body;
  if (!request.encoding.empty()) {
    KEDGE_TRY(content, in_file_encoding(file, body, request.encoding));
  }
  if (content.size() > largest_editable_file) {
    return std::unexpected(beyond_limit("the size of the content", content.size(), largest_editable_file));
  }
  const Text after(std::move(content));
  if (file.exists && after == file.text) {
    return nothing_to_do(file);
  }
  const bool is_named = asked.version || asked.tag;
  if (file.exists && file.text.size() > 0 && (!is_named || names_what_was_shown_in_part(file, session))) {
    KEDGE_DO(check_seen(file, session, request.policy));
  }
  if (file.exists) {
    Basis basis(session, file);
    if (std::optional<Error> pasted = pasted_prefix_in(file, basis, std::string(after.bytes()), 0))
      return std::unexpected(*std::move(pasted));
  }
  apply(outcome, diff(file.text, after), session.syntax);
  if (file.exists) planned.warnings = framing_changes(file.text, after);
  return planned;
}

Result<PlannedFile> plan_missing(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                 const Session& session) {
  const Target& last = asked.operations.back().target;
  const Lines* const lines = std::get_if<Lines>(&last);
  if (lines != nullptr && std::holds_alternative<Edge>(lines->first) && !asked.tag && asked.operations.size() == 1) {
    PlannedFile planned{.outcome = outcome_of(file)};
    planned.outcome.created = true;
    std::string content;
    for (const std::string& row : rows_of(asked.operations.front().body)) append(content, concat(row, '\n'));
    apply(planned.outcome, diff(file.text, Text(std::move(content))));
    return planned;
  }
  const bool takes_away = std::holds_alternative<Removal>(last) || std::holds_alternative<Relocation>(last);
  const std::optional<Record> record =
      takes_away ? session.store.same_call(session.id, request.identity) : std::optional<Record>();
  if (record && !record->undone) {
    const auto found = std::ranges::find(record->files, file.inside, &RecordedFile::path);
    if (found != record->files.end() && (!found->after || !found->destination.empty()))
      return applied_already(file, "this very call has taken the file away before");
  }
  return std::unexpected(refuse(Code::not_found, {{"path", file.given}}));
}

Result<void> check_known(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session) {
  if (!asked.tag && !request.policy.tags) {
    const bool is_removal = std::holds_alternative<Removal>(asked.operations.front().target);
    return is_removal && file.text.size() > 0 ? check_seen(file, session, request.policy) : Result<void>();
  }
  const auto with_rows = [&](Error refused) {
    show_current_rows(session, file, {}, refused, request.policy);
    return std::unexpected(std::move(refused));
  };
  if (!asked.tag) return with_rows(version_not_named(file));
  Result<Basis> basis = Basis::named(session, file, *asked.tag);
  if (!basis) return with_rows(std::move(basis).error());
  if (basis->is_current(0)) return {};
  return with_rows(refuse(Code::snapshot_stale,
                          concat(printable(file.given), ": the file has changed since #", *asked.tag,
                                 ", and only a file that was seen as it is can be removed or moved."),
                          {{"path", file.given}, {"version", *asked.tag}}));
}

Result<PlannedFile> plan_removal_or_move(PlannedFile planned, const FileRequest& asked, const LoadedFile& file,
                                         const Session& session) {
  const Target& last = asked.operations.back().target;
  if (const Relocation* const move = std::get_if<Relocation>(&last)) {
    if (planned.outcome.effect == Effect::already_applied) return planned;
    return moved(std::move(planned), *move, session);
  }
  if (!std::holds_alternative<Removal>(last)) return planned;
  if (asked.operations.size() == 1) apply(planned.outcome, diff(file.text, Text()));
  const std::uint32_t left = planned.outcome.after.line_count();
  if (planned.outcome.after.size() == 0) return removed(std::move(planned));
  return std::unexpected(refuse(Code::no_match,
                                concat(printable(file.given), ": the file is to go, and the quoted lines are not all of it; ",
                                       counted(left, "line"), " would be left."),
                                {{"path", file.given}, {"lines_left", left}}));
}

}  // namespace kedge
