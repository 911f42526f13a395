#include "verify/pasted_prefix.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

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

std::optional<PastedPrefix> counted_rows(std::string_view body, LineNo first, std::span<const std::string_view> kept) {
  PastedPrefix found{.row = {}, .cleaned = {}, .has_hashes = true};
  LineNo expected = first;
  if (body.ends_with('\n')) body.remove_suffix(1);
  const std::vector<std::string_view> rows = split(body, '\n');
  const bool keeps = !kept.empty() && rows.size() > kept.size() && std::ranges::equal(std::span(rows).last(kept.size()), kept);
  const std::size_t count = rows.size() - (keeps ? kept.size() : 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i >= count) {
      append(found.cleaned, concat(rows[i], '\n'));
      continue;
    }
    const std::optional<PrefixedRow> parts = prefixed(rows[i]);
    // One or two rows with numbers and longer hashes are content unless their text or hash was shown.
    const char separator = parts && parts->hash.size() > 2 && count > 2 ? '#' : ':';
    if (!parts || parts->line != expected || !rows[i].starts_with(concat(expected.value, separator))) return std::nullopt;
    if (found.row.empty()) found.row = rows[i];
    found.has_hashes = found.has_hashes && !parts->hash.empty();
    append(found.cleaned, concat(parts->rest, '\n'));
    expected = expected + 1;
  }
  return keeps && !found.has_hashes ? std::nullopt : std::optional(std::move(found));
}

std::optional<PastedPrefix> pasted_prefix(std::string_view body, const std::function<bool(const PrefixedRow&)>& was_shown) {
  const std::vector<std::string_view> pieces = split(body, '\n');
  const auto row_of = [](std::string_view piece) { return piece.substr(0, piece.size() - (piece.ends_with('\r') ? 1 : 0)); };
  const auto is_pasted = [&](std::string_view piece) {
    const std::optional<PrefixedRow> parts = prefixed(row_of(piece));
    return parts && !(parts->rest.empty() && parts->hash.empty()) && was_shown(*parts);
  };
  const auto first = std::ranges::find_if(pieces, is_pasted);
  if (first == pieces.end()) return std::nullopt;
  PastedPrefix found{.row = std::string(row_of(*first)), .cleaned = {}};
  for (const std::string_view piece : pieces) {
    const std::optional<PrefixedRow> parts = prefixed(row_of(piece));
    append(found.cleaned, concat(parts ? parts->rest : row_of(piece), piece.ends_with('\r') ? "\r" : "", "\n"));
  }
  found.cleaned.pop_back();
  return found;
}

}  // namespace kedge
