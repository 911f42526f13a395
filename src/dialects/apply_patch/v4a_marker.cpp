#include "dialects/apply_patch/v4a_marker.hpp"

#include <algorithm>
#include <array>

#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

using Kind = V4aMarker::Kind;

struct Spelling {
  Kind kind;
  std::string_view text;
  bool names_a_file;
};

constexpr std::array spellings{
    Spelling{Kind::begin, "*** Begin Patch", false},
    Spelling{Kind::end, "*** End Patch", false},
    Spelling{Kind::end_of_file, "*** End of File", false},
    Spelling{Kind::add, "*** Add File:", true},
    Spelling{Kind::remove, "*** Delete File:", true},
    Spelling{Kind::update, "*** Update File:", true},
    Spelling{Kind::move, "*** Move to:", true},
};

// Only the letters, in lower case: what remains of a marker with a different spelling.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') letters.push_back(static_cast<char>(c - 'A' + 'a'));
    if (c >= 'a' && c <= 'z') letters.push_back(c);
  }
  return letters;
}

}  // namespace

std::optional<V4aMarker> read_v4a_marker(std::string_view row) {
  for (const Spelling& spelling : spellings) {
    if (!row.starts_with(spelling.text)) continue;
    const std::string_view rest = trimmed(row.substr(spelling.text.size()));
    if (!spelling.names_a_file && !rest.empty()) continue;
    return V4aMarker{.kind = spelling.kind, .path = std::string(rest)};
  }
  return std::nullopt;
}

std::string corrected_v4a_marker(std::string_view row) {
  const std::string plain(trimmed(with_plain_forms(row)));
  const std::size_t colon = plain.find(':');
  for (const Spelling& spelling : spellings) {
    const std::string_view words = std::string_view(plain).substr(0, spelling.names_a_file ? colon : std::string::npos);
    if (letters_of(words) != letters_of(spelling.text)) continue;
    if (!spelling.names_a_file) return std::string(spelling.text);
    if (colon == std::string::npos) return {};
    return concat(spelling.text, ' ', trimmed(std::string_view(plain).substr(colon + 1)));
  }
  return {};
}

}  // namespace kedge
