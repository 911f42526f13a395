// `git merge-file` as the judge: where both git and kedge move a change without a conflict, they write the same bytes.
// kedge may refuse more, and may move what git refuses only because it stands too near; the counts are printed.
#include <gtest/gtest.h>

#include <iostream>

#include "edit/recover.hpp"
#include "laws/code_soup.hpp"
#include "laws/line_soup.hpp"
#include "laws/other_programs.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {
namespace {

struct ThreeTexts {
  Text base, mine, theirs;
};

struct Verdicts {
  std::size_t both = 0, only_git = 0, only_kedge = 0, neither = 0;
};

void expect_agreement(const ScratchFolder& folder, const ThreeTexts& texts, Verdicts& tally) {
  folder.write("base", texts.base.bytes());
  folder.write("mine", texts.mine.bytes());
  folder.write("theirs", texts.theirs.bytes());
  const Ran git = run({"git", "merge-file", "-p", "mine", "base", "theirs"}, {.folder = folder.path()});
  const bool is_an_answer = git.exit_status >= 0 && git.exit_status < 128;  // beyond that git found no texts to merge
  const auto what = [&] {
    return "base " + shown(texts.base) + "\nmine " + shown(texts.mine) + "\ntheirs " + shown(texts.theirs);
  };
  ASSERT_TRUE(is_an_answer) << git.complaints << what();
  const Result<ChangeSet> moved = rebase_texts(texts.base, texts.mine, texts.theirs);
  const bool merged = git.exit_status == 0;
  ++(merged ? (moved ? tally.both : tally.only_git) : (moved ? tally.only_kedge : tally.neither));
  if (!merged || !moved) return;
  ASSERT_EQ(moved->apply(texts.theirs).bytes(), git.output) << what();
}

template <class Draw>
void for_random_merges(std::string_view name, const Draw& draw) {
  const ScratchFolder folder;
  Verdicts tally;
  for_random_cases(law_cases() / 100, [&](Random& random) { expect_agreement(folder, draw(random), tally); });
  std::cout << name << ": both moved " << tally.both << ", only git " << tally.only_git << ", only kedge " << tally.only_kedge
            << ", neither " << tally.neither << '\n';
  EXPECT_GT(tally.both, 0U) << "a judge that is never asked";
}

// git takes a text with a NUL for binary.
std::string without_nul(std::string bytes) {
  std::erase(bytes, '\0');
  return bytes;
}

TEST(MergeOracleLaws, GitWritesTheSameBytesForLineSoup) {
  for_random_merges("line soup", [](Random& random) {
    const LineSoup soup(random);
    const Text base(without_nul(soup.text(random, 14)));
    const Text mine(without_nul(soup.variant(random, base)));
    const Text theirs(without_nul(soup.variant(random, base)));
    return ThreeTexts{base, mine, theirs};
  });
}

TEST(MergeOracleLaws, GitWritesTheSameBytesForCode) {
  for_random_merges("code", [](Random& random) {
    const BlockStyle style = random.one_in(2) ? BlockStyle::braces : BlockStyle::indentation;
    const std::vector<std::string> base = random_code(random, style);
    const std::vector<std::string> mine = edited_code(random, style, base);
    const std::vector<std::string> theirs = edited_code(random, style, base);
    return ThreeTexts{Text(joined_lines(base)), Text(joined_lines(mine)), Text(joined_lines(theirs))};
  });
}

}  // namespace
}  // namespace kedge::laws
