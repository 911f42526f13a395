#include "operation.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace oracle {
namespace {

using Lines = std::vector<Line>;

bool in_body(const Program& program, std::uint32_t line) {
  return line < program.lines.size() && program.lines[line].part == Part::body;
}

Program swapped(const Program& program, Stretch above, Stretch below) {
  Program result{{}, program.next_id};
  result.lines.reserve(program.lines.size());
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    result.lines.insert(result.lines.end(), program.lines.begin() + from, program.lines.begin() + to);
  };
  add(0, above.begin);
  add(below.begin, below.end);
  add(above.end, below.begin);
  add(above.begin, above.end);
  add(below.end, static_cast<std::uint32_t>(program.lines.size()));
  return result;
}

// The function with the blank line that is taken with it.
Stretch unit_of(const Function& function, Gap taken) {
  return {taken == Gap::above ? function.header - 1 : function.header, taken == Gap::below ? function.end + 1 : function.end};
}

bool gap_at(const Program& program, std::uint32_t line) {
  return line < program.lines.size() && program.lines[line].part == Part::gap;
}

bool gives_unit(const Program& program, const Function& function, Gap taken) {
  return taken == Gap::above || (taken == Gap::below && gap_at(program, function.end));
}

// A function that is put with its gap below comes behind the gap that stands there.
bool takes_unit(const Program& program, std::uint32_t slot, std::uint8_t depth, Gap put) {
  return (put == Gap::above || (put == Gap::below && gap_at(program, slot))) && is_slot(program, {slot, depth});
}
std::uint32_t place_in_slot(std::uint32_t slot, Gap put) { return put == Gap::below ? slot + 1 : slot; }

// REQUIRES: the function without its gap.
Program with_unit(Program program, std::uint32_t slot, Lines function, const Line& gap, Gap put) {
  function.insert(put == Gap::above ? function.begin() : function.end(), gap);
  program.lines.insert(program.lines.begin() + place_in_slot(slot, put), function.begin(), function.end());
  return program;
}

Program with_new_function(Program program, std::uint32_t slot, const std::vector<TextId>& texts, std::uint8_t depth, Gap put) {
  // All functions of a file end alike, and all gaps are equal.
  const bool closed = std::ranges::any_of(program.lines, [](const Line& line) { return line.part == Part::closer; });
  Lines function = new_function(program, texts, depth, closed);
  Line gap = *std::ranges::find(program.lines, Part::gap, &Line::part);
  gap.id = program.next_id++;
  return with_unit(std::move(program), slot, std::move(function), gap, put);
}

Program with_function_moved(const Program& program, const Function& function, const Op& op) {
  const Stretch unit = unit_of(function, op.taken);
  Program result = program;
  result.lines.erase(result.lines.begin() + unit.begin, result.lines.begin() + unit.end);
  const std::uint32_t slot = op.other < unit.begin ? op.other : op.other - (unit.end - unit.begin);
  const Line& gap = program.lines[op.taken == Gap::above ? unit.begin : unit.end - 1];
  const auto line = [&](std::uint32_t at) { return program.lines.begin() + at; };
  return with_unit(std::move(result), slot, Lines(line(function.header), line(function.end)), gap, op.put);
}

std::vector<TextId> texts_of(const Program& program, const Function& function) {
  std::vector<TextId> texts;
  for (std::uint32_t i = function.header; i < function.end; ++i) texts.push_back(program.lines[i].text);
  return texts;
}

}  // namespace

bool applies(const Op& op, const Program& program) {
  const auto count = static_cast<std::uint32_t>(program.lines.size());
  const auto function = [&] { return function_at(program, op.at); };
  switch (op.kind) {
    case OpKind::insert_line:
      return op.at > 0 && op.at <= count && (in_body(program, op.at - 1) || has_header(program, op.at - 1));
    case OpKind::delete_line:
    case OpKind::change_line: return in_body(program, op.at);
    case OpKind::insert_function: return takes_unit(program, op.at, op.depth, op.put);
    case OpKind::delete_function: return has_header(program, op.at) && gives_unit(program, function(), op.taken);
    case OpKind::duplicate_function:
      return has_header(program, op.at) && takes_unit(program, op.other, function().depth, op.put);
    case OpKind::move_function:
      return has_header(program, op.at) && (op.other + 1 < op.at || op.other > function().end) &&
             gives_unit(program, function(), op.taken) && takes_unit(program, op.other, function().depth, op.put);
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies: {
      if (op.at >= op.other || !has_header(program, op.at) || !has_header(program, op.other)) return false;
      const Function below = function_at(program, op.other);
      return function().depth == below.depth &&
             (op.taken == Gap::neither || (gives_unit(program, function(), op.taken) && gives_unit(program, below, op.taken)));
    }
    case OpKind::rename_header: return has_header(program, op.at);
    case OpKind::reindent: {
      if (op.other > count || op.other - op.at != op.texts.size()) return false;
      for (std::uint32_t i = op.at; i < op.other; ++i) {
        if (!in_body(program, i) || program.lines[i].function != program.lines[op.at].function) return false;
      }
      return true;
    }
  }
  return false;
}

