#include "plan/anchored_lines.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

AtHash hash_anchor(std::string_view row) { return {.prefix = hash_of(row).hex(6)}; }

// "2-3" and, if it is not the file as it is, the version in which these lines stand; or why there are none.
std::string anchored(FileInSession& a, Anchor first, std::optional<Anchor> last = std::nullopt, const Policy& policy = {}) {
  const Request request = test::asking({{Lines{std::move(first), std::move(last)}, "new"}}, policy);
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  const Result<AnchoredLines> found = find_anchored(request, request.files.front(), file, a.session(), versions);
  if (!found) return std::string(test::code_of(found));
  const auto& target = std::get<Lines>(found->operations.front().target);
  const LineNo from = std::get<AtLine>(target.first).line;
  const LineNo to = target.last ? std::get<AtLine>(*target.last).line : from;
  return concat(from.value, '-', to.value, found->version.is_current() ? "" : concat(" of ", found->version.text().bytes()));
}

TEST(AnchoredLines, AHashIsTheNumberOfItsLine) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("two")), "2-2");
  EXPECT_EQ(anchored(a, hash_anchor("one"), hash_anchor("six")), "1-3");
  EXPECT_EQ(anchored(a, AtLineHash{LineNo{3}, hash_of("six").hex(2)}), "3-3");
  EXPECT_EQ(anchored(a, hash_anchor("absent")), "snapshot_stale");
}

TEST(AnchoredLines, OfSeveralLinesWithOneHashNoneIsTakenUnlessItIsSaidWhich) {
  FileInSession a("f\nx\ng\nx\nh\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("x")), "anchor_ambiguous");
  AtHash said = hash_anchor("x");
  said.occurrence = 2;
  EXPECT_EQ(anchored(a, said), "4-4");
  said.line = LineNo{2};
  EXPECT_EQ(anchored(a, said), "anchor_ambiguous") << "the two hints contradict each other";
  said.occurrence = std::nullopt;
  EXPECT_EQ(anchored(a, said), "2-2");
  said.occurrence = 3;
  EXPECT_EQ(anchored(a, said), "line_out_of_range");
}

TEST(AnchoredLines, ALineThatWasShownDoesNotBecomeAnotherOfTheSameHash) {
  FileInSession a("one\ntwo\n");
  a.show();
  a.others_write("two\none\n");
  EXPECT_EQ(anchored(a, hash_anchor("two")), "2-2 of one\ntwo\n");
}

TEST(AnchoredLines, RowsThatWereNotShownAreShownByTheRefusalAndPassThen) {
  FileInSession a("one\ntwo\nsix\n");
  a.show(span_of(1, 1));
  EXPECT_EQ(anchored(a, hash_anchor("six")), "lines_not_shown");
  const Request request = test::asking({{Lines{hash_anchor("six")}, "new"}});
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  const auto refused = find_anchored(request, request.files.front(), file, a.session(), versions);
  ASSERT_FALSE(refused);
  EXPECT_EQ(*refused.error().facts.find("rows"), Json("3:six\n"));
  record_refusal(a.session(), refused.error());
  EXPECT_EQ(anchored(a, hash_anchor("six")), "3-3");
}

TEST(AnchoredLines, AReversedRangeIsSwappedOnlyIfThePolicySaysSo) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("six"), hash_anchor("one")), "invalid_range_order");
  EXPECT_EQ(anchored(a, hash_anchor("six"), hash_anchor("one"), {.swaps_reversed = true}), "1-3");
}

}  // namespace
}  // namespace kedge
