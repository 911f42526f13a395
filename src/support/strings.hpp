// Small string functions that know nothing about files or edits.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
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

// At least as much as a piece takes, without writing it.
inline std::size_t room_for(std::string_view piece) { return piece.size(); }
inline std::size_t room_for(char /*piece*/) { return 1; }
template <std::integral Number>
  requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
constexpr std::size_t room_for(Number /*number*/) {
  return std::numeric_limits<Number>::digits10 + 2;  // digits10 may be one less than the longest number has, and a sign
}

// Joins strings, characters and integers.
template <class... Pieces>
std::string concat(const Pieces&... pieces) {
  std::string out;
  out.reserve((std::size_t{0} + ... + room_for(pieces)));
  (append(out, pieces), ...);
  return out;
}

std::string join(std::span<const std::string> pieces, std::string_view separator);

// The pieces between the separators; always one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

// "1 line", "3 lines"; for nouns whose plural ends in s.
std::string counted(std::size_t count, std::string_view noun);

// nullopt unless these are only decimal digits and the number fits.
std::optional<std::uint64_t> number_of(std::string_view digits);

// ASCII letters only; anything else is returned unchanged.
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower_case(std::string_view text);  // ASCII letters only
// Without these characters at both ends.
std::string_view without_blanks(std::string_view text, std::string_view blanks = " \t");
bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings);

std::string to_hex(std::span<const std::uint8_t> bytes);

// Its value, in either case; nullopt if it is not a hexadecimal digit.
std::optional<std::uint8_t> hex_digit(char c);
bool is_hex(std::string_view text);  // only such digits; true if empty

// Safe to show to a person: C0, C1 and bidirectional controls, hidden characters and invalid bytes are escaped, so that a name
// or a line of a file cannot control a terminal or disguise itself.
std::string printable(std::string_view text);

// The same for several lines: line breaks stay.
std::string printable_rows(std::string_view text);

// The same for JSON text, with JSON escapes, so that the value stays the same.
std::string printable_json(std::string_view json);

// Whether it has characters that disguise text by changing its direction.
bool has_bidi_controls(std::string_view text);

// The candidate that a person most likely meant, if one is similar enough.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace kedge
