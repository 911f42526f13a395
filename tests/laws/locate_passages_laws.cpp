// Where passages stand and what they make of the file, against a twin that compares every run of rows.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/random_source.hpp"
#include "plan/locate_passages.hpp"
#include "tests/support/file_task.hpp"

namespace kedge::laws {
namespace {

struct RowsAndPassage {
  Rows rows;
  Passage passage;
};

RowsAndPassage random_rows_and_passage(Random& random) {
  constexpr std::array<std::string_view, 4> contents{"a", "b", "a ", "b\t"};
  const std::size_t few = 1 + random.below(contents.size());
  RowsAndPassage made;
  for (std::uint32_t left = random.below(9); left > 0; --left) made.rows.emplace_back(contents[random.below(few)]);
  for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
    const RowFate fate = random.pick(std::array{RowFate::kept, RowFate::removed, RowFate::added});
    made.passage.rows.push_back({fate, std::string(fate == RowFate::added ? "new" : contents[random.below(few)])});
  }
  if (random.one_in(2)) made.passage.line = LineNo{1 + random.below(9)};
  made.passage.ends_file = random.one_in(4);
  return made;
}

std::string without_trailing(std::string row) {
  while (row.ends_with(' ') || row.ends_with('\t')) row.pop_back();
  return row;
}

// First rows of the places, from 0.
std::vector<std::uint32_t> windows_of_twin(const RowsAndPassage& made, bool exactly) {
  Rows quoted;
  for (const PassageRow& row : made.passage.rows) {
    if (row.fate != RowFate::added) quoted.push_back(row.text);
  }
  std::vector<std::uint32_t> windows;
  for (std::uint32_t at = 0; at + quoted.size() <= made.rows.size(); ++at) {
    bool same = true;
    for (std::uint32_t i = 0; i < quoted.size(); ++i) {
      const std::string& row = made.rows[at + i];
      same = same && (exactly ? row == quoted[i] : without_trailing(row) == without_trailing(quoted[i]));
    }
    const bool is_last = at + quoted.size() == made.rows.size();
    if (same && (is_last || !made.passage.ends_file)) windows.push_back(at);
  }
  return windows;
}

// The file with the passage at this row.
std::string file_of_twin(const RowsAndPassage& made, std::uint32_t at) {
  Rows rows(made.rows.begin(), made.rows.begin() + at);
  for (const PassageRow& row : made.passage.rows) {
    if (row.fate == RowFate::added) rows.push_back(row.text);
    if (row.fate == RowFate::kept) rows.push_back(made.rows[at]);
    if (row.fate != RowFate::added) ++at;
  }
  rows.insert(rows.end(), made.rows.begin() + at, made.rows.end());
  return rows.empty() ? "" : join(rows, "\n") + "\n";
}

bool quotes_something(const Passage& passage) {
  return std::ranges::any_of(passage.rows, [](const PassageRow& row) { return row.fate != RowFate::added; });
}

void expect_passage_of_twin(const RowsAndPassage& made, std::vector<std::uint32_t> windows, const Location& found,
                            bool line_counts = false) {
  const std::string what = concat(printable(join(made.rows, "|")), " and ", test::told(found));
  if (windows.size() > 1 && line_counts && made.passage.line) {
    const auto named = std::ranges::find(windows, made.passage.line->value - 1);
    if (named != windows.end()) windows = {*named};
  }
  if (windows.size() != 1) {
    ASSERT_FALSE(found) << what;
    ASSERT_EQ(found.error().why == Misfit::Why::several, windows.size() > 1) << what;
    ASSERT_TRUE(windows.empty() || found.error().places.size() == windows.size()) << what;
    return;
  }
  if (!found && found.error().why == Misfit::Why::unclear) {
    ASSERT_EQ(found.error().places.front().first.value, windows.front() + 1) << what;
    return;
  }
  ASSERT_TRUE(found) << what;
  ASSERT_EQ(found->quoted.front().first.value, windows.front() + 1) << what;
  const Text text(made.rows.empty() ? "" : join(made.rows, "\n") + "\n");
  ASSERT_EQ(test::made_of(text, std::span(&*found, 1)), file_of_twin(made, windows.front())) << what;
}

TEST(LocatePassagesLaws, APassageStandsWhereTheTwinFindsItAndMakesWhatTheTwinMakes) {
  test::FileInSession a("");
  for_random_cases(law_cases() / 2, [&](Random& random) {
    const RowsAndPassage made = random_rows_and_passage(random);
    const bool exactly = random.one_in(2);
    const Policy policy{.lowest_unasked = exactly ? MatchMode::exact : MatchMode::trailing_blanks,
                        .line_tells_apart = random.one_in(2)};
    std::vector<std::uint32_t> windows = windows_of_twin(made, true);
    const bool loosely = windows.empty() && !exactly;
    if (loosely) windows = windows_of_twin(made, false);
    if (loosely && !windows.empty()) {
      // A loose match is ambiguous if there is another one, even if that is not at the end.
      RowsAndPassage anywhere = made;
      anywhere.passage.ends_file = false;
      windows = windows_of_twin(anywhere, false);
    }
    if (!quotes_something(made.passage) && !made.passage.ends_file && !made.rows.empty()) windows.clear();
    LoadedFile file{.given = "a.txt", .inside = "a.txt", .exists = true};
    file.text = Text(made.rows.empty() ? "" : join(made.rows, "\n") + "\n");
    file.version = file.text.digest();
    const Request request = test::asking({{made.passage, ""}}, policy);
    Basis basis(a.session(), file);
    const FileTask task{request, request.files.front(), file, a.session(), basis};
    const std::unique_ptr<Locator> locator = passage_locator(task).value();
    expect_passage_of_twin(made, windows, locator->locate_now().front(), policy.line_tells_apart && !loosely);
  });
}

TEST(LocatePassagesLaws, OnlyPlacesInRowsThatWereReadCount) {
  for_random_cases(law_cases() / 50, [&](Random& random) {
    const RowsAndPassage made = random_rows_and_passage(random);
    if (made.rows.empty() || !quotes_something(made.passage)) return;
    test::FileInSession a(join(made.rows, "\n") + "\n");
    LineSet read;
    for (std::uint32_t line = 1; line <= made.rows.size(); ++line) {
      if (random.one_in(3)) continue;
      read.add(one_line(LineNo{line}));
      a.show(one_line(LineNo{line}));
    }
    if (read.empty()) return;
    std::vector<std::uint32_t> windows = windows_of_twin(made, true);
    const auto quoted = static_cast<std::uint32_t>(
        std::ranges::count_if(made.passage.rows, [](const PassageRow& row) { return row.fate != RowFate::added; }));
    std::erase_if(windows, [&](std::uint32_t at) { return !read.contains({LineNo{at + 1}, LineNo{at + 1 + quoted}}); });
    const test::FileInTask task(a, test::asking({{made.passage, ""}}, {.lowest_unasked = MatchMode::exact}));
    const std::unique_ptr<Locator> locator = passage_locator(*task).value();
    expect_passage_of_twin(made, windows, locator->locate(0, Belief::read).front());
  });
}

}  // namespace
}  // namespace kedge::laws