Program after(const Op& op, const Program& program) {
  const auto at = [&](auto& lines) { return lines.begin() + op.at; };
  switch (op.kind) {
    case OpKind::insert_line: {
      Program result = program;
      const Line& above = program.lines[op.at - 1];
      result.lines.insert(at(result.lines), {op.text, result.next_id++, above.function, Part::body, above.depth});
      return result;
    }
    case OpKind::delete_line: {
      Program result = program;
      result.lines.erase(at(result.lines));
      return result;
    }
    case OpKind::change_line:
    case OpKind::rename_header: {
      Program result = program;
      result.lines[op.at].text = op.text;
      return result;
    }
    case OpKind::insert_function: return with_new_function(program, op.at, op.texts, op.depth, op.put);
    case OpKind::delete_function: {
      Program result = program;
      const Stretch unit = unit_of(function_at(program, op.at), op.taken);
      result.lines.erase(result.lines.begin() + unit.begin, result.lines.begin() + unit.end);
      return result;
    }
    case OpKind::duplicate_function: {
      const Function function = function_at(program, op.at);
      return with_new_function(program, op.other, texts_of(program, function), function.depth, op.put);
    }
    case OpKind::move_function: return with_function_moved(program, function_at(program, op.at), op);
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies: {
      const Stretch above = unit_of(function_at(program, op.at), op.taken);
      const Stretch below = unit_of(function_at(program, op.other), op.taken);
      return swapped(program, above, below);
    }
    case OpKind::reindent: {
      Program result = program;
      for (std::uint32_t i = op.at; i < op.other; ++i) result.lines[i].text = op.texts[i - op.at];
      return result;
    }
  }
  return program;
}

Stretch region_of(const Op& op, const Program& program) {
  switch (op.kind) {
    case OpKind::insert_line: return {op.at, op.at};
    case OpKind::delete_line:
    case OpKind::change_line:
    case OpKind::rename_header: return {op.at, op.at + 1};
    case OpKind::insert_function: return {place_in_slot(op.at, op.put), place_in_slot(op.at, op.put)};
    case OpKind::delete_function: return unit_of(function_at(program, op.at), op.taken);
    case OpKind::duplicate_function: return {place_in_slot(op.other, op.put), place_in_slot(op.other, op.put)};
    case OpKind::move_function: {
      const Stretch unit = unit_of(function_at(program, op.at), op.taken);
      const std::uint32_t place = place_in_slot(op.other, op.put);
      return {std::min(place, unit.begin), std::max(place, unit.end)};
    }
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies:
      return {unit_of(function_at(program, op.at), op.taken).begin, unit_of(function_at(program, op.other), op.taken).end};
    case OpKind::reindent: return {op.at, op.other};
  }
  return {0, 0};
}

std::string told(const Op& op, const Program& before, const Texts& texts) {
  using kedge::concat;
  const std::string_view name = op_names[static_cast<std::size_t>(op.kind)];
  const auto header = [&](std::uint32_t line) { return concat('"', texts[before.lines[line].text], '"'); };
  const auto row = [&](TextId text) { return concat('"', texts[text], '"'); };
  switch (op.kind) {
    case OpKind::insert_line: return concat(name, " before line ", op.at + 1, ": ", row(op.text));
    case OpKind::delete_line: return concat(name, ' ', op.at + 1, ": ", row(before.lines[op.at].text));
    case OpKind::change_line:
    case OpKind::rename_header: return concat(name, ' ', op.at + 1, ": ", row(before.lines[op.at].text), " to ", row(op.text));
    case OpKind::insert_function: return concat(name, " before line ", op.at + 1, ": ", row(op.texts.front()));
    case OpKind::delete_function: return concat(name, " at line ", op.at + 1, ": ", header(op.at));
    case OpKind::duplicate_function:
    case OpKind::move_function:
      return concat(name, " at line ", op.at + 1, ": ", header(op.at), " to before line ", op.other + 1);
    case OpKind::swap_functions:
    case OpKind::swap_equal_bodies:
      return concat(name, " at lines ", op.at + 1, " and ", op.other + 1, ": ", header(op.at), ", ", header(op.other));
    case OpKind::reindent: return concat(name, " lines ", op.at + 1, " to ", op.other, ", now ", row(op.texts.front()));
  }
  return {};
}

}  // namespace oracle
