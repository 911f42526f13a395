#include "engine/plan.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/replace_lines.hpp"
#include "engine/already_applied.hpp"
#include "engine/quoted.hpp"
#include "engine/shown_rows.hpp"
#include "fs/read_file.hpp"
#include "render/framing.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/encoding.hpp"
#include "verify/foreign_indentation.hpp"
#include "verify/joined_lines.hpp"
#include "verify/pasted_prefix.hpp"
#include "verify/shrink.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_files = 256;
constexpr std::size_t most_operations = 1000;

// One file on its way through the plan.
struct Planned {
  FileOutcome outcome;
  std::vector<std::string> warnings = {};
  std::vector<Finding> findings = {};
};

FileOutcome outcome_of(const LoadedFile& file) {
  FileOutcome outcome{.path = file.given, .inside = file.inside};
  outcome.before = file.text;
  outcome.after = file.text;
  outcome.changes = ChangeSet(file.text.size());
  outcome.version_before = file.version;
  outcome.version_after = file.version;
  return outcome;
}

void apply(FileOutcome& outcome, ChangeSet changes) {
  if (changes.empty() && !outcome.created) {
    outcome.effect = Effect::nothing_to_do;
    return;
  }
  outcome.after = changes.apply(outcome.before);
  outcome.version_after = sha256(outcome.after.bytes());
  outcome.changes = std::move(changes);
}

Error other_version(const LoadedFile& file, const Digest& expected, Code code) {
  return refuse(code, Json::object({{"path", file.given}, {"actual", to_hex(file.version)}, {"expected", to_hex(expected)}}));
}

// Text of the caller's in the bytes of the file.
Result<std::string> in_file_encoding(const LoadedFile& file, const std::string& text, const std::string& encoding) {
  if (is_ascii(text)) return text;
  const bool utf8 = is_utf8(file.text.bytes());
  if (encoding.empty() && utf8) return text;
  if (encoding.empty()) return std::unexpected(refuse(Code::encoding_conflict, Json::object({{"path", file.given}})));
  std::expected<std::string, std::string> bytes = encoded(text, encoding);
  if (!bytes) {
    return std::unexpected(refuse(Code::schema_invalid, Json::object({{"field", "encoding"}, {"problem", bytes.error()}})));
  }
  if (utf8 && !is_ascii(file.text.bytes()) && !is_utf8(*bytes)) {
    return std::unexpected(
        refuse(Code::encoding_conflict,
               concat(printable(file.given), " is valid UTF-8, and the new text would be ", printable(encoding), '.'),
               Json::object({{"path", file.given}, {"encoding", encoding}})));
  }
  return *std::move(bytes);
}

// Computed before anything is allocated: many small matches of a large file can grow without bounds.
Result<void> check_growth(const LoadedFile& file, const std::vector<Substitution>& substitutions) {
  std::uint64_t size = file.text.size();
  std::uint64_t taken = 0;
  for (const Substitution& one : substitutions) {
    size += one.text.size();
    taken += one.span.size();
  }
  size -= std::min(taken, size);
  if (size <= largest_editable_file) return {};
  return std::unexpected(beyond_limit("the size of the result", size, largest_editable_file, file.given));
}

Result<void> check_binary(const LoadedFile& file, const std::vector<Substitution>& substitutions) {
  for (const Substitution& one : substitutions) {
    const LineSpan lines = file.text.lines_touched(one.span);
    if (file.text.slice(file.text.span(lines)).find('\0') == std::string_view::npos) continue;
    return std::unexpected(refuse(Code::binary_file, Json::object({{"path", file.given}, {"line", lines.first.value}})));
  }
  return {};
}

Result<void> check_pasted(const LoadedFile& file, ShownVersions& shown, const std::string& body, int op) {
  // A row that is in the file already is the file's own, however it looks.
  const std::optional<PastedPrefix> pasted = pasted_prefix(body, [&](LineNo line, std::string_view row) {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Text* const text = shown[i].lines.contains(one_line(line)) ? shown.text(i) : nullptr;
      if (text != nullptr && text->has(line) && text->content(line) == row) return true;
    }
    return false;
  });
  if (!pasted || file.text.bytes().find(pasted->row) != std::string_view::npos) return {};
  Error refused = refuse(Code::pasted_prefix, Json::object({{"path", file.given}, {"row", pasted->row}, {"op", op + 1}}));
  refused.facts.set("cleaned", pasted->cleaned);
  append(refused.what, concat(" Without them it is:\n", pasted->cleaned));
  return std::unexpected(std::move(refused));
}

Error there_already(const LoadedFile& file, LineNo line) {
  Error refused = refuse(Code::no_match,
                         concat(printable(file.given),
                                ": the file has changed since it was shown to you, and the rows that this "
                                "edit makes stand in it already, at line ",
                                line.value, '.'),
                         Json::object({{"path", file.given}, {"new_text_at_line", line.value}, {"changed_since_shown", true}}));
  refused.next = "Read the file again; if there is more to do, quote what it says now.";
  add_rows(file, LineSet(with_context(file.text, one_line(line), rows_around)), refused);
  return refused;
}

