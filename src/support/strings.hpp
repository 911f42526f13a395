// Small text helpers that know nothing of files or edits.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

inline void append(std::string& out, std::string_view piece) { out.append(piece); }
inline void append(std::string& out, char piece) { out.push_back(piece); }
template <std::integral Number>
  requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
void append(std::string& out, Number number) {
  out.append(std::to_string(number));
}

// One string out of texts, characters and whole numbers.
template <class... Pieces>
std::string concat(const Pieces&... pieces) {
  std::string out;
  (append(out, pieces), ...);
  return out;
}

std::string join(std::span<const std::string> pieces, std::string_view separator);

// What stands between the separators; always one piece more than there are of them.
std::vector<std::string_view> split(std::string_view text, char separator);

// "1 line", "3 lines"; for words whose plural is an s.
std::string counted(std::size_t count, std::string_view noun);

// Decimal digits and nothing else, if they fit.
std::optional<std::uint64_t> number_of(std::string_view digits);

// Of ASCII letters; anything else is returned as it is.
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower_case(std::string_view text);  // of ASCII letters
// Without these characters at both ends.
std::string_view without_blanks(std::string_view text, std::string_view blanks = " \t");
bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings);

std::string to_hex(std::span<const std::uint8_t> bytes);

// Its value, of either case; nothing if it is no hexadecimal digit.
std::optional<std::uint8_t> hex_digit(char c);
bool is_hex(std::string_view text);  // nothing but such digits; also if it is empty

// A word as it may be shown to a person: C0, C1 and bidirectional controls, hidden characters and stray bytes are escaped, so
// that a name or a row of a file cannot steer a terminal or look other than it is.
std::string printable(std::string_view text);

// The same for several rows: line breaks stay.
std::string printable_rows(std::string_view text);

// The same for JSON text: what would steer a terminal is escaped as JSON escapes it, so that the value stays the same.
std::string printable_json(std::string_view json);

// Whether it holds characters that make text look other than it is by turning its direction.
bool has_bidi_controls(std::string_view text);

// The candidate that a person most likely meant, if one is near enough to say so.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace kedge
