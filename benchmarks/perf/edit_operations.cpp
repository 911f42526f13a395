#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "edit/diff.hpp"
#include "edit/line_hunks.hpp"
#include "edit/rebase.hpp"
#include "edit/recover.hpp"
#include "render/unified_diff.hpp"
#include "support/require.hpp"

namespace kedge::bench {
namespace {

constexpr std::uint32_t many = 100;

template <Foreign what>
Run find_diff(std::uint32_t lines) {
  const Text& before = shown(lines);
  return {[before, after = changes(before, foreign_edits(before, what)).apply(before)] {
    return diff(before, after).edits().size();
  }};
}

template <std::uint32_t count>
Run lower_and_apply(std::uint32_t lines) {
  const Text& text = shown(lines);
  return {[text, edits = our_edits(text, count)] { return changes(text, edits).apply(text).size(); }};
}

// A row above every hundredth line: ten thousand in a million.
Run insert_many(std::uint32_t lines) {
  const Text& text = shown(lines);
  std::vector<LineEdit> edits;
  for (LineNo line{1}; text.has(line); line = line + 100) {
    edits.push_back({LineSpan{line, line}, {"  inserted();"}, static_cast<int>(edits.size())});
  }
  return {[text, edits] { return changes(text, edits).apply(text).size(); }};
}

// Every other line, one by one: fifty thousand of a hundred thousand.
Run cut_half(std::uint32_t lines) {
  const Text& text = shown(lines);
  std::vector<LineEdit> edits;
  for (LineNo line{1}; text.has(line); line = line + 2) {
    edits.push_back({LineSpan{line, line + 1}, {}, static_cast<int>(edits.size())});
  }
  return {[text, edits] { return changes(text, edits).apply(text).size(); }};
}

template <std::uint32_t count>
Run invert(std::uint32_t lines) {
  const Text& text = shown(lines);
  return {[text, made = changes(text, our_edits(text, count))] { return made.invert(text).edits().size(); }};
}

template <Foreign what, std::uint32_t count>
Run rebase_known(std::uint32_t lines) {
  const Text& base = shown(lines);
  return {[base, mine = changes(base, our_edits(base, count)), theirs = changes(base, foreign_edits(base, what))] {
    const Result<ChangeSet> moved = rebase(base, mine, theirs);
    KEDGE_REQUIRE(moved.has_value());
    return moved->edits().size();
  }};
}

Run rebase_three_texts(std::uint32_t lines) {
  const Text& base = shown(lines);
  const Text mine = changes(base, our_edit(base)).apply(base);
  const Text theirs = changes(base, foreign_edits(base, Foreign::inserted_above)).apply(base);
  return {[base, mine, theirs] {
    const Result<ChangeSet> moved = rebase_texts(base, mine, theirs);
    KEDGE_REQUIRE(moved.has_value());
    return moved->edits().size();
  }};
}

template <std::uint32_t count>
Run render_known(std::uint32_t lines) {
  const Text& before = shown(lines);
  const ChangeSet made = changes(before, our_edits(before, count));
  return {[before, after = made.apply(before), made] {
    const std::vector<Hunk> hunks = line_hunks(before, after, made, LineKey::bytes);
    return unified_diff(before, after, hunks, {"before", "after"}).size();
  }};
}

}  // namespace

std::vector<Operation> edit_operations() {
  return {
      {"diff", "one line changed", Floor::compare, &find_diff<Foreign::changed_elsewhere>},
      {"diff", "one line inserted", Floor::compare, &find_diff<Foreign::inserted_above>},
      {"diff", "two changes far apart", Floor::compare, &find_diff<Foreign::far_apart>},
      {"diff", "100 scattered changes", Floor::compare, &find_diff<Foreign::scattered>, 1'000},
      {"apply", "1 hunk", Floor::copy, &lower_and_apply<1>},
      {"apply", "100 hunks", Floor::copy, &lower_and_apply<many>, 1'000},
      {"apply", "a row into every 100 lines", Floor::copy, &insert_many},
      {"apply", "every other line cut", Floor::copy, &cut_half},
      {"apply", "invert 100 hunks", Floor::none, &invert<many>, 1'000},
      {"rebase", "known, 1 hunk over 1", Floor::none, &rebase_known<Foreign::inserted_above, 1>},
      {"rebase", "known, 100 hunks over 100", Floor::none, &rebase_known<Foreign::scattered, many>, 1'000},
      {"rebase", "three texts, 1 line each", Floor::compare, &rebase_three_texts},
      {"render", "unified diff, 1 hunk", Floor::none, &render_known<1>},
      {"render", "unified diff, 100 hunks", Floor::none, &render_known<many>, 1'000},
  };
}

}  // namespace kedge::bench
