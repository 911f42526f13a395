#include "verify/pasted_prefix.hpp"

#include <charconv>

#include "support/strings.hpp"

namespace kedge {
namespace {

// After `#` or `:`: a hash and a bar; or all of it as text if there is none.
PrefixedRow without_hash(LineNo line, std::string_view text, std::size_t fewest, std::size_t most) {
  std::size_t digits = 0;
  while (digits < text.size() && hex_digit(text[digits])) ++digits;
  std::string_view rest = text.substr(digits);
  for (const std::string_view mark : {" [low]", " [med]"}) {
    if (rest.starts_with(mark)) rest.remove_prefix(mark.size());
  }
  if (digits < fewest || digits > most || !rest.starts_with('|')) return {line, {}, text};
  return {line, text.substr(0, digits), rest.substr(1)};
}

std::optional<PrefixedRow> prefixed(std::string_view row) {
  while (row.starts_with(' ')) row.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), number);
  if (error != std::errc() || number == 0) return std::nullopt;
  std::string_view rest = row.substr(static_cast<std::size_t>(end - row.data()));
  if (rest.empty()) return std::nullopt;
  const char separator = rest.front();
  rest.remove_prefix(1);
  switch (separator) {
    case '\t': return PrefixedRow{LineNo{number}, {}, rest};
    case ':': return without_hash(LineNo{number}, rest, 2, 2);
    case '#': {
      const PrefixedRow parts = without_hash(LineNo{number}, rest, 4, 64);
      return parts.hash.empty() ? std::nullopt : std::optional(parts);
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<PastedPrefix> counted_rows(std::string_view body, LineNo first) {
  PastedPrefix found;
  LineNo expected = first;
  if (body.ends_with('\n')) body.remove_suffix(1);
  for (const std::string_view row : split(body, '\n')) {
    const std::optional<PrefixedRow> parts = prefixed(row);
    if (!parts || parts->line != expected || !row.starts_with(concat(expected.value, ':'))) return std::nullopt;
    if (found.row.empty()) found.row = row;
    append(found.cleaned, concat(parts->rest, '\n'));
    expected = expected + 1;
  }
  return found;
}

std::optional<PastedPrefix> pasted_prefix(std::string_view body, const std::function<bool(const PrefixedRow&)>& was_shown) {
  std::optional<PastedPrefix> found;
  std::string cleaned;
  for (const std::string_view piece : split(body, '\n')) {
    const bool ends_in_cr = piece.ends_with('\r');
    const std::string_view row = ends_in_cr ? piece.substr(0, piece.size() - 1) : piece;
    const std::optional<PrefixedRow> parts = prefixed(row);
    if (!found && parts && !(parts->rest.empty() && parts->hash.empty()) && was_shown(*parts)) {
      found = PastedPrefix{.row = std::string(row), .cleaned = {}};
    }
    append(cleaned, concat(parts ? parts->rest : row, ends_in_cr ? "\r" : "", "\n"));
  }
  if (!found) return std::nullopt;
  cleaned.pop_back();
  found->cleaned = std::move(cleaned);
  return found;
}

}  // namespace kedge
