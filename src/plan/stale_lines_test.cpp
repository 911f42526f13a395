#include "plan/stale_lines.hpp"

#include <gtest/gtest.h>

#include "plan/follow.hpp"
#include "plan/locate_hashes.hpp"
#include "tests/support/file_task.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;

Operation edit_of_row(std::string_view row, std::string body, Side side = Side::over) {
  return {Lines{.first = AtHash{.prefix = hash_of(row).hex(6)}, .side = side}, std::move(body)};
}
Operation for_range(std::string_view first, std::string_view last, std::string body) {
  return {Lines{.first = AtHash{.prefix = hash_of(first).hex(6)}, .last = AtHash{.prefix = hash_of(last).hex(6)}},
          std::move(body)};
}

// The refusal of parts that are found in what was shown.
Error refusal_of_stale(FileInSession& a, std::vector<Operation> operations, const Policy& policy = {}) {
  const FileInTask task(a, test::asking(std::move(operations), policy));
  const std::unique_ptr<Locator> locator = hash_locator(*task).value();
  const std::vector<Location> now = locator->locate_now();
  const Result<std::vector<FoundPart>> found = find_parts(*task, *locator, now);
  if (!found) return found.error();
  const Result<FollowedParts> parts = follow(*task, *locator, *found, now);
  return parts ? Error(Code::no_change, "not refused", "") : parts.error();
}

bool says(const Error& refused, std::string_view words) { return refused.what.find(words) != std::string::npos; }

TEST(StaleLines, AnEditWhoseAnchorsAreStillRightIsToBeSentAgain) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  const Digest as_shown = a.load().version;
  a.others_write("one\nTWO\nsix\n");
  a.session().misread->add_stale(FileInSession::path, as_shown);
  const Policy final_policy{.stale_is_final = true};
  EXPECT_TRUE(refusal_of_stale(a, {edit_of_row("six", "6")}, final_policy).next.find("send the edit again") !=
              std::string::npos);
  EXPECT_TRUE(refusal_of_stale(a, {edit_of_row("two", "2")}, final_policy).next.find("with their anchors") !=
              std::string::npos);
}

TEST(StaleLines, ARangeThatKeepsRowsIsToldByWhatItChanges) {
  FileInSession a("a\nb\nold\nc\nd\n");
  a.show();
  a.others_write("a\nb\nnew\nmore\nc\nd\n");
  const Error refused = refusal_of_stale(a, {for_range("b", "c", "b\nmine\nc")});
  EXPECT_TRUE(says(refused,
                   " Lines 2..4 were changed: in their place are lines 2..5 now. Line 3 was changed: in its place are "
                   "lines 3..4 now."))
      << refused.what;
  const Error inserts = refusal_of_stale(a, {for_range("b", "c", "b\nold\nmine\nc")});
  EXPECT_TRUE(says(inserts, " Line 3 was changed: in its place are lines 3..4 now.")) << inserts.what;
  const Error inserts_above = refusal_of_stale(a, {for_range("old", "c", "mine\nold\nc")});
  EXPECT_TRUE(says(inserts_above, " Line 3 was changed: in its place are lines 3..4 now.")) << inserts_above.what;
}

TEST(StaleLines, APartOfARangeThatIsDoneIsToldSo) {
  FileInSession a("a\nb\nold\nc\nd\n");
  a.show();
  a.others_write("a\nb\nmine\nc\nx\nd\n");
  const Error refused = refusal_of_stale(a, {for_range("b", "d", "b\nmine\nc\nd")});
  EXPECT_TRUE(says(refused, " Line 3 was changed: in its place is line 3 now. This part of the edit is done already."))
      << refused.what;
}

TEST(StaleLines, RowsThatAnotherPartMakesAreNotWhereALineMovedTo) {
  FileInSession a("head\n  a\n  mid\n  url\ntail\nold\n");
  a.show();
  a.others_write("head\n  a\n  url\n  mid\ntail\nnew\n");
  const Error refused = refusal_of_stale(
      a, {edit_of_row("  a", "  url", Side::after), for_range("  url", "  url", ""), edit_of_row("old", "mine")});
  EXPECT_FALSE(says(refused, "reads like line 4 is at line 3")) << refused.what;
}

TEST(StaleLines, AnInsertionAtAnEdgeIsToldWhereTheEdgeIs) {
  for (const auto& [now, edge] :
       {std::pair("one\nTWO\nthree\n", " Line 3 is the last of the file now."), std::pair("", " The file is empty now.")}) {
    FileInSession a("one\ntwo\n");
    a.show();
    a.others_write(now);
    const FileInTask task(a, test::asking({edit_of_row("two", "2")}));
    const std::optional<std::size_t> version = (*task).basis.in_order(Belief::shown, false).front();
    Located at_tail{.edits = {LineEdit{.lines = between_lines(LineNo{3}), .rows = {"new"}, .lean = Lean::below}}};
    Error refused(Code::snapshot_stale, "stale.", "");
    say_where_they_are(*task, *version, {&at_tail}, refused);
    EXPECT_TRUE(says(refused, edge)) << refused.what;
  }
}

}  // namespace
}  // namespace kedge
