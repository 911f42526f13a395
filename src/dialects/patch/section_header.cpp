#include "dialects/patch/section_header.hpp"

#include <algorithm>
#include <array>

#include "store/tag.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view pilcrow = "¶";

// Four digits; a path with more versions than those can name has tags of five. Those that could not be written are longer.
bool is_tag_in_any_case(std::string_view text) {
  const bool is_loose = text.size() >= loose_tag_digits && text.size() <= 2 * Digest().size();
  return (text.size() == 4 || text.size() == 5 || is_loose) && is_hex(text);
}

bool is_tag(std::string_view text) {
  return is_tag_in_any_case(text) && std::ranges::none_of(text, [](char c) { return c >= 'a'; });
}

// What other patch formats put before a path.
std::string_view without_noise(std::string_view text) {
  constexpr std::array<std::string_view, 3> noise{"***", "Update File:", "Add File:"};
  for (bool found = true; found;) {
    found = false;
    text = without_blanks(text);
    for (const std::string_view words : noise) {
      if (!text.starts_with(words)) continue;
      text.remove_prefix(words.size());
      found = true;
    }
  }
  if (text.ends_with("***")) text.remove_suffix(3);
  return without_blanks(text);
}

// The path, and the tag after its last `#`.
SectionHeader parted(std::string_view text) {
  SectionHeader header{.path = std::string(text)};
  const std::size_t mark = text.rfind('#');
  if (mark == std::string_view::npos) return header;
  const std::string_view tag = text.substr(mark + 1);
  if (is_tag(tag)) {
    header.path = text.substr(0, mark);
    header.tag = tag;
  } else if (is_tag_in_any_case(tag)) {
    header.path = text.substr(0, mark);
    header.wrong_tag = tag;
  }
  return header;
}

}  // namespace

std::string section_header(std::string_view path, std::string_view tag) { return concat(pilcrow, printable(path), '#', tag); }

std::optional<SectionHeader> read_section_header(std::string_view row) {
  const std::string_view bare = without_blanks(row);
  if (bare.starts_with('[') && bare.ends_with(']')) {
    // Many things are in brackets: only a tag makes them a header.
    SectionHeader header = parted(bare.substr(1, bare.size() - 2));
    if (row.starts_with('[') && header.tag && !header.path.empty()) return header;
    return std::nullopt;
  }
  if (!row.starts_with(pilcrow)) {
    // Noise before the mark.
    const std::string_view rest = without_noise(row);
    if (rest.size() == bare.size() || !rest.starts_with(pilcrow)) return std::nullopt;
    return read_section_header(rest);
  }
  const std::string_view text = without_blanks(row.substr(pilcrow.size()));
  const std::string_view clean = without_noise(text);
  SectionHeader header = parted(clean);
  if (clean.size() != text.size()) header.literal_path = parted(text).path;
  return header;
}

}  // namespace kedge
