// What operations on numbered lines make of a text, against a twin that inserts into a list of rows and erases from it.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "plan/locate_lines.hpp"
#include "tests/support/file_task.hpp"

namespace kedge::laws {
namespace {

std::string with_ends(const Rows& rows, std::string_view end) {
  std::string bytes;
  for (const std::string& row : rows) append(bytes, concat(row, end));
  return bytes;
}

LoadedFile file_with(std::string bytes) {
  LoadedFile file{.given = test::FileInSession::path, .inside = test::FileInSession::path, .exists = true};
  file.text = Text(std::move(bytes));
  file.version = file.text.digest();
  return file;
}

TEST(LocateLinesLaws, ANumberMeansTheRowThatTheTwinCounts) {
  constexpr std::array<std::string_view, 3> kinds{"a", "b", ""};
  test::FileInSession a("");
  for_random_cases(law_cases() / 2, [&](Random& random) {
    const auto some_rows = [&](std::uint32_t most) {
      Rows rows;
      for (std::uint32_t left = random.below(most); left > 0; --left) rows.emplace_back(random.pick(kinds));
      return rows;
    };
    const std::string_view end = random.one_in(3) ? "\r\n" : "\n";
    Rows rows = some_rows(6);
    const auto count = static_cast<std::uint32_t>(rows.size());
    const LoadedFile file = file_with(with_ends(rows, end));

    // An edge, a line, or several; some of them beyond the end.
    kedge::Lines lines{.first = random.one_in(2) ? Edge::head : Edge::tail};
    std::uint32_t begin = std::get<Edge>(lines.first) == Edge::head ? 0 : count;  // index of the first row, from 0
    std::uint32_t past = begin;
    if (!random.one_in(5)) {
      begin = random.below(count + 1);
      past = begin + 1 + random.below(3);
      lines.first = AtLine{LineNo{begin + 1}};
      if (past > begin + 1 || random.one_in(2)) lines.last = AtLine{LineNo{past}};
      lines.side = random.pick(std::array{Side::over, Side::before, Side::after});
      lines.deletes = lines.side == Side::over && random.one_in(3);
    }
    const bool is_there = past <= count;
    const Rows added = lines.deletes ? Rows{} : rows_of(join(some_rows(3), "\n"));
    const Request request = test::asking({{lines, join(added, "\n") + "\n"}});

    Basis basis = Basis::named(a.session(), file, file.version).value();
    const FileTask task{request, request.files.front(), file, a.session(), basis};
    const Location found = line_locator(task).value()->locate(0, Belief::read).front();
    const std::string what = concat(printable(file.text.bytes()), " rows ", begin + 1, " to ", past);
    if (!is_there) {
      ASSERT_EQ(test::told(found), "-line_out_of_range") << what;
      return;
    }
    ASSERT_TRUE(found) << what;
    if (lines.side == Side::before) past = begin;
    if (lines.side == Side::after) begin = past;
    rows.erase(rows.begin() + begin, rows.begin() + past);
    rows.insert(rows.begin() + begin, added.begin(), added.end());
    ASSERT_EQ(test::made_of(file.text, std::span(&*found, 1)), with_ends(rows, count == 0 ? "\n" : end)) << what;
  });
}

}  // namespace
}  // namespace kedge::laws
