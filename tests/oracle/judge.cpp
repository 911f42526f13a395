#include "judge.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace oracle {
namespace {

using kedge::between_lines;
using kedge::Lean;
using kedge::LineEdit;
using kedge::LineNo;
using kedge::LineSpan;

const Line& line_at(const Program& program, LineNo line) { return program.lines[line.value - 1]; }

bool exists(const Program& program, LineSpan lines) {
  return lines.first.value >= 1 && lines.first < lines.end && lines.end.value <= program.lines.size() + 1;
}

std::optional<LineNo> find_identity(const Program& program, std::int32_t id) {
  const auto found = std::ranges::find(program.lines, id, &Line::id);
  if (found == program.lines.end()) return std::nullopt;
  return LineNo{static_cast<std::uint32_t>(found - program.lines.begin()) + 1};
}

bool headers_kept(const Case& it, LineSpan lines) {
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    for (const std::int32_t header : enclosing_headers(it.shown, it.texts, line.value - 1)) {
      // Identities of the shown file are its indices.
      const LineNo then{static_cast<std::uint32_t>(header) + 1};
      if (!place_now(it.shown, it.current, kedge::one_line(then))) return false;
    }
  }
  return true;
}

// The identity of the class that a line stands in.
std::optional<std::int32_t> class_of(const Program& program, LineNo line) {
  if (line_at(program, line).depth == 0) return std::nullopt;
  while (line > LineNo{1} && line_at(program, line).part != Part::class_header) line = line - 1;
  return line_at(program, line).id;
}

// A function that was moved into another class stands under other headers, too.
bool class_kept(const Case& it, LineSpan then, LineSpan now) {
  return class_of(it.shown, then.first) == class_of(it.current, now.first);
}

// Functions that traded places over equal bodies leave the bytes of headers that were renamed in turn. The rule for a renamed
// header decides: its body is not followed.
bool reads_as_renamed(const Case& it) {
  Program program = it.shown;
  std::vector<std::int32_t> renamed;
  for (const Op& op : it.ops) {
    Program next = after(op, program);
    std::vector<std::int32_t> headers;
    bool only_headers = op.kind != OpKind::rename_header && next.lines.size() == program.lines.size();
    for (std::size_t i = 0; only_headers && i < program.lines.size(); ++i) {
      if (program.lines[i].text == next.lines[i].text) continue;
      only_headers = program.lines[i].part == Part::header && next.lines[i].part == Part::header;
      headers.push_back(program.lines[i].function);
    }
    if (only_headers) renamed.insert(renamed.end(), headers.begin(), headers.end());
    program = std::move(next);
  }
  return std::ranges::any_of(it.edits, [&](const LineEdit& edit) {
    const LineSpan meant = lines_meant(edit);
    for (LineNo line = meant.first; line < meant.end; line = line + 1) {
      if (std::ranges::find(renamed, line_at(it.shown, line).function) != renamed.end()) return true;
    }
    return false;
  });
}

bool in_same_function(const Case& it, LineSpan meant, LineSpan landed) {
  if (!exists(it.current, landed) || landed.size() != meant.size()) return false;
  for (std::uint32_t i = 0; i < meant.size(); ++i) {
    if (line_at(it.shown, meant.first + i).function != line_at(it.current, landed.first + i).function) return false;
  }
  return true;
}

}  // namespace

LineSpan lines_meant(const LineEdit& edit) {
  if (!edit.lines.empty()) return edit.lines;
  return edit.lean == Lean::above ? LineSpan{edit.lines.first - 1, edit.lines.first} : kedge::one_line(edit.lines.first);
}

Edits random_edits(Random& random, const Program& shown) {
  const auto line_count = static_cast<std::uint32_t>(shown.lines.size());
  const std::uint32_t wanted = random.chance(0.5) ? 1 : random.between(2, 4);
  Edits edits;
  while (edits.size() < wanted) {
    const LineNo line{random.between(1, line_count)};
    const LineNo end{std::min(line.value + random.between(1, 4), line_count + 1)};
    const auto op = static_cast<int>(edits.size());
    const kedge::Rows rows{kedge::concat("@@ new row ", op, " a"), kedge::concat("@@ new row ", op, " b")};
    LineEdit edit;
    switch (random.below(4)) {
      case 0: edit = {{line, end}, rows, op, Lean::below}; break;
      case 1: edit = {{line, end}, {}, op, Lean::below}; break;
      case 2: edit = {between_lines(line + 1), rows, op, Lean::above}; break;
      default: edit = {between_lines(line), rows, op, Lean::below}; break;
    }
    const LineSpan meant = lines_meant(edit);
    const bool free = std::ranges::none_of(edits, [&](const LineEdit& other) {
      const LineSpan taken = lines_meant(other);
      return taken.first < meant.end && meant.first < taken.end;
    });
    if (free) edits.push_back(std::move(edit));
  }
  return edits;
}

std::optional<LineSpan> place_now(const Program& shown, const Program& current, LineSpan lines) {
  const std::optional<LineNo> first = find_identity(current, line_at(shown, lines.first).id);
  if (!first) return std::nullopt;
  const LineSpan now{*first, *first + lines.size()};
  if (!exists(current, now)) return std::nullopt;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const Line& then = line_at(shown, lines.first + i);
    const Line& there = line_at(current, now.first + i);
    if (then.id != there.id || then.text != there.text) return std::nullopt;
  }
  return now;
}

Verdict judged(const Case& it, const Answer& answer) {
  if (!answer) {
    const bool safe = std::ranges::all_of(it.edits, [&](const LineEdit& edit) {
      const LineSpan meant = lines_meant(edit);
      const std::optional<LineSpan> now = place_now(it.shown, it.current, meant);
      return now && headers_kept(it, meant) && class_kept(it, meant, *now);
    });
    if (!safe) return Verdict::refused_rightly;
    return reads_as_renamed(it) ? Verdict::refused_as_renamed : Verdict::refused_though_safe;
  }
  Verdict verdict = Verdict::right;
  for (const LineEdit& placed : *answer) {
    const LineSpan meant = lines_meant(it.edits[static_cast<std::size_t>(placed.op)]);
    const LineSpan landed = lines_meant(placed);
    if (place_now(it.shown, it.current, meant) == landed) continue;
    if (!in_same_function(it, meant, landed)) return Verdict::wrong_function;
    verdict = Verdict::wrong_place;
  }
  return answer->size() == it.edits.size() ? verdict : Verdict::wrong_place;
}

}  // namespace oracle
