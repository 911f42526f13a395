#include "report.hpp"

#include <algorithm>
#include <cstdio>

#include "support/strings.hpp"

namespace oracle {
namespace {

using kedge::concat;
using kedge::LineEdit;
using kedge::LineSpan;

constexpr std::array<std::string_view, verdict_count> verdict_names{
    "right",          "refused rightly",      "refused as renamed",   "refused though safe", "wrong place",
    "wrong function", "undecidable, applied", "undecidable, refused", "which gap, applied",  "which gap, refused"};

std::string percent_of(std::uint64_t part, std::uint64_t whole) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2f %%",
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return buffer.data();
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string numbered(const Program& program, const Texts& texts) {
  std::string out;
  for (std::size_t i = 0; i < program.lines.size(); ++i) {
    const Line& line = program.lines[i];
    out += concat(padded(std::to_string(i + 1), 5), "  #", padded(std::to_string(line.id), 4), "  ", texts[line.text], '\n');
  }
  return out;
}

std::string told_span(LineSpan lines) { return concat(lines.first.value, "..", lines.end.value - 1); }

std::string told_edit(const LineEdit& edit) {
  const LineSpan meant = lines_meant(edit);
  if (!edit.lines.empty()) return concat(edit.rows.empty() ? "delete " : "replace ", told_span(meant));
  return concat(edit.lean == kedge::Lean::above ? "insert after " : "insert before ", meant.first.value);
}

std::string told_history(const std::vector<Op>& ops, Program program, const Texts& texts) {
  std::string out;
  for (const Op& op : ops) {
    out += concat("    ", told(op, program, texts), '\n');
    program = after(op, program);
  }
  return out;
}

std::string reason_of(const kedge::Error& error) {
  const kedge::Json* reason = error.facts.find("reason");
  return reason && reason->as_string() ? *reason->as_string() : std::string("none given");
}

}  // namespace

double Tally::percent(Verdict verdict) const {
  return cases == 0 ? 0.0 : 100.0 * static_cast<double>(of(verdict)) / static_cast<double>(cases);
}

void Tally::count(const Case& it, const Answer& answer, Verdict verdict) {
  ++cases;
  ++verdicts[static_cast<std::size_t>(verdict)];
  std::array<bool, op_names.size()> present{};
  for (const Op& op : it.ops) present[static_cast<std::size_t>(op.kind)] = true;
  const bool safe_refusal = verdict == Verdict::refused_though_safe;
  for (std::size_t kind = 0; kind < present.size(); ++kind) {
    if (!present[kind]) continue;
    ++sources.cases_with_op[kind];
    if (safe_refusal) ++sources.safe_refusals_with_op[kind];
  }
  if (!safe_refusal) return;
  ++sources.reasons[reason_of(answer.error())];
  for (const kedge::Error& other : answer.error().others) ++sources.reasons[reason_of(other)];
}

std::string table_of(const Tally& tally) {
  std::string head = padded("cases", 8);
  std::string row = padded(std::to_string(tally.cases), 8);
  for (std::size_t i = 0; i < verdict_count; ++i) {
    head += concat(" | ", padded(std::string(verdict_names[i]), 21));
    row += concat(" | ", padded(concat(tally.verdicts[i], " (", percent_of(tally.verdicts[i], tally.cases), ")"), 21));
  }
  return concat(head, '\n', row, '\n');
}

std::string sources_of(const Tally& tally) {
  std::string out = "refused though safe, by what was done in the case:\n";
  for (std::size_t kind = 0; kind < op_names.size(); ++kind) {
    const std::uint64_t cases = tally.sources.cases_with_op[kind];
    const std::uint64_t refused = tally.sources.safe_refusals_with_op[kind];
    out += concat(padded(std::string(op_names[kind]), 20), padded(std::to_string(refused), 7), " of ",
                  padded(std::to_string(cases), 6), " cases with it ", padded(percent_of(refused, cases), 9), '\n');
  }
  out += "refused though safe, by reason of each refused part:\n";
  for (const auto& [reason, count] : tally.sources.reasons) out += concat(padded(std::to_string(count), 7), "  ", reason, '\n');
  return out;
}

std::string shown_case(const Case& it, const Answer& answer, Verdict verdict, std::uint64_t number,
                       const std::vector<Op>* second) {
  std::string out = concat("case ", number, ": ", verdict_names[static_cast<std::size_t>(verdict)], "\n  what was done:\n",
                           told_history(it.ops, it.shown, it.texts));
  if (second) out += concat("  what could equally have been done:\n", told_history(*second, it.shown, it.texts));
  for (const LineEdit& edit : it.edits) {
    out += concat("  edit ", edit.op + 1, ": ", told_edit(edit));
    const std::optional<LineSpan> now = place_now(it.shown, it.current, lines_meant(edit));
    out += concat(", its lines are now ", now ? told_span(*now) : std::string("gone"));
    if (answer) {
      const auto placed = std::ranges::find(*answer, edit.op, &LineEdit::op);
      if (placed != answer->end()) out += concat(", placed: ", told_edit(*placed));
    }
    out += '\n';
  }
  if (!answer) {
    out += concat("  refused: ", answer.error().what, '\n');
    for (const kedge::Error& other : answer.error().others) out += concat("  refused: ", other.what, '\n');
  }
  return concat(out, "  shown (line, identity):\n", numbered(it.shown, it.texts), "  current:\n",
                numbered(it.current, it.texts));
}

}  // namespace oracle
