#include "every_operation.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace oracle {
namespace {

constexpr std::uint32_t any_number = std::numeric_limits<std::uint32_t>::max() / 64;
constexpr Effect moving{.weight = 0, .edits = any_number, .breaks = 4};

void keep_distinct(std::vector<TextId>& texts) {
  std::ranges::sort(texts);
  texts.erase(std::ranges::unique(texts).begin(), texts.end());
}

std::uint64_t weight_of(const Program& program, const Texts& texts, Stretch stretch) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = stretch.begin; i < stretch.end; ++i) sum += texts.weight(program.lines[i].text);
  return sum;
}

// A function and one gap; all gaps are blank.
std::uint64_t weight_of(const Program& program, const Texts& texts, const Function& function) {
  return weight_of(program, texts, Stretch{function.header - 1, function.end});
}

Effect putting(std::uint64_t weight, std::size_t lines) { return {weight, static_cast<std::uint32_t>(lines), 1}; }
Effect taking(std::uint64_t weight, std::size_t lines) {
  const auto count = static_cast<std::uint32_t>(lines);
  return {-weight, count, count + 1};
}
Effect changing(std::uint64_t from, std::uint64_t to, std::size_t lines) {
  const auto count = static_cast<std::uint32_t>(lines);
  return {to - from, 2 * count, count + 1};
}

class Enumeration {
 public:
  Enumeration(const Program& program, Texts& texts, const Grammar& grammar, const Vocabulary& vocabulary,
              const std::function<bool(const Effect&)>& wanted, const std::function<bool(const Op&)>& visit)
      : program_(program),
        texts_(texts),
        grammar_(grammar),
        vocabulary_(vocabulary),
        wanted_(wanted),
        visit_(visit),
        functions_(functions_of(program)),
        slots_(slots_of(program)) {}

  bool run() { return moves() || line_changes() || line_inserts() || renames() || functions() || reindents(); }

 private:
  bool visit_with_gaps(Op op) { return any_gap_choice(std::move(op), program_, visit_); }

  bool moves() {
    if (!wanted_(moving)) return false;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      for (const Slot& slot : slots_) {
        if (slot.depth != functions_[i].depth) continue;
        if (visit_with_gaps({.kind = OpKind::move_function, .at = functions_[i].header, .other = slot.at})) return true;
      }
      for (std::size_t j = i + 1; j < functions_.size(); ++j) {
        if (functions_[i].depth != functions_[j].depth) continue;
        if (visit_with_gaps({.kind = OpKind::swap_functions, .at = functions_[i].header, .other = functions_[j].header}))
          return true;
      }
    }
    return false;
  }

  bool line_changes() {
    std::vector<TextId> bodies;
    for (const Line& line : program_.lines) {
      if (line.part == Part::body) bodies.push_back(line.text);
    }
    keep_distinct(bodies);
    const auto at_each = [&](TextId old, Op op) {
      for (op.at = 0; op.at < program_.lines.size(); ++op.at) {
        const Line& line = program_.lines[op.at];
        if (line.part == Part::body && line.text == old && visit_(op)) return true;
      }
      return false;
    };
    for (const TextId old : bodies) {
      const std::uint64_t weight = texts_.weight(old);
      if (wanted_(taking(weight, 1)) && at_each(old, {.kind = OpKind::delete_line})) return true;
      for (const TextId text : vocabulary_.rows) {
        if (text == old || !wanted_(changing(weight, texts_.weight(text), 1))) continue;
        if (at_each(old, {.kind = OpKind::change_line, .text = text})) return true;
      }
    }
    return false;
  }

  bool line_inserts() {
    for (const TextId text : vocabulary_.rows) {
      if (!wanted_(putting(texts_.weight(text), 1))) continue;
      for (std::uint32_t at = 1; at <= program_.lines.size(); ++at) {
        const Op op{.kind = OpKind::insert_line, .at = at, .text = text};
        if (applies(op, program_) && visit_(op)) return true;
      }
    }
    return false;
  }

  bool renames() {
    for (const Function& function : functions_) {
      const TextId old = program_.lines[function.header].text;
      for (const TextId text : vocabulary_.headers) {
        if (text == old || !wanted_(changing(texts_.weight(old), texts_.weight(text), 1))) continue;
        if (visit_({.kind = OpKind::rename_header, .at = function.header, .text = text})) return true;
      }
    }
    return false;
  }

  bool functions() {
    for (const Function& function : functions_) {
      const std::uint64_t weight = weight_of(program_, texts_, function);
      const std::uint32_t size = function.end - function.header + 1;
      if (wanted_(taking(weight, size)) && visit_with_gaps({.kind = OpKind::delete_function, .at = function.header}))
        return true;
      if (!wanted_(putting(weight, size))) continue;
      for (const Slot& slot : slots_) {
        if (slot.depth != function.depth) continue;
        if (visit_with_gaps({.kind = OpKind::duplicate_function, .at = function.header, .other = slot.at})) return true;
      }
    }
    for (const Vocabulary::NewFunction& added : vocabulary_.functions) {
      if (!wanted_(putting(added.weight, added.texts.size() + 1))) continue;
      for (const Slot& slot : slots_) {
        if (slot.depth != added.depth) continue;
        if (visit_with_gaps({.kind = OpKind::insert_function, .at = slot.at, .depth = added.depth, .texts = added.texts}))
          return true;
      }
    }
    return false;
  }

  bool reindents() {
    const auto step = static_cast<int>(grammar_.step);
    for (const Function& function : functions_) {
      for (const Stretch& stretch : indentable(program_, texts_, function)) {
        for (const int columns : {-step, step}) {
          const std::optional<Op> op = reindented(program_, texts_, function, stretch, columns);
          if (op && wanted_(effect_of(*op, program_, texts_)) && visit_(*op)) return true;
        }
      }
    }
    return false;
  }

  const Program& program_;
  Texts& texts_;
  const Grammar& grammar_;
  const Vocabulary& vocabulary_;
  const std::function<bool(const Effect&)>& wanted_;
  const std::function<bool(const Op&)>& visit_;
  std::vector<Function> functions_;
  std::vector<Slot> slots_;
};

}  // namespace

