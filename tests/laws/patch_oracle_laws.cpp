// GNU patch and `git apply` as judges of unified diffs: given the old file and our diff, both make the new file, byte for
// byte. Many files go into one patch, so that a judge is started once for thousands of cases.
#include <gtest/gtest.h>

#include <filesystem>

#include "edit/diff.hpp"
#include "edit/line_hunks.hpp"
#include "laws/code_soup.hpp"
#include "laws/line_soup.hpp"
#include "laws/other_programs.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "render/unified_diff.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

struct TwoTexts {
  Text before, after;
  std::vector<Hunk> hunks;
  std::uint32_t context = 3;
};

std::string patch_of(const TwoTexts& texts, std::size_t index) {
  return unified_diff(texts.before, texts.after, texts.hunks, {concat("a/", index), concat("b/", index)}, texts.context);
}

struct Judge {
  std::vector<std::string> command;
  std::uint32_t least_context = 0;
};

// Every file of one batch, patched at once. Which file went wrong is then plain to see.
void expect_judge_to_agree(const Judge& judge, const std::vector<TwoTexts>& batch) {
  const ScratchFolder folder;
  const auto judges = [&](const TwoTexts& texts) { return texts.context >= judge.least_context; };
  std::string patch;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!judges(batch[i])) continue;
    folder.write(concat(i), batch[i].before.bytes());
    append(patch, patch_of(batch[i], i));
  }
  folder.write("patch", patch);
  const Ran ran = run(judge.command, {.folder = folder.path(), .input = "patch"});
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!judges(batch[i])) continue;
    ASSERT_EQ(folder.read(concat(i)), batch[i].after.bytes())
        << judge.command.front() << " on " << shown(batch[i].before) << " with\n"
        << patch_of(batch[i], i) << ran.complaints.substr(0, 2000);
  }
  ASSERT_EQ(ran.exit_status, 0) << ran.output << ran.complaints;
}

// Without context git guesses where a hunk at the end of a file stands, so it is not asked about such diffs.
const std::array all_judges{
    Judge{{"patch", "--batch", "--quiet", "-p1"}, 0},
    Judge{{"git", "apply", "--whitespace=nowarn", "-"}, 1},
};

bool is_lone_bom(const Text& text) { return text.bytes() == utf8_bom; }

template <class Draw>
void expect_judges_to_agree(const Draw& draw) {
  constexpr std::size_t batch_size = 500;
  for (std::size_t first = 0; first < law_cases() / 100; first += batch_size) {
    std::vector<TwoTexts> batch;
    for (std::size_t i = 0; i < batch_size; ++i) {
      Random random(case_seed(first + i));
      TwoTexts texts = draw(random);
      if (texts.before != texts.after && !is_lone_bom(texts.before) && !is_lone_bom(texts.after))
        batch.push_back(std::move(texts));
    }
    for (const Judge& judge : all_judges) {
      expect_judge_to_agree(judge, batch);
      if (testing::Test::HasFailure()) return;
    }
  }
}

std::uint32_t random_context(Random& random) { return random.one_in(2) ? 3 : random.below(5); }

TwoTexts diffed(Random& random, const Text& before, const Text& after) {
  return {before, after, diff_lines(before, after, LineKey::bytes), random_context(random)};
}

TEST(PatchOracleLaws, PatchAndGitMakeTheNewFileFromSoup) {
  expect_judges_to_agree([](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random, random.one_in(3) ? 60 : 12));
    return diffed(random, before, Text(random.one_in(4) ? soup.text(random) : soup.variant(random, before)));
  });
}

TEST(PatchOracleLaws, PatchAndGitMakeTheNewFileFromCode) {
  expect_judges_to_agree([](Random& random) {
    const BlockStyle style = random.one_in(2) ? BlockStyle::braces : BlockStyle::indentation;
    const std::vector<std::string> before = random_code(random, style);
    return diffed(random, Text(joined_lines(before)), Text(joined_lines(edited_code(random, style, before))));
  });
}

TEST(PatchOracleLaws, PatchAndGitMakeTheNewFileFromTheHunksOfAKnownChange) {
  expect_judges_to_agree([](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random));
    const ChangeSet changes = random_changes(random, before);
    const Text after = changes.apply(before);
    return TwoTexts{before, after, line_hunks(before, after, changes, LineKey::bytes), random_context(random)};
  });
}

TEST(PatchOracleLaws, AFileOfNothingButABomIsOneRowToOtherPrograms) {
  const Text bom{std::string(utf8_bom)};
  for (const std::string_view bytes : {"x", "x\n", "\xEF\xBB\xBFx", "\xEF\xBB\xBFx\ny\n"}) {
    const Text other{std::string(bytes)};
    for (const Judge& judge : all_judges) {
      expect_judge_to_agree(judge, {{bom, other, diff_lines(bom, other, LineKey::bytes)}});
      expect_judge_to_agree(judge, {{other, bom, diff_lines(other, bom, LineKey::bytes)}});
      if (HasFailure()) return;
    }
  }
}

TEST(PatchOracleLaws, NothingChangedIsNoDiff) {
  for_random_cases(law_cases() / 10, [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random));
    ASSERT_EQ(unified_diff(text, text, diff_lines(text, text, LineKey::bytes), {"a", "b"}), "") << shown(text);
  });
}

}  // namespace
}  // namespace kedge::laws
