#include "verify/pasted_prefix.hpp"

#include <charconv>

#include "support/strings.hpp"

namespace kedge {
namespace {

struct Prefixed {
  LineNo line;
  std::string_view rest;
};

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Behind `#` or `:`, a hash and a bar; or all of it if there is none.
std::string_view without_hash(std::string_view text, std::size_t fewest, std::size_t most) {
  std::size_t digits = 0;
  while (digits < text.size() && is_hex(text[digits])) ++digits;
  std::string_view rest = text.substr(digits);
  for (const std::string_view mark : {" [low]", " [med]"}) {
    if (rest.starts_with(mark)) rest.remove_prefix(mark.size());
  }
  if (digits < fewest || digits > most || !rest.starts_with('|')) return text;
  return rest.substr(1);
}

std::optional<Prefixed> prefixed(std::string_view row) {
  while (row.starts_with(' ')) row.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), number);
  if (error != std::errc() || number == 0) return std::nullopt;
  std::string_view rest = row.substr(static_cast<std::size_t>(end - row.data()));
  if (rest.empty()) return std::nullopt;
  const char separator = rest.front();
  rest.remove_prefix(1);
  switch (separator) {
    case '\t': return Prefixed{LineNo{number}, rest};
    case ':': return Prefixed{LineNo{number}, without_hash(rest, 2, 2)};
    case '#': {
      const std::string_view text = without_hash(rest, 4, 64);
      if (text.size() == rest.size()) return std::nullopt;
      return Prefixed{LineNo{number}, text};
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<PastedPrefix> counted_rows(std::string_view body, LineNo first) {
  if (first == LineNo{1}) return std::nullopt;  // a list counts from one, too
  PastedPrefix found;
  LineNo expected = first;
  if (body.ends_with('\n')) body.remove_suffix(1);
  for (const std::string_view row : split(body, '\n')) {
    const std::optional<Prefixed> parts = prefixed(row);
    if (!parts || parts->line != expected || !row.starts_with(concat(expected.value, ':'))) return std::nullopt;
    if (found.row.empty()) found.row = row;
    append(found.cleaned, concat(parts->rest, '\n'));
    expected = expected + 1;
  }
  return found;
}

std::optional<PastedPrefix> pasted_prefix(std::string_view body,
                                          const std::function<bool(LineNo, std::string_view)>& was_shown) {
  std::optional<PastedPrefix> found;
  std::string cleaned;
  for (const std::string_view piece : split(body, '\n')) {
    const bool ends_in_cr = piece.ends_with('\r');
    const std::string_view row = ends_in_cr ? piece.substr(0, piece.size() - 1) : piece;
    const std::optional<Prefixed> parts = prefixed(row);
    if (!found && parts && !parts->rest.empty() && was_shown(parts->line, parts->rest)) {
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