Effect effect_of(const Op& op, const Program& program, const Texts& texts) {
  const auto of_line = [&](std::uint32_t line) { return texts.weight(program.lines[line].text); };
  const auto of_texts = [&] {
    std::uint64_t sum = 0;
    for (const TextId text : op.texts) sum += texts.weight(text);
    return sum;
  };
  switch (op.kind) {
    case OpKind::insert_line: return putting(texts.weight(op.text), 1);
    case OpKind::delete_line: return taking(of_line(op.at), 1);
    case OpKind::change_line:
    case OpKind::rename_header: return changing(of_line(op.at), texts.weight(op.text), 1);
    case OpKind::insert_function: {
      const Function any = functions_of(program).front();
      return putting(of_line(any.header - 1) + of_texts(), op.texts.size() + 1);
    }
    case OpKind::delete_function:
    case OpKind::duplicate_function: {
      const Function function = function_at(program, op.at);
      const std::uint64_t weight = weight_of(program, texts, function);
      const std::uint32_t size = function.end - function.header + 1;
      return op.kind == OpKind::delete_function ? taking(weight, size) : putting(weight, size);
    }
    case OpKind::move_function:
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies: return moving;
    case OpKind::reindent: return changing(weight_of(program, texts, Stretch{op.at, op.other}), of_texts(), op.texts.size());
  }
  return {};
}

Vocabulary vocabulary_of(const Program& program, const Texts& texts) {
  Vocabulary vocabulary;
  for (const Line& line : program.lines) {
    vocabulary.rows.push_back(line.text);
    if (line.part == Part::header) vocabulary.headers.push_back(line.text);
  }
  keep_distinct(vocabulary.rows);
  keep_distinct(vocabulary.headers);
  for (const Function& function : functions_of(program)) {
    std::vector<TextId> rows;
    for (std::uint32_t i = function.header; i < function.end; ++i) rows.push_back(program.lines[i].text);
    if (std::ranges::find(vocabulary.functions, rows, &Vocabulary::NewFunction::texts) != vocabulary.functions.end()) continue;
    vocabulary.functions.push_back({function.depth, std::move(rows), weight_of(program, texts, function)});
  }
  return vocabulary;
}

bool any_gap_choice(Op op, const Program& program, const std::function<bool(const Op&)>& visit) {
  const bool moves = op.kind == OpKind::move_function;
  const bool swaps = op.kind == OpKind::swap_functions || op.kind == OpKind::swap_equal_bodies;
  const bool takes = moves || swaps || op.kind == OpKind::delete_function;
  const bool puts = moves || op.kind == OpKind::insert_function || op.kind == OpKind::duplicate_function;
  for (const Gap taken : gaps) {
    for (const Gap put : gaps) {
      op.taken = taken;
      op.put = put;
      if (applies(op, program) && visit(op)) return true;
      if (!puts) break;
    }
    if (!takes) break;
  }
  return false;
}

bool any_operation(const Program& program, Texts& texts, const Grammar& grammar, const Vocabulary& vocabulary,
                   const std::function<bool(const Effect&)>& wanted, const std::function<bool(const Op&)>& visit) {
  return Enumeration(program, texts, grammar, vocabulary, wanted, visit).run();
}

}  // namespace oracle
