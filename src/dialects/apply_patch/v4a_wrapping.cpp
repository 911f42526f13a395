#include "dialects/apply_patch/v4a_wrapping.hpp"

#include <algorithm>
#include <optional>

#include "text/blanks.hpp"

namespace kedge {
namespace {

bool is_fence(std::string_view row) {
  const std::string_view bare = trimmed(row);
  return (bare.starts_with("```") || bare.starts_with("~~~")) && bare.find('*') == std::string_view::npos;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool take(std::string_view& text, std::string_view piece) {
  text = trimmed(text);
  if (!text.starts_with(piece)) return false;
  text.remove_prefix(piece.size());
  return true;
}

// `apply_patch <<'EOF'` or `cat <<'EOF' | apply_patch`: the word that ends it.
std::optional<std::string_view> here_document(std::string_view row) {
  std::string_view rest = row;
  const bool piped = take(rest, "cat ");
  if (!piped && !take(rest, "apply_patch")) return std::nullopt;
  if (!take(rest, "<<")) return std::nullopt;
  if (rest.starts_with('-')) rest.remove_prefix(1);
  rest = trimmed(rest);
  const char quote = !rest.empty() && (rest.front() == '\'' || rest.front() == '"') ? rest.front() : '\0';
  if (quote != '\0') rest.remove_prefix(1);
  const std::size_t end = quote != '\0' ? rest.find(quote) : rest.find_first_of(" \t|");
  const std::string_view word = rest.substr(0, end);
  if (!is_word(word) || (quote != '\0' && end == std::string_view::npos)) return std::nullopt;
  rest.remove_prefix(std::min(rest.size(), word.size() + (quote != '\0' ? 1U : 0U)));
  if (piped && !(take(rest, "|") && take(rest, "apply_patch"))) return std::nullopt;
  return trimmed(rest).empty() ? std::optional(word) : std::nullopt;
}

}  // namespace

V4aWrapping wrapping_of(std::span<const std::string_view> rows) {
  V4aWrapping wrapping;
  for (; wrapping.begin < rows.size(); ++wrapping.begin) {
    const std::string_view row = rows[wrapping.begin];
    if (trimmed(row).empty() || is_fence(row)) continue;
    const std::optional<std::string_view> word = here_document(row);
    if (!word) break;
    wrapping.delimiter = *word;
  }
  return wrapping;
}

bool is_remark(std::string_view row) {
  if (trimmed(row).starts_with("***") || row.starts_with("@@")) return false;
  const bool is_command = trimmed(row).starts_with("cd ") || row.find("&&") != std::string_view::npos ||
                          row.find("apply_patch") != std::string_view::npos;
  return !is_command || here_document(row).has_value();
}

bool is_wrapping_row(std::string_view row, const V4aWrapping& wrapping) {
  const std::string_view bare = trimmed(row);
  return bare.empty() || bare == wrapping.delimiter || bare == "```" || bare == "~~~";
}

}  // namespace kedge
