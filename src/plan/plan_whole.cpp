#include "plan/plan_whole.hpp"

#include "edit/diff.hpp"
#include "fs/read_file.hpp"
#include "plan/shown_rows.hpp"
#include "plan/shown_versions.hpp"
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
  if (file.exists && asked.must_be_new) {
    if (file.text.bytes() != body || !session.store.same_call(session.id, request.identity)) {
      return std::unexpected(refuse(Code::file_exists, Json::object({{"path", file.given}})));
    }
    return applied_already(file, "this very call has made the file, and it has not changed since");
  }
  if (!file.exists && (asked.version || asked.tag))
    return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }
  if (asked.tag && session.store.version_of(file.inside, *asked.tag) != file.version) {
    return std::unexpected(refuse(
        request.policy.other_version,
        Json::object(
            {{"path", file.given}, {"actual", session.store.tag_of(file.inside, file.version)}, {"expected", *asked.tag}})));
  }
  if (file.exists && request.policy.needs_version && !asked.version) {
    return std::unexpected(
        refuse(request.policy.other_version,
               concat(printable(file.given), " exists, and the version that is to be replaced is not named."),
               Json::object({{"path", file.given}, {"actual", to_hex(file.version)}, {"expected", Json()}})));
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
    ShownVersions shown(session, file);
    KEDGE_DO(check_pasted(file, shown, std::string(after.bytes()), 0));
  }
  apply(outcome, diff(file.text, after));
  if (file.exists) planned.warnings = framing_changes(file.text, after);
  return planned;
}

}  // namespace kedge
