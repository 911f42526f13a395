#include "laws/code_soup.hpp"

#include <algorithm>
#include <array>

namespace kedge::laws {
namespace {

using Lines = std::vector<std::string>;

std::string random_statement(Random& random) {
  constexpr std::array<std::string_view, 8> statements{"  return 0;", "  x = 1;",   "  x += y;", "  if (x) {",
                                                       "    y = x;",  "  call(x);", "  }",       ""};
  if (random.one_in(3)) return "  step_" + std::to_string(random.below(50)) + "(x);";
  return std::string(random.pick(statements));
}

Lines random_function(Random& random, BlockStyle style) {
  const std::string name = "f" + std::to_string(random.below(40));
  Lines lines{style == BlockStyle::braces ? "int " + name + "(int x) {" : "def " + name + "(x):"};
  for (std::uint32_t left = 1 + random.below(6); left > 0; --left) lines.push_back(random_statement(random));
  if (style == BlockStyle::braces) lines.emplace_back("}");
  lines.emplace_back("");
  return lines;
}

bool is_header(const std::string& line) { return line.starts_with("int ") || line.starts_with("def "); }

// From one header up to the next.
std::pair<std::size_t, std::size_t> random_function_in(Random& random, const Lines& lines) {
  std::vector<std::size_t> headers;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_header(lines[i])) headers.push_back(i);
  }
  if (headers.empty()) return {0, 0};
  headers.push_back(lines.size());
  const std::size_t chosen = random.below(headers.size() - 1);
  return {headers[chosen], headers[chosen + 1]};
}

void insert(Lines& lines, std::size_t at, const Lines& added) {
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
}

void edit_once(Random& random, BlockStyle style, Lines& lines) {
  const std::size_t at = random.below(lines.size() + 1);
  const auto [begin, end] = random_function_in(random, lines);
  const Lines function(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.begin() + static_cast<std::ptrdiff_t>(end));
  const auto remove_function = [&, first = begin, last = end] {
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.begin() + static_cast<std::ptrdiff_t>(last));
  };
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2: return insert(lines, at, {random_statement(random)});
    case 3:
    case 4:
      if (at < lines.size()) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 5:
    case 6:
      if (at < lines.size()) lines[at] = random_statement(random);
      return;
    case 7: return insert(lines, begin, random_function(random, style));
    case 8: return random.one_in(2) ? remove_function() : insert(lines, end, function);
    case 9: remove_function(); return insert(lines, random_function_in(random, lines).first, function);
  }
}

}  // namespace

Lines random_code(Random& random, BlockStyle style) {
  Lines lines;
  for (std::uint32_t left = 1 + random.below(6); left > 0; --left) insert(lines, lines.size(), random_function(random, style));
  return lines;
}

Lines edited_code(Random& random, BlockStyle style, Lines lines) {
  for (std::uint32_t left = 1 + random.below(3); left > 0; --left) edit_once(random, style, lines);
  return lines;
}

std::string joined_lines(const Lines& lines) {
  std::string bytes;
  for (const std::string& line : lines) bytes.append(line).append("\n");
  return bytes;
}

}  // namespace kedge::laws
