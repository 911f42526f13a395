#include "author.hpp"

#include <array>

namespace oracle {
namespace {

constexpr std::array<std::string_view, 16> verbs{"open", "close", "read",  "write", "merge", "split", "count", "clear",
                                                 "load", "store", "parse", "print", "start", "stop",  "send",  "fetch"};
constexpr std::array<std::string_view, 12> nouns{"page",  "index", "row",  "node",  "cache", "block",
                                                 "token", "event", "path", "queue", "state", "user"};
constexpr std::array<std::string_view, 3> class_names{"Store", "Reader", "Router"};
constexpr std::uint32_t deepest_nesting = 2;

}  // namespace

std::vector<Line> new_function(Program& program, const std::vector<TextId>& texts, std::uint8_t depth, bool closed) {
  std::vector<Line> lines;
  lines.reserve(texts.size());
  const std::int32_t first_id = program.next_id;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Part part = i == 0 ? Part::header : Part::body;
    if (closed && i + 1 == texts.size()) part = Part::closer;
    lines.push_back({texts[i], program.next_id++, first_id, part, depth});
  }
  return lines;
}

std::string Author::name() {
  // Distinct by construction: each number is used once, and the words only make it readable.
  const std::uint32_t number = names_++;
  return std::string(random_.pick(verbs)).append("_").append(random_.pick(nouns)).append(std::to_string(number));
}

TextId Author::at_column(std::uint32_t columns, std::string_view row) {
  return texts_.intern(std::string(columns, ' ').append(row));
}

std::string Author::statement_row() {
  if (random_.chance(0.5)) return std::string(random_.pick(grammar_.common_statements));
  return filled(random_.pick(grammar_.specific_statements), std::to_string(random_.below(60)));
}

std::string Author::opener_row() {
  if (random_.chance(0.5)) return std::string(random_.pick(grammar_.common_openers));
  return filled(random_.pick(grammar_.specific_openers), std::to_string(random_.below(20)));
}

TextId Author::statement(std::uint32_t columns) {
  if (random_.chance(0.5)) return at_column(columns, statement_row());
  return at_column(columns, filled(grammar_.fresh_statement, std::to_string(fresh_++)));
}

TextId Author::opener(std::uint32_t columns) { return at_column(columns, opener_row()); }

TextId Author::header(std::uint8_t depth) {
  const auto& patterns = depth == 0 ? grammar_.headers : grammar_.method_headers;
  return at_column(depth * grammar_.step, filled(random_.pick(patterns), name()));
}

void Author::add_block(std::vector<Row>& rows, std::uint32_t level, std::size_t count) {
  const std::size_t closing = grammar_.closer.empty() ? 0 : 1;
  const std::size_t end = rows.size() + count;
  bool may_skip = false;  // a blank line neither begins a block nor follows another
  while (rows.size() < end) {
    const std::size_t left = end - rows.size();
    if (may_skip && left >= 2 && random_.chance(0.08)) {
      rows.push_back({0, ""});
      may_skip = false;
      continue;
    }
    if (level < deepest_nesting && left >= 2 + closing && random_.chance(0.25)) {
      rows.push_back({level, opener_row()});
      add_block(rows, level + 1, random_.between(1, static_cast<std::uint32_t>(std::min<std::size_t>(5, left - 1 - closing))));
      if (closing > 0) rows.push_back({level, std::string(grammar_.closer)});
    } else {
      rows.push_back({level, statement_row()});
    }
    may_skip = true;
  }
}

std::vector<TextId> Author::body(std::uint8_t depth) {
  std::vector<Row> rows;
  add_block(rows, 0, random_.between(3, 10));
  std::vector<TextId> texts;
  for (const Row& row : rows) {
    texts.push_back(row.text.empty() ? texts_.intern("") : at_column((row.level + depth + 1) * grammar_.step, row.text));
  }
  return texts;
}

std::vector<TextId> Author::around(std::uint8_t depth, TextId header, const std::vector<TextId>& body) {
  std::vector<TextId> texts{header};
  texts.insert(texts.end(), body.begin(), body.end());
  if (!grammar_.closer.empty()) texts.push_back(at_column(depth * grammar_.step, grammar_.closer));
  return texts;
}

std::vector<TextId> Author::function(std::uint8_t depth) {
  const TextId own_header = header(depth);
  return around(depth, own_header, body(depth));
}

Program Author::file(double rate) {
  Program program;
  const auto add = [&](std::string_view row, Part part) {
    program.lines.push_back({texts_.intern(row), program.next_id++, no_function, part, 0});
  };
  for (const std::string_view row : grammar_.preamble) add(row, Part::file_top);

  const std::uint32_t count = random_.between(5, 16);
  const bool classes = random_.chance(0.25);
  const std::uint32_t class_count = classes ? random_.between(2, 3) : 0;
  const std::uint32_t outside = classes ? random_.below(count / 3) : count;
  std::array<std::vector<std::vector<TextId>>, 2> bodies;  // by depth: a copy has to be equal with its indentation
  const auto add_function = [&](std::uint8_t depth) {
    auto& earlier = bodies[depth];
    earlier.push_back(!earlier.empty() && random_.chance(rate) ? random_.pick(earlier) : body(depth));
    add("", Part::gap);
    const std::vector<TextId> texts = around(depth, header(depth), earlier.back());
    const std::vector<Line> lines = new_function(program, texts, depth, !grammar_.closer.empty());
    program.lines.insert(program.lines.end(), lines.begin(), lines.end());
  };
  for (std::uint32_t i = 0; i < outside; ++i) add_function(0);
  for (std::uint32_t i = 0; i < class_count; ++i) {
    add("", Part::gap);
    add(filled(grammar_.class_header, class_names[i]), Part::class_header);
    add(std::string(grammar_.step, ' ').append(filled(grammar_.field, std::to_string(i))), Part::class_field);
    const std::uint32_t methods = count - outside;
    for (std::uint32_t m = methods * i / class_count; m < methods * (i + 1) / class_count; ++m) add_function(1);
    if (!grammar_.class_closer.empty()) add(grammar_.class_closer, Part::class_end);
  }
  return program;
}

}  // namespace oracle
