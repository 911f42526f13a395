#include "fs/folded_name.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

struct Range {
  char32_t first, last;
};

// Code points that HFS+, APFS or a Unicode-folding ext4 ignore when comparing, and invisible ones.
constexpr std::array ignorable{
    Range{0x00AD, 0x00AD},   Range{0x034F, 0x034F},   Range{0x061C, 0x061C}, Range{0x115F, 0x1160}, Range{0x17B4, 0x17B5},
    Range{0x180B, 0x180F},   Range{0x200B, 0x200F},   Range{0x202A, 0x202E}, Range{0x2060, 0x206F}, Range{0x3164, 0x3164},
    Range{0xFE00, 0xFE0F},   Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0}, Range{0xFFF0, 0xFFF8}, Range{0x1BCA0, 0x1BCA3},
    Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF},
};

bool is_ignorable(char32_t code) {
  return std::ranges::any_of(ignorable, [code](Range range) { return range.first <= code && code <= range.last; });
}

// The ASCII character that some file system treats as equal: by case, or by Unicode equivalence.
std::optional<char> ascii_twin(char32_t code) {
  switch (code) {
    case 0x0130:              // capital i with a dot, whose lower case is i
    case 0x0131: return 'i';  // dotless i, whose upper case is I
    case 0x017F: return 's';  // long s
    case 0x212A: return 'k';  // the Kelvin sign
    case 0x037E: return ';';  // the Greek question mark
    case 0x1FEF: return '`';  // the Greek varia
    default: return std::nullopt;
  }
}

std::string visible(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const Utf8Step step = next_code_point(name);
    const std::string_view bytes = name.substr(0, step.length);
    name.remove_prefix(step.length);
    if (bytes.size() == 1) {
      out.push_back(to_lower(bytes.front()));
    } else if (const std::optional<char> twin = ascii_twin(step.code)) {
      out.push_back(*twin);
    } else if (!is_ignorable(step.code)) {
      out.append(bytes);
    }
  }
  return out;
}

void drop_end(std::string& name) {
  while (name.ends_with('.') || name.ends_with(' ')) name.pop_back();
}

// A name as Windows shortens it: upper case there, lower case here.
struct ShortParts {
  std::string base, extension;
};

ShortParts short_parts(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of(". "), name.size()));
  const std::size_t dot = name.rfind('.');
  const auto shortened = [](std::string_view part, std::size_t most) {
    std::string out;
    for (const char c : part) {
      if (out.size() == most) break;
      if (c == '.' || c == ' ') continue;
      out.push_back(std::string_view("+,;=[]").find(c) == std::string_view::npos ? c : '_');
    }
    return out;
  };
  return {shortened(name.substr(0, dot), 6), dot == std::string_view::npos ? "" : shortened(name.substr(dot + 1), 3)};
}

bool is_hexadecimal(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

}  // namespace

std::string folded_with_stream(std::string_view component) {
  std::string name = visible(component);
  // Removing characters can turn separate invalid bytes into valid UTF-8.
  while (!is_ascii(name)) {
    std::string again = visible(name);
    if (again == name) break;
    name = std::move(again);
  }
  drop_end(name);
  return name;
}

std::string folded_name(std::string_view component) {
  std::string name = folded_with_stream(component);
  const std::size_t colon = name.find(':', 1);
  if (colon != std::string::npos) name.erase(colon);
  drop_end(name);
  return name;
}

bool is_short_name_of(std::string_view folded, std::string_view name) {
  const std::size_t tilde = folded.find('~');
  if (tilde == std::string_view::npos || tilde == 0) return false;
  const std::string_view base = folded.substr(0, tilde);
  std::string_view behind = folded.substr(tilde + 1);
  if (behind.empty() || behind.front() < '1' || behind.front() > '9') return false;
  behind.remove_prefix(1);

  const ShortParts meant = short_parts(name);
  const bool same_extension =
      meant.extension.empty() ? behind.empty() : behind.starts_with('.') && behind.substr(1) == meant.extension;
  if (!same_extension) return false;
  if (base == meant.base) return true;
  // From the fifth alias on, the name is two letters and four digits of a checksum.
  const std::string_view two = std::string_view(meant.base).substr(0, 2);
  return base.size() == two.size() + 4 && base.starts_with(two) && is_hexadecimal(base.substr(two.size()));
}

bool may_be(std::string_view component, std::string_view name) {
  const std::string folded = folded_name(component);
  return folded == name || is_short_name_of(folded, name);
}

}  // namespace kedge