// Who quotes one place with another indentation than the file has does not see the file as it is; then new rows at places that
// quote no indentation may be off as well.
std::optional<Error> uneven_indentation(const LoadedFile& file, const std::vector<QuotedOperation>& operations,
                                        const std::vector<Indentation>& seen, Misreadings& misread) {
  if (std::ranges::find(seen, Indentation::otherwise) != seen.end()) misread.add(file.inside);
  if (!misread.has(file.inside)) return std::nullopt;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Rows rows = rows_of(operations[i].body);
    const bool indents =
        std::ranges::any_of(rows, [](const std::string& row) { return row.starts_with(' ') || row.starts_with('\t'); });
    if (seen[i] != Indentation::not_quoted || !indents) continue;
    return refuse(Code::no_match,
                  concat(printable(file.given),
                         ": other text was quoted with another indentation than the file has, so that it is "
                         "not clear how far the new rows of edit ",
                         operations[i].op + 1, " are to be indented. Quote whole lines with the file's own indentation."),
                  Json::object({{"path", file.given}, {"op", operations[i].op + 1}}));
  }
  return std::nullopt;
}

bool asks_for_nothing(const Match& match, const std::string& body) {
  return with_plain_newlines(match.text) == with_plain_newlines(body);
}

Result<Planned> plan_matches(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session) {
  if (!file.exists) return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  Planned planned{.outcome = outcome_of(file)};
  ShownVersions shown(session, file);
  std::vector<Error> refusals;
  const auto refused = [&](Error error) {
    // Of several edits, the text has to say which one is meant.
    if (error.op && asked.operations.size() > 1) error.what = concat("edit ", *error.op, ": ", error.what);
    refusals.push_back(std::move(error));
  };

  std::vector<QuotedOperation> operations;
  int number = 0;
  for (const Operation& operation : asked.operations) {
    const int op = number++;
    const Match& match = std::get<Match>(operation.target);
    if (asks_for_nothing(match, operation.body)) continue;
    Result<std::string> body = in_file_encoding(file, operation.body, request.encoding);
    Result<std::string> quoted =
        request.encoding.empty() ? Result<std::string>(match.text) : in_file_encoding(file, match.text, request.encoding);
    if (!body || !quoted) {
      refused(!body ? std::move(body).error() : std::move(quoted).error());
      continue;
    }
    QuotedOperation one{.match = match, .body = *std::move(body), .op = op};
    one.match.text = *std::move(quoted);
    operations.push_back(std::move(one));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (operations.empty()) {
    if (asked.version && *asked.version != file.version) {
      return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
    }
    planned.outcome.effect = Effect::nothing_to_do;
    return planned;
  }
  Applied applied = already_applied(session, file, shown, request, asked, operations);
  if (applied.wholly) {
    planned.outcome.effect = Effect::already_applied;
    planned.warnings.push_back(*std::move(applied.wholly));
    return planned;
  }
  if (applied.among_other_changes) return std::unexpected(there_already(file, *applied.among_other_changes));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }

  std::vector<Substitution> substitutions;
  std::vector<Indentation> indentations;
  for (const QuotedOperation& one : operations) {
    if (Result<void> clean = check_pasted(file, shown, one.body, one.op); !clean) {
      refused(std::move(clean).error());
      continue;
    }
    Result<Quoted> quoted = find_quoted(session, file, shown, request.policy, one.match, one.body, one.op);
    if (!quoted) {
      refused(std::move(quoted).error());
      continue;
    }
    indentations.push_back(quoted->indentation);
    planned.outcome.replacements += quoted->substitutions.size();
    planned.outcome.match_mode = std::max(planned.outcome.match_mode, quoted->mode);
    if (quoted->recovered) planned.outcome.recovered = std::move(quoted->recovered);
    std::ranges::move(quoted->substitutions, std::back_inserter(substitutions));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (std::optional<Error> uneven = uneven_indentation(file, operations, indentations, *session.misread)) {
    return std::unexpected(*std::move(uneven));
  }
  KEDGE_DO(check_growth(file, substitutions));
  KEDGE_DO(check_binary(file, substitutions));
  planned.findings = joined_lines(file.text, substitutions);
  Result<ChangeSet> changes = substitute(file.text, std::move(substitutions));
  if (!changes) {
    changes.error().path = file.given;
    changes.error().what = concat(printable(file.given), ": ", changes.error().what);
    changes.error().facts.set("path", file.given);
    return std::unexpected(std::move(changes).error());
  }
  apply(planned.outcome, *std::move(changes));
  if (std::optional<Finding> found = foreign_indentation(file.text, planned.outcome.after, planned.outcome.changes)) {
    planned.findings.push_back(*std::move(found));
  }
  return planned;
}

// Nobody may throw away rows that nobody has looked at.
Result<void> check_seen(const LoadedFile& file, const Session& session) {
  const std::vector<Showing> showings = session.store.shown(session.id, file.inside);
  LineSet seen;
  for (const Showing& showing : showings) {
    if (showing.version == file.version) seen.add(showing.lines);
  }
  const LineSet missing = seen.missing(file.text.all_lines());
  if (missing.empty() && (file.text.line_count() > 0 || !showings.empty())) return {};
  std::string lines;
  for (const LineSpan& span : missing.spans()) {
    append(lines, concat(lines.empty() ? "" : ", ", span.first.value, span.size() > 1 ? concat('-', span.last().value) : ""));
  }
  const bool one = missing.spans().size() == 1 && missing.spans().front().size() == 1;
  Error refused = refuse(
      Code::lines_not_shown,
      concat(printable(file.given), ": ", one ? "line " : "lines ", lines, one ? " has" : " have", " not been shown to you."),
      Json::object({{"path", file.given}, {"lines", lines}}));
  refused.facts.set("actual", to_hex(file.version));
  add_rows(file, missing, refused);
  note_shown(session, file, missing, EventKind::shown);
  return std::unexpected(std::move(refused));
}

Result<Planned> plan_whole(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session) {
  const std::string& body = asked.operations.front().body;
  if (file.exists && asked.must_be_new) return std::unexpected(refuse(Code::file_exists, Json::object({{"path", file.given}})));
  if (!file.exists && asked.version) return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }
  Planned planned{.outcome = outcome_of(file)};
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
    outcome.effect = Effect::nothing_to_do;
    outcome.replacements = 0;
    return planned;
  }
  if (file.exists && !asked.version && file.text.size() > 0) KEDGE_DO(check_seen(file, session));
  if (file.exists) {
    ShownVersions shown(session, file);
    KEDGE_DO(check_pasted(file, shown, std::string(after.bytes()), 0));
  }
  apply(outcome, diff(file.text, after));
  if (file.exists) {
    planned.warnings = framing_changes(file.text, after);
    if (std::optional<Finding> found = shrink(file.text, after)) planned.findings.push_back(*std::move(found));
  }
  return planned;
}

