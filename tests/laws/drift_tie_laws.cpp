// Two diffs can be equally short, have as few hunks, and still pair equal lines in different ways that no slide connects.
// Whoever follows such a line guesses. How often that happens in a small world is counted, and may only become less.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "edit/drift.hpp"
#include "laws/merge_model.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

// Where the script puts the line; nothing if it removes it.
std::optional<LineNo> placed_by(const Script& script, LineNo line) {
  LineNo now = line;
  for (const Hunk& hunk : script) {
    if (hunk.before.contains(line)) return std::nullopt;
    if (hunk.before.end <= line) now = hunk.after.end + (line - hunk.before.end);
  }
  return now;
}

std::size_t occurrences(const Text& text, std::string_view content) {
  std::size_t count = 0;
  for (LineNo line{1}; text.has(line); line = line + 1) count += text.content(line) == content ? 1 : 0;
  return count;
}

TEST(DriftTieLaws, FewFollowedLinesHaveARivalPlace) {
  constexpr std::size_t known_rivals = 0;
  std::size_t followed = 0;
  std::size_t rivalled = 0;
  const std::vector<Text> texts = every_terminated_text(std::array<std::string_view, 3>{"a", "b", "c"}, 4);
  for (const Text& before : texts) {
    for (const Text& after : texts) {
      std::vector<Script> scripts = every_shortest_script(before, after);
      const std::size_t fewest = std::ranges::min_element(scripts, {}, &Script::size)->size();
      std::erase_if(scripts, [fewest](const Script& script) { return script.size() > fewest; });
      const Drift drift = Drift::guessed(before, after);
      for (LineNo line{1}; before.has(line); line = line + 1) {
        const auto now = drift.follow(one_line(line));
        if (!now) continue;
        ++followed;
        const std::string_view content = before.content(line);
        const bool only_one = occurrences(before, content) == 1 && occurrences(after, content) == 1;
        const bool rival =
            std::ranges::any_of(scripts, [&](const Script& script) { return placed_by(script, line) != now->first; });
        if (rival && !only_one) ++rivalled;
      }
    }
  }
  std::cout << followed << " lines followed, " << rivalled << " of them with a rival place\n";
  EXPECT_GT(followed, 0U);
  EXPECT_LE(rivalled, known_rivals);
}

}  // namespace
}  // namespace kedge::laws
