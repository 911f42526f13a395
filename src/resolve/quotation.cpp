// How the search works. Both sides are converted to LF (a text without CRLF is searched as it is). A fast search jumps to the
// next occurrence. From there a Knuth-Morris-Pratt automaton continues for as long as it has matched some beginning of the
// quotation, because only there can another occurrence overlap. So the fast search is only started for occurrences that do not
// overlap, and its preparations add up to at most the size of the text.
#include "resolve/quotation.hpp"

#include <algorithm>

#include "support/linear_find.hpp"
#include "support/require.hpp"

namespace kedge {
namespace {

constexpr std::string_view crlf = "\r\n";
constexpr std::size_t nowhere = std::string_view::npos;

// For each prefix of the quotation, by its length minus one: the length of its longest proper suffix that is also a prefix.
std::vector<std::uint32_t> borders_of(std::string_view quoted) {
  std::vector<std::uint32_t> borders(quoted.size(), 0);
  std::uint32_t border = 0;
  for (std::size_t i = 1; i < quoted.size(); ++i) {
    while (border > 0 && quoted[border] != quoted[i]) border = borders[border - 1];
    if (quoted[border] == quoted[i]) ++border;
    borders[i] = border;
  }
  return borders;
}

std::vector<std::size_t> occurrences(std::string_view text, std::string_view quoted, std::size_t most) {
  std::vector<std::size_t> found;
  std::vector<std::uint32_t> borders;  // known from the first occurrence on
  std::size_t read = 0;
  std::size_t matched = 0;  // length of the quotation's prefix that the text read so far ends in
  while (found.size() < most) {
    if (matched == 0) {
      const std::size_t at = linear_find(text, quoted, read);
      if (at == nowhere) break;
      read = at + quoted.size();
      matched = quoted.size();
    } else {
      if (read == text.size()) break;
      const char next = text[read++];
      while (matched > 0 && quoted[matched] != next) matched = borders[matched - 1];
      if (quoted[matched] == next) ++matched;
    }
    if (matched < quoted.size()) continue;
    found.push_back(read - quoted.size());
    if (found.size() == most) break;
    if (borders.empty()) borders = borders_of(quoted);
    matched = borders.back();
  }
  return found;
}

// Bytes with every terminator as LF, and the way back to the original.
struct OneEnding {
  std::string bytes;
  std::vector<std::uint32_t> shortened;  // positions of the LFs that had a CR before them, in order

  // A position before such an LF maps to the position before its CR.
  std::size_t raw_place(std::size_t place) const {
    return place + static_cast<std::size_t>(std::ranges::lower_bound(shortened, place) - shortened.begin());
  }
};

OneEnding with_one_ending(std::string_view raw) {
  OneEnding folded;
  folded.bytes.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t terminator = raw.find(crlf, at);
    folded.bytes.append(raw.substr(at, std::min(terminator, raw.size()) - at));
    if (terminator == nowhere) break;
    folded.shortened.push_back(static_cast<std::uint32_t>(folded.bytes.size()));
    folded.bytes.push_back('\n');
    at = terminator + crlf.size();
  }
  return folded;
}

}  // namespace

std::vector<ByteSpan> places_of(const Text& text, std::string_view quoted, std::size_t most) {
  KEDGE_REQUIRE(!quoted.empty());
  const std::size_t bom = text.bom().size();
  const std::string_view raw = text.bytes().substr(bom);
  const OneEnding sought = with_one_ending(quoted);
  const bool as_it_stands = raw.find(crlf) == nowhere;
  const OneEnding folded = as_it_stands ? OneEnding{} : with_one_ending(raw);

  std::vector<ByteSpan> places;
  for (const std::size_t at : occurrences(as_it_stands ? raw : folded.bytes, sought.bytes, most)) {
    places.push_back({{bom + folded.raw_place(at)}, {bom + folded.raw_place(at + sought.bytes.size())}});
  }
  return places;
}

namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         byte >= 0x80;
}

}  // namespace

bool cuts_a_word(std::string_view bytes, const ByteSpan& place) {
  const auto in_word = [&](std::size_t at) {
    return at > 0 && at < bytes.size() && is_word(bytes[at - 1]) && is_word(bytes[at]);
  };
  return in_word(place.begin.value) || in_word(place.end.value);
}

}  // namespace kedge
