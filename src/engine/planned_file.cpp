#include "engine/planned_file.hpp"

#include <algorithm>

#include "fs/read_file.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/encoding.hpp"
#include "verify/pasted_prefix.hpp"

namespace kedge {

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

Error pasted_refusal(const LoadedFile& file, const PastedPrefix& pasted, int op) {
  Error refused = refuse(Code::pasted_prefix, Json::object({{"path", file.given}, {"row", pasted.row}, {"op", op + 1}}));
  refused.facts.set("cleaned", pasted.cleaned);
  append(refused.what, concat(" Without them it is:\n", pasted.cleaned));
  return refused;
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
  return std::unexpected(pasted_refusal(file, *pasted, op));
}

}  // namespace kedge
