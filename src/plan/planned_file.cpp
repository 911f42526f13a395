#include "plan/planned_file.hpp"

#include <algorithm>

#include "fs/read_file.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/encoding.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"
#include "verify/pasted_prefix.hpp"

namespace kedge {

FileOutcome outcome_of(const LoadedFile& file) {
  return {.path = file.given,
          .inside = file.inside,
          .was_executable = file.executable,
          .before = file.text,
          .after = file.text,
          .changes = ChangeSet(file.text.size()),
          .version_before = file.version,
          .version_after = file.version,
          .vetted = file.vetted,
          .unread = file.unread};
}

void apply(FileOutcome& outcome, ChangeSet changes, Syntax* syntax) {
  if (changes.empty() && !outcome.created) {
    outcome.effect = Effect::nothing_to_do;
    return;
  }
  outcome.after = changes.apply(outcome.before);
  if (syntax != nullptr && outcome.before.size() > 0) syntax->begin(outcome.inside, outcome.after);
  outcome.version_after = outcome.after.digest();
  outcome.changes = std::move(changes);
}

PlannedFile nothing_to_do(const LoadedFile& file) {
  PlannedFile planned{.outcome = outcome_of(file)};
  planned.outcome.effect = Effect::nothing_to_do;
  return planned;
}

PlannedFile applied_already(const LoadedFile& file, std::string why) {
  PlannedFile planned{.outcome = outcome_of(file)};
  planned.outcome.effect = Effect::already_applied;
  planned.warnings.push_back(std::move(why));
  return planned;
}

PlannedFile removed(PlannedFile planned) {
  KEDGE_REQUIRE(planned.outcome.after.size() == 0);
  planned.outcome.removed = true;
  planned.outcome.effect = Effect::applied;  // even if the file is empty
  return planned;
}

Result<PlannedFile> moved(PlannedFile planned, const Relocation& move, const Session& session) {
  KEDGE_TRY(const LoadedFile destination, load(session, move.destination, Access::write));
  if (destination.exists) return std::unexpected(refuse(Code::file_exists, {{"path", move.destination}}));
  planned.outcome.destination = move.destination;
  planned.outcome.effect = Effect::applied;
  return planned;
}

Error about_file(Error refused, const LoadedFile& file) {
  refused.path = file.given;
  refused.what = concat(printable(file.given), ": ", refused.what);
  refused.facts.set("path", file.given);
  return refused;
}

Error version_not_named(const LoadedFile& file) {
  Error refused =
      refuse(Code::patch_syntax, concat(printable(file.given), ": the version that the edit is about is not named."),
             {{"path", file.given}, {"problem", "missing tag"}});
  refused.reason = Reason::version_not_named;
  return refused;
}

Error other_version(const LoadedFile& file, const Digest& expected, Code code) {
  return refuse(code, {{"path", file.given}, {"actual", to_hex(file.version)}, {"expected", to_hex(expected)}});
}

Result<std::string> in_file_encoding(const LoadedFile& file, const std::string& text, const std::string& encoding) {
  if (is_ascii(text)) return text;
  const bool utf8 = is_utf8(file.text.bytes());
  if (encoding.empty() && utf8) return text;
  if (encoding.empty()) return std::unexpected(refuse(Code::encoding_conflict, {{"path", file.given}}));
  std::expected<std::string, std::string> bytes = encoded(text, encoding);
  if (!bytes) {
    return std::unexpected(refuse(Code::schema_invalid, {{"field", "encoding"}, {"problem", bytes.error()}}));
  }
  if (utf8 && !is_ascii(file.text.bytes()) && !is_utf8(*bytes)) {
    return std::unexpected(
        refuse(Code::encoding_conflict,
               concat(printable(file.given), " is valid UTF-8, and the new text would be ", printable(encoding), '.'),
               {{"path", file.given}, {"encoding", encoding}}));
  }
  return *std::move(bytes);
}

Result<void> check_search(const LoadedFile& file, std::size_t quotations) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30U;  // a thousand edits of a megabyte, or fifteen of the largest file
  const std::uint64_t bytes = std::uint64_t{quotations} * file.text.size();
  if (bytes <= most) return {};
  return std::unexpected(beyond_limit("the number of edits times the size of the file", bytes, most, file.given));
}

Result<void> check_changes(const LoadedFile& file, const ChangeSet& changes) {
  std::uint64_t size = file.text.size();
  std::uint64_t taken = 0;
  for (const Edit& edit : changes.edits()) {
    size += edit.text.size();
    taken += edit.span.size();
  }
  size -= std::min(taken, size);
  if (size > largest_editable_file) {
    return std::unexpected(beyond_limit("the size of the result", size, largest_editable_file, file.given));
  }
  for (const Edit& edit : changes.edits()) {
    const LineSpan lines = file.text.lines_touched(edit.span);
    if (file.text.slice(file.text.span(lines)).find('\0') == std::string_view::npos) continue;
    return std::unexpected(refuse(Code::binary_file, {{"path", file.given}, {"line", lines.first.value}}));
  }
  return {};
}

Error pasted_refusal(const LoadedFile& file, const PastedPrefix& pasted, int op) {
  Error refused = refuse(Code::pasted_prefix, {{"path", file.given}, {"row", pasted.row}, {"op", op + 1}});
  refused.facts.set("cleaned", pasted.cleaned);
  append(refused.what, concat(" Without them it is:\n", pasted.cleaned));
  return refused;
}

namespace {

// Whether this is a shown row near the line. Only copied rows have a number, a # and a hash before a row of the file, so the
// number need not be exact: whoever copies rows and changes some often renumbers them.
bool stands_near(const Text& text, const LineSet& shown, LineNo line, std::string_view row) {
  constexpr std::uint32_t reach = 20;
  if (is_low(row)) return false;
  const LineSpan near = with_context(text, one_line(line), reach);
  for (LineNo at = near.first; at < near.end; at = at + 1) {
    if (text.content(at) == row && shown.contains(one_line(at))) return true;
  }
  return false;
}

}  // namespace

std::optional<PastedPrefix> pasted_in(const LoadedFile& file, Basis& basis, const std::string& body) {
  // A row that is in the file already is content, whatever it looks like.
  std::optional<PastedPrefix> pasted = pasted_prefix(body, [&](const PrefixedRow& row) {
    for (std::size_t i = 0; i < basis.size(); ++i) {
      const Text* const text = basis[i].lines.contains(one_line(row.line)) ? basis.text(i) : nullptr;
      if (text == nullptr || !text->has(row.line)) continue;
      const std::string_view content = text->content(row.line);
      if ((!row.rest.empty() && content == row.rest) || hash_of(content).has_prefix(row.hash)) return true;
      if (row.hash.size() > 2 && stands_near(*text, basis[i].lines, row.line, row.rest)) return true;
    }
    return false;
  });
  if (!pasted || file.text.bytes().find(pasted->row) != std::string_view::npos) return std::nullopt;
  return pasted;
}

std::optional<Error> pasted_prefix_in(const LoadedFile& file, Basis& basis, const std::string& body, int op) {
  const std::optional<PastedPrefix> pasted = pasted_in(file, basis, body);
  return pasted ? std::optional(pasted_refusal(file, *pasted, op)) : std::nullopt;
}

}  // namespace kedge
