#include "program.hpp"

#include <algorithm>
#include <functional>

#include "random.hpp"

namespace oracle {
namespace {

bool is_bare_closer(const std::string& row) { return !row.empty() && row.find_first_not_of(" }") == std::string::npos; }

// The first line of the body from `from` on that is not blank.
std::uint32_t next_written(const Program& program, const Texts& texts, std::uint32_t from, std::uint32_t end) {
  while (from < end && texts.blank(program.lines[from].text)) ++from;
  return from;
}

bool ends_function(const Program& program, std::uint32_t line) {
  const std::vector<Line>& lines = program.lines;
  return lines[line].function != no_function && (line + 1 == lines.size() || lines[line + 1].function != lines[line].function);
}

}  // namespace

TextId Texts::intern(std::string_view row) {
  const auto [entry, added] = ids_.try_emplace(std::string(row), static_cast<TextId>(rows_.size()));
  if (added) {
    std::uint64_t hash = 0;  // not std::hash: a case is the same everywhere
    for (const char c : row) hash = scrambled(hash ^ static_cast<unsigned char>(c));
    const std::size_t first = row.find_first_not_of(' ');
    rows_.push_back(
        {std::string(row), scrambled(~hash), first == std::string_view::npos ? 0 : static_cast<std::uint32_t>(first)});
  }
  return entry->second;
}

TextId Texts::shifted(TextId text, int columns) {
  const std::uint64_t key = (static_cast<std::uint64_t>(text) << 32) | static_cast<std::uint32_t>(columns);
  if (const auto known = shifted_.find(key); known != shifted_.end()) return known->second;
  const std::size_t width = indentation(text);
  const auto moved = static_cast<std::size_t>(static_cast<int>(width) + columns);
  const TextId result = intern(std::string(moved, ' ').append(rows_[text].row, width));
  shifted_.emplace(key, result);
  return result;
}

bool has_header(const Program& program, std::uint32_t line) {
  return line < program.lines.size() && program.lines[line].part == Part::header;
}

Function function_at(const Program& program, std::uint32_t header) {
  const std::vector<Line>& lines = program.lines;
  std::uint32_t end = header + 1;
  while (end < lines.size() && lines[end].function == lines[header].function) ++end;
  const bool closed = lines[end - 1].part == Part::closer;
  return Function{header, closed ? end - 1 : end, end, lines[header].depth};
}

std::vector<Function> functions_of(const Program& program) {
  std::vector<Function> functions;
  for (std::uint32_t line = 0; line < program.lines.size(); ++line) {
    if (!has_header(program, line)) continue;
    functions.push_back(function_at(program, line));
    line = functions.back().end - 1;
  }
  return functions;
}

bool is_slot(const Program& program, Slot slot) {
  const std::vector<Line>& lines = program.lines;
  if (slot.at == 0 || slot.at > lines.size()) return false;
  const Line& above = lines[slot.at - 1];
  const bool last = slot.at == lines.size();
  const auto ends = [&](Part part) { return above.part == part && (last || lines[slot.at].part != part); };
  const bool function_ends = ends_function(program, slot.at - 1);
  const bool in_class = (function_ends && above.depth == 1) || ends(Part::class_field);
  if (slot.depth == 1) return in_class;
  // Without a closer a class ends where something of the top level begins.
  const bool top_follows = last || (lines[slot.at].part == Part::gap && lines[slot.at + 1].depth == 0);
  return ends(Part::file_top) || above.part == Part::class_end || (function_ends && above.depth == 0) ||
         (in_class && top_follows);
}

std::vector<Slot> slots_of(const Program& program) {
  std::vector<Slot> slots;
  for (std::uint32_t at = 1; at <= program.lines.size(); ++at) {
    for (const std::uint8_t depth : {std::uint8_t{0}, std::uint8_t{1}}) {
      if (is_slot(program, {at, depth})) slots.push_back({at, depth});
    }
  }
  return slots;
}

std::vector<Stretch> indentable(const Program& program, const Texts& texts, const Function& function) {
  std::vector<Stretch> stretches;
  const std::uint32_t body = function.header + 1;
  if (next_written(program, texts, body, function.body_end) < function.body_end) stretches.push_back({body, function.body_end});
  const auto columns = [&](std::uint32_t line) { return texts.indentation(program.lines[line].text); };
  for (std::uint32_t opener = body; opener < function.body_end; ++opener) {
    if (texts.blank(program.lines[opener].text)) continue;
    std::uint32_t end = opener + 1;
    for (;;) {
      const std::uint32_t next = next_written(program, texts, end, function.body_end);
      if (next == function.body_end || columns(next) <= columns(opener)) break;
      end = next + 1;
    }
    if (end == opener + 1) continue;
    const std::uint32_t next = next_written(program, texts, end, function.body_end);
    const bool closed =
        next < function.body_end && columns(next) == columns(opener) && is_bare_closer(texts[program.lines[next].text]);
    stretches.push_back({opener, closed ? next + 1 : end});
  }
  return stretches;
}

bool equal_bodies(const Program& program, const Function& a, const Function& b) {
  return std::equal(program.lines.begin() + a.header + 1, program.lines.begin() + a.end, program.lines.begin() + b.header + 1,
                    program.lines.begin() + b.end, [](const Line& x, const Line& y) { return x.text == y.text; });
}

bool same_text(const Program& a, const Program& b) {
  return std::ranges::equal(a.lines, b.lines, [](const Line& x, const Line& y) { return x.text == y.text; });
}

std::vector<std::int32_t> enclosing_headers(const Program& program, const Texts& texts, std::uint32_t line) {
  std::vector<std::int32_t> headers;
  const std::vector<Line>& lines = program.lines;
  const auto nearest_above = [&](std::uint32_t from, Part part) {
    while (from > 0 && lines[from].part != part) --from;
    return from;
  };
  const Part part = lines[line].part;
  if (part == Part::body) {
    std::uint32_t at = line;
    while (texts.blank(lines[at].text)) ++at;  // a blank line never ends a block
    std::uint32_t columns = texts.indentation(lines[at].text);
    bool takes_equal = is_bare_closer(texts[lines[at].text]);
    for (at = line; lines[at - 1].part == Part::body;) {
      --at;
      const std::uint32_t above = texts.indentation(lines[at].text);
      if (texts.blank(lines[at].text) || above > columns || (above == columns && !takes_equal)) continue;
      headers.push_back(lines[at].id);
      columns = above;
      takes_equal = false;
    }
  }
  if (part == Part::body || part == Part::closer) headers.push_back(lines[line].function);
  // A gap stands inside the class of the function below it.
  const bool gap_in_class = part == Part::gap && line + 1 < lines.size() && lines[line + 1].depth == 1;
  const bool in_class = gap_in_class || lines[line].depth == 1 || part == Part::class_field || part == Part::class_end;
  if (in_class) headers.push_back(lines[nearest_above(line, Part::class_header)].id);
  return headers;
}

std::string bytes_of(const Program& program, const Texts& texts) {
  std::string bytes;
  for (const Line& line : program.lines) bytes.append(texts[line.text]).push_back('\n');
  return bytes;
}

}  // namespace oracle
