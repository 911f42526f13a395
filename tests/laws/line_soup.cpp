#include "laws/line_soup.hpp"

#include <algorithm>

namespace kedge::laws {
namespace {

using namespace std::string_literals;

const std::vector<std::string>& plain_lines() {
  static const std::vector<std::string> lines{"a", "b", "c", "}", "  x", "    y", "return;", "def f():"};
  return lines;
}

const std::vector<std::string>& odd_lines() {
  static const std::vector<std::string> lines{
      "",    " ",     "\t",           "\r",   "a\rb",         "b\r",          "\xFF\xFE",
      "\0"s, "a\0b"s, "\xEF\xBB\xBF", "\xC3", "na\xC3\xAFve", "\xED\xA0\x80", "a\xEF\xBB\xBF",
  };
  return lines;
}

std::string with_other_ending(const std::string& line) {
  const std::string_view ending = line.ends_with("\r\n") ? "\r\n" : line.ends_with('\n') ? "\n" : "";
  return line.substr(0, line.size() - ending.size()) + (ending == "\n" ? "\r\n" : "\n");
}

}  // namespace

LineSoup::LineSoup(Random& random) {
  const std::uint32_t kinds = 2 + random.below(4);
  for (std::uint32_t i = 0; i < kinds; ++i) kinds_.push_back(random.pick(random.one_in(4) ? odd_lines() : plain_lines()));
  switch (random.below(5)) {
    case 0: endings_ = {"\r\n"}; break;
    case 1: endings_ = {"\n", "\n", "\n", "\r\n"}; break;
    case 2: endings_ = {"\n", "\r\n"}; break;
    default: endings_ = {"\n"}; break;
  }
}

std::string LineSoup::ending(Random& random) const { return random.pick(endings_); }

std::string LineSoup::text(Random& random, std::uint32_t most_lines) const {
  std::string bytes;
  if (random.one_in(10)) bytes += utf8_bom;
  const std::uint32_t lines = random.below(random.one_in(2) ? most_lines + 1 : most_lines / 2 + 1);
  for (std::uint32_t i = 0; i < lines; ++i) bytes += line(random);
  if (random.one_in(3)) bytes += content(random);
  return bytes;
}

std::string LineSoup::variant(Random& random, const Text& text, Moves moves) const {
  std::vector<std::string> lines;
  for (LineNo at{1}; text.has(at); at = at + 1) lines.emplace_back(text.raw(at));
  const auto place = [&] { return lines.begin() + random.below(lines.size() + 1); };
  for (std::uint32_t changes = random.below(4); changes > 0; --changes) {
    const auto at = lines.empty() ? lines.end() : lines.begin() + random.below(lines.size());
    switch (lines.empty() ? 0 : random.below(moves == Moves::some ? 8 : 7)) {
      case 0:
      case 1: lines.insert(place(), line(random)); break;
      case 2:
      case 3: lines.erase(at); break;
      case 4:
      case 5: *at = line(random); break;
      case 6: *at = with_other_ending(*at); break;
      case 7: std::rotate(lines.begin(), at, random.one_in(2) ? lines.end() : at + 1); break;
    }
  }
  std::string bytes(random.one_in(16) ? utf8_bom : text.bom());
  for (std::string& row : lines) {
    const bool last = &row == &lines.back();
    if (!last && !row.ends_with('\n')) row += endings_.front();
    if (last && random.one_in(12)) row = row.ends_with('\n') ? row.substr(0, row.size() - 1) : row + "\n";
    bytes += row;
  }
  return bytes;
}

std::string byte_soup(Random& random, std::uint32_t most_bytes) {
  static const std::vector<std::string> pieces{"\n", "\r", "\r\n", "a", "b", "\xEF", "\xBB", "\xBF", "\xEF\xBB\xBF", "\0"s};
  std::string bytes;
  for (std::uint32_t left = random.below(most_bytes + 1); left > 0; --left) bytes += random.pick(pieces);
  return bytes;
}

}  // namespace kedge::laws
