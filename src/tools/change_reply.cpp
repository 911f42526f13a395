#include "tools/change_reply.hpp"

#include <algorithm>
#include <new>

#include "dialects/result_facts.hpp"
#include "render/local_diff.hpp"
#include "render/outcome_diff.hpp"
#include "render/row.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string summary_text(const FileOutcome& file, std::string_view what) {
  const std::string lines = counted(file.after.line_count(), "line");
  switch (file.effect) {
    case Effect::nothing_to_do: return concat("unchanged: ", lines);
    case Effect::already_applied: return concat("already applied: ", lines);
    case Effect::applied:
    case Effect::previewed: break;
  }
  const std::string_view preview = file.effect == Effect::previewed ? "preview, nothing written: " : "";
  if (file.removed) return concat(preview, what, ": the file is removed");
  const std::string done = !file.destination.empty() ? concat("the file is ", printable(file.destination), " now")
                           : file.created            ? lines
                                                     : to_text(summary_of(file.before, file.after, file.changes));
  return concat(preview, what, ": ", done, execution_text(file));
}

Json facts_of(const FileOutcome& file, const Receipt& receipt, std::string_view what, const ChangedRows& rows) {
  Json json = Json::object({{"op", op_of(file)},
                            {"path", file.inside},
                            {"summary", summary_text(file, what)},
                            {"changed", file.effect == Effect::applied},
                            {"diff", rows.diff},
                            {"file_version", file.removed ? Json() : Json(to_hex(file.version_after))}});
  if (!file.created) json.set("previous_version", to_hex(file.version_before));
  add_facts(json, file, receipt, rows);
  return json;
}

std::vector<std::string> changed_paths(const Receipt& receipt) {
  std::vector<std::string> paths;
  for (const FileOutcome& file : receipt.files) {
    if (file.effect != Effect::applied) continue;
    paths.push_back(file.inside);
    if (!file.destination.empty()) paths.push_back(file.destination);
  }
  return paths;
}

}  // namespace

Reply told_at_any_cost(const Receipt& receipt, const std::function<Reply()>& tell) try {
  Reply reply = tell();
  reply.changed = changed_paths(receipt);
  return reply;
} catch (const std::bad_alloc&) {
  const bool changed =
      std::ranges::any_of(receipt.files, [](const FileOutcome& file) { return file.effect == Effect::applied; });
  return {.text = changed ? "done; out of memory for the details" : "nothing was written; out of memory for the details",
          .structured = Json::object({{"changed", changed}})};
}

void add_untold(Receipt& receipt, Session& session) {
  for (std::string& warning : session.store.take_warnings()) session.untold.push_back(std::move(warning));
  receipt.warnings.insert(receipt.warnings.begin(), session.untold.begin(), session.untold.end());
  session.untold.clear();
}

void add_continuity(Receipt& receipt, Session& session) {
  for (FileOutcome& file : receipt.files) {
    file.mixed_baseline = (file.drifted && *file.drifted != DriftMaker::kedge) || session.store.has_mixed_baseline(file.inside);
  }
}

void add_tags(Receipt& receipt, Session& session) {
  for (FileOutcome& file : receipt.files) {
    // A preview has no version of its own.
    const bool tried = file.effect == Effect::previewed;
    if (file.removed || (tried && file.created)) continue;
    const std::string& path = file.destination.empty() || tried ? file.inside : file.destination;
    file.tag = session.store.tag_of(path, tried ? file.version_before : file.version_after);
  }
}

Reply change_reply(const Dialect& dialect, const Receipt& receipt, std::string_view what, const PreviewShape& shape) {
  Reply reply;
  Json parts = Json::array();
  for (const FileOutcome& file : receipt.files) {
    const ChangedRows rows = changed_rows(file, numbered_rows(file.after), shape);
    append(reply.text, concat(printable(file.inside), ':', rows.first_line, ' ', summary_text(file, what), '\n'));
    Json facts = facts_of(file, receipt, what, rows);
    if (!file.tag.empty()) {
      const std::string& path = file.destination.empty() ? file.inside : file.destination;
      const ReadRequest whole{.path = path};
      append(reply.text, concat(dialect.first_row({file.after, file.version_after, file.tag, whole}), '\n',
                                local_diff(file.after, rows.hunks, plain_rows(file.before), numbered_rows(file.after), shape)));
      facts.set("tag", file.tag);
    } else {
      append(reply.text, rows.diff);
    }
    parts.push(std::move(facts));
  }
  append(reply.text, receipt.files.empty() ? std::string() : fact_lines(receipt.files.front(), receipt));
  const Json::Array& items = *parts.as_array();
  reply.structured = items.size() == 1 ? items.front() : Json::object({{"files", parts}, {"undo_id", receipt.undo_id}});
  return reply;
}

}  // namespace kedge
