#include "benchmarks/perf/versions.hpp"

#include <map>

#include "benchmarks/perf/source_like.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

LineNo at_share(const Text& text, double share) { return LineNo{1 + static_cast<std::uint32_t>(text.line_count() * share)}; }

LineEdit changed(LineNo line) { return {one_line(line), {concat("  foreign_change(", line.value, ");")}, 0, Lean::below}; }

LineEdit inserted(LineNo below) {
  return {between_lines(below), {concat("  foreign_insertion(", below.value, ");")}, 0, Lean::below};
}

}  // namespace

const Text& shown(std::uint32_t lines) {
  static std::map<std::uint32_t, Text> kept;
  const auto found = kept.find(lines);
  if (found != kept.end()) return found->second;
  return kept.emplace(lines, Text(source_like(lines))).first->second;
}

std::vector<LineEdit> foreign_edits(const Text& text, Foreign what) {
  switch (what) {
    case Foreign::changed_elsewhere: return {changed(at_share(text, 0.75))};
    case Foreign::inserted_above: return {inserted(at_share(text, 0.25))};
    case Foreign::far_apart: return {changed(at_share(text, 0.05)), inserted(at_share(text, 0.95))};
    case Foreign::scattered: break;
  }
  constexpr std::uint32_t count = 100;
  std::vector<LineEdit> edits;
  edits.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) edits.push_back(changed(at_share(text, (i + 0.25) / count)));
  return edits;
}

LineNo our_line(const Text& text) {
  LineNo line = at_share(text, 0.5);
  while (text.content(line) != "  return Status::ok;") line = line + 1;
  return line;
}

std::vector<LineEdit> our_edit(const Text& text) {
  return {{one_line(our_line(text)), {"  return our_change;"}, 0, Lean::below}};
}

std::vector<LineEdit> our_edits(const Text& text, std::uint32_t count) {
  std::vector<LineEdit> edits;
  edits.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const LineNo line = at_share(text, (i + 0.75) / count);
    edits.push_back({one_line(line), {concat("  our_change(", i, ");")}, static_cast<int>(i), Lean::below});
  }
  return edits;
}

ChangeSet changes(const Text& text, std::vector<LineEdit> edits) {
  Result<ChangeSet> made = replace_lines(text, std::move(edits));
  KEDGE_REQUIRE(made.has_value());
  return *std::move(made);
}

}  // namespace kedge::bench
