#include "plan/plan_lines.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::span_of;

Operation over_lines(std::uint32_t first, std::uint32_t last, std::string body) {
  return {Lines{AtLine{LineNo{first}}, AtLine{LineNo{last}}}, std::move(body)};
}

Result<PlannedFile> planned_lines(FileInSession& a, std::optional<Tag> tag, std::vector<Operation> operations) {
  Request request = test::asking(std::move(operations), {.tags = true});
  request.files.front().tag = std::move(tag);
  return plan_lines(request, request.files.front(), a.load(), a.session());
}

TEST(PlanLines, NumbersUnderTheTagOfTheFileAsItIsMeanItsLines) {
  RepeatableRandom random(1);
  for (int i = 0; i < 200; ++i) {
    Rows rows;
    for (std::size_t count = 1 + random.below(6); count > 0; --count) rows.push_back(random.below(2) == 0 ? "}" : "x");
    const std::size_t first = 1 + random.below(rows.size());
    const std::size_t last = first + random.below(rows.size() - first + 1);
    const Side side = std::array{Side::over, Side::before, Side::after}[random.below(3)];
    FileInSession a(join(rows, "\n") + "\n");
    a.show();
    Operation operation = over_lines(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), "new\nrow\n");
    std::get<Lines>(operation.target).side = side;
    const Result<PlannedFile> planned = planned_lines(a, a.tag(), {operation});
    ASSERT_TRUE(planned) << planned.error().what;

    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first - 1);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(last);
    const auto at = side == Side::over ? rows.erase(begin, end) : side == Side::before ? begin : end;
    const Rows added{"new", "row"};
    rows.insert(at, added.begin(), added.end());
    ASSERT_EQ(planned->outcome.after.bytes(), join(rows, "\n") + "\n");
  }
}

TEST(PlanLines, LinesAreNamedUnderATagAndHaveToHaveBeenShown) {
  FileInSession a("one\ntwo\n");
  a.show(span_of(1, 1));
  const Result<PlannedFile> untagged = planned_lines(a, std::nullopt, {over_lines(1, 1, "ONE")});
  ASSERT_EQ(code_of(untagged), "patch_syntax");
  EXPECT_EQ(untagged.error().reason, Reason::version_not_named);
  EXPECT_EQ(code_of(planned_lines(a, a.tag(), {over_lines(3, 3, "six")})), "line_out_of_range");
  const Result<PlannedFile> unseen = planned_lines(a, a.tag(), {over_lines(2, 2, "TWO")});
  ASSERT_EQ(code_of(unseen), "lines_not_shown");
  record_refusal(a.session(), unseen.error());
  EXPECT_TRUE(planned_lines(a, a.tag(), {over_lines(2, 2, "TWO")}));
}

TEST(PlanLines, NoLineIsChangedTwice) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(code_of(planned_lines(a, a.tag(), {over_lines(1, 2, "a"), over_lines(2, 3, "b")})), "overlapping_operations");
  const Result<PlannedFile> apart_from_each_other = planned_lines(a, a.tag(), {over_lines(3, 3, "b"), over_lines(1, 1, "a")});
  ASSERT_TRUE(apart_from_each_other);
  EXPECT_EQ(apart_from_each_other->outcome.after.bytes(), "a\ntwo\nb\n");
}

TEST(PlanLines, AStaleEditFollowsItsLinesOrIsRefused) {
  FileInSession a("begin\none\nend\n");
  a.show();
  const Tag tag = a.tag();
  a.others_write("added\nbegin\none\nend\n");
  const Result<PlannedFile> followed = planned_lines(a, tag, {over_lines(2, 2, "ONE")});
  ASSERT_TRUE(followed) << followed.error().what;
  EXPECT_EQ(followed->outcome.after.bytes(), "added\nbegin\nONE\nend\n");
  EXPECT_EQ(followed->outcome.drifted, DriftMaker::others);
  a.others_write("begin\n1\nend\n");
  EXPECT_EQ(code_of(planned_lines(a, tag, {over_lines(2, 2, "ONE")})), "snapshot_stale");
  a.others_write("begin\nONE\nend\n");
  EXPECT_EQ(planned_lines(a, tag, {over_lines(2, 2, "ONE")})->outcome.effect, Effect::already_applied);
}

TEST(PlanLines, AFileGoesOnlyIfItIsTheOneThatIsNamed) {
  FileInSession a("one\n");
  a.show();
  const Tag tag = a.tag();
  EXPECT_TRUE(planned_lines(a, tag, {{Removal{}, ""}})->outcome.removed);
  a.others_write("two\n");
  EXPECT_EQ(code_of(planned_lines(a, tag, {{Removal{}, ""}})), "snapshot_stale");
}

}  // namespace
}  // namespace kedge
