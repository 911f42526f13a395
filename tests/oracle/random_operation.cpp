#include <algorithm>

#include "operation.hpp"

namespace oracle {
namespace {

std::vector<std::uint32_t> body_lines(const Program& program) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < program.lines.size(); ++i) {
    if (program.lines[i].part == Part::body) found.push_back(i);
  }
  return found;
}

// The columns that a new row before `at` has: those of a written neighbour in its function.
std::uint32_t columns_near(Author& author, const Program& program, std::uint32_t at) {
  std::vector<std::uint32_t> choices;
  const auto consider = [&](std::uint32_t line) {
    if (line < program.lines.size() && program.lines[line].part == Part::body &&
        !author.texts().blank(program.lines[line].text)) {
      choices.push_back(author.texts().indentation(program.lines[line].text));
    }
  };
  consider(at - 1);
  if (at < program.lines.size() && program.lines[at].function == program.lines[at - 1].function) consider(at);
  if (choices.empty()) return (program.lines[at - 1].depth + 1U) * author.grammar().step;
  return author.random().pick(choices);
}

std::optional<Op> changed_line(Author& author, const Program& program) {
  const std::vector<std::uint32_t> lines = body_lines(program);
  if (lines.empty()) return std::nullopt;
  const std::uint32_t at = author.random().pick(lines);
  const TextId old = program.lines[at].text;
  const std::uint32_t columns = author.texts().blank(old) ? columns_near(author, program, at) : author.texts().indentation(old);
  // What opens a block mostly still does so afterwards.
  const bool opens = at + 1 < program.lines.size() && author.texts().indentation(program.lines[at + 1].text) > columns;
  const TextId text = opens && author.random().chance(0.7) ? author.opener(columns) : author.statement(columns);
  if (text == old) return std::nullopt;
  return Op{.kind = OpKind::change_line, .at = at, .text = text};
}

// Nobody can see which blank line went with a function, so each must be as likely as the others.
std::optional<Op> with_random_gap(Author& author, const Program& program, const std::vector<Op>& choices) {
  if (choices.empty()) return std::nullopt;
  Op op = author.random().pick(choices);
  do {
    op.taken = author.random().pick(gaps);
    op.put = author.random().pick(gaps);
  } while (!applies(op, program));
  return op;
}

std::optional<Op> two_functions(Author& author, const Program& program, OpKind kind) {
  const std::vector<Function> functions = functions_of(program);
  std::vector<Op> choices;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    for (std::size_t j = i + 1; j < functions.size(); ++j) {
      if (functions[i].depth != functions[j].depth) continue;
      if (kind == OpKind::swap_equal_bodies && !equal_bodies(program, functions[i], functions[j])) continue;
      choices.push_back({.kind = kind, .at = functions[i].header, .other = functions[j].header});
    }
  }
  return with_random_gap(author, program, choices);
}

std::optional<Op> to_a_slot(Author& author, const Program& program, OpKind kind) {
  const std::vector<Function> functions = functions_of(program);
  if (functions.empty()) return std::nullopt;
  const Function& function = author.random().pick(functions);
  std::vector<Op> choices;
  for (const Slot& slot : slots_of(program)) {
    const Op op{.kind = kind, .at = function.header, .other = slot.at};
    if (slot.depth == function.depth && applies(op, program)) choices.push_back(op);
  }
  return with_random_gap(author, program, choices);
}

std::optional<Op> random_reindent(Author& author, const Program& program) {
  const std::vector<Function> functions = functions_of(program);
  if (functions.empty()) return std::nullopt;
  const Function& function = author.random().pick(functions);
  const std::vector<Stretch> stretches = indentable(program, author.texts(), function);
  if (stretches.empty()) return std::nullopt;
  const Stretch stretch = author.random().pick(stretches);
  const auto step = static_cast<int>(author.grammar().step);
  if (author.random().chance(0.3)) {
    if (std::optional<Op> op = reindented(program, author.texts(), function, stretch, -step)) return op;
  }
  return reindented(program, author.texts(), function, stretch, step);
}

}  // namespace

std::optional<Op> reindented(const Program& program, Texts& texts, const Function& function, Stretch stretch, int columns) {
  Op op{.kind = OpKind::reindent, .at = stretch.begin, .other = stretch.end};
  const std::uint32_t outermost = texts.indentation(program.lines[function.header].text);
  for (std::uint32_t i = stretch.begin; i < stretch.end; ++i) {
    const TextId text = program.lines[i].text;
    if (texts.blank(text)) {
      op.texts.push_back(text);
      continue;
    }
    const auto moved = static_cast<int>(texts.indentation(text)) + columns;
    if (moved <= static_cast<int>(outermost)) return std::nullopt;
    op.texts.push_back(texts.shifted(text, columns));
  }
  return op;
}

std::optional<Op> random_operation(Author& author, const Program& program, OpKind kind) {
  Random& random = author.random();
  switch (kind) {
    case OpKind::insert_line: {
      std::vector<std::uint32_t> places;
      for (std::uint32_t at = 1; at <= program.lines.size(); ++at) {
        if (applies({.kind = kind, .at = at}, program)) places.push_back(at);
      }
      if (places.empty()) return std::nullopt;
      const std::uint32_t at = random.pick(places);
      return Op{.kind = kind, .at = at, .text = author.statement(columns_near(author, program, at))};
    }
    case OpKind::delete_line: {
      const std::vector<std::uint32_t> lines = body_lines(program);
      if (lines.empty()) return std::nullopt;
      return Op{.kind = kind, .at = random.pick(lines)};
    }
    case OpKind::change_line: return changed_line(author, program);
    case OpKind::insert_function: {
      const Slot slot = random.pick(slots_of(program));
      return with_random_gap(author, program,
                             {{.kind = kind, .at = slot.at, .depth = slot.depth, .texts = author.function(slot.depth)}});
    }
    case OpKind::delete_function: {
      const std::vector<Function> functions = functions_of(program);
      if (functions.size() < 2) return std::nullopt;
      return with_random_gap(author, program, {{.kind = kind, .at = random.pick(functions).header}});
    }
    case OpKind::duplicate_function:
    case OpKind::move_function: return to_a_slot(author, program, kind);
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies: return two_functions(author, program, kind);
    case OpKind::rename_header: {
      const std::vector<Function> functions = functions_of(program);
      if (functions.empty()) return std::nullopt;
      const Function& function = random.pick(functions);
      return Op{.kind = kind, .at = function.header, .text = author.header(function.depth)};
    }
    case OpKind::reindent: return random_reindent(author, program);
  }
  return std::nullopt;
}

Op random_operation(Author& author, const Program& program) {
  for (;;) {
    const auto kind = static_cast<OpKind>(author.random().below(op_names.size()));
    if (std::optional<Op> op = random_operation(author, program, kind)) return *std::move(op);
  }
}

}  // namespace oracle
