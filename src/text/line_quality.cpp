#include "text/line_quality.hpp"

#include <algorithm>
#include <unordered_map>

namespace kedge {

std::string_view name_of(LineQuality quality) {
  switch (quality) {
    case LineQuality::low: return "low";
    case LineQuality::med: return "med";
    case LineQuality::high: return "high";
  }
  return "";
}

bool is_low(std::string_view content) {
  return std::ranges::all_of(content, [](char c) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    const bool beyond_ascii = static_cast<unsigned char>(c) >= 0x80;
    return !word && !beyond_ascii;
  });
}

std::vector<LineQuality> line_qualities(const Text& text) {
  constexpr std::uint32_t common = 3;
  std::unordered_map<std::string_view, std::uint32_t> count;
  count.reserve(text.line_count());
  for (LineNo line{1}; text.has(line); line = line + 1) ++count[text.content(line)];

  std::vector<LineQuality> qualities;
  qualities.reserve(text.line_count());
  for (LineNo line{1}; text.has(line); line = line + 1) {
    const std::string_view content = text.content(line);
    qualities.push_back(is_low(content) ? LineQuality::low : count[content] > common ? LineQuality::med : LineQuality::high);
  }
  return qualities;
}

}  // namespace kedge