Result<Planned> plan_file(const Request& request, const FileRequest& asked, const Session& session) {
  if (asked.operations.empty() || asked.operations.size() > most_operations) {
    if (asked.operations.size() > most_operations) {
      return std::unexpected(beyond_limit("the number of operations", asked.operations.size(), most_operations));
    }
    return std::unexpected(
        refuse(Code::operation_count, Json::object({{"path", asked.path}, {"count", 0}, {"expected", "at least one"}})));
  }
  if (const auto known = encoded("", request.encoding.empty() ? "UTF-8" : request.encoding); !known) {
    return std::unexpected(refuse(Code::schema_invalid, Json::object({{"field", "encoding"}, {"problem", known.error()}})));
  }
  KEDGE_TRY(const LoadedFile file, load(session.workspace, asked.path, Access::write));
  const bool whole = std::holds_alternative<Whole>(asked.operations.front().target);
  return whole ? plan_whole(request, asked, file, session) : plan_matches(request, asked, file, session);
}

std::optional<Error> same_file_twice(const std::vector<FileOutcome>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (files[i].inside != files[k].inside) continue;
      return refuse(
          Code::overlapping_operations,
          concat(printable(files[i].path), ": parts ", k + 1, " and ", i + 1, " of the call are about the same file."),
          Json::object({{"path", files[i].path}, {"first", k + 1}, {"second", i + 1}}));
    }
  }
  return std::nullopt;
}

}  // namespace

bool Plan::writes() const {
  return std::ranges::any_of(files, [](const FileOutcome& file) { return file.effect == Effect::applied; });
}

Result<Plan> make_plan(const Request& request, const Session& session) {
  if (request.files.size() > most_files) {
    return std::unexpected(beyond_limit("the number of files", request.files.size(), most_files));
  }
  Plan plan;
  std::vector<Error> refusals;
  for (const FileRequest& asked : request.files) {
    Result<Planned> planned = plan_file(request, asked, session);
    if (!planned) {
      if (!planned.error().path) planned.error().path = asked.path;
      refusals.push_back(std::move(planned).error());
      continue;
    }
    const std::size_t index = plan.files.size();
    plan.files.push_back(std::move(planned->outcome));
    if (std::ranges::any_of(asked.operations, [](const Operation& one) { return has_bidi_controls(one.body); })) {
      planned->warnings.emplace_back("the new text holds bidirectional controls, which make text look other than it is");
    }
    for (std::string& warning : planned->warnings) {
      plan.warnings.push_back(concat(printable(asked.path), ": ", warning));
    }
    for (Finding& finding : planned->findings) plan.findings.push_back({index, std::move(finding)});
  }
  if (std::optional<Error> twice = same_file_twice(plan.files)) refusals.push_back(*std::move(twice));
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return plan;
}

}  // namespace kedge
