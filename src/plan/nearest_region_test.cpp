#include "plan/nearest_region.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::span_of;

std::optional<LineSpan> nearest(FileInSession& a, const std::string& quoted, std::optional<LineNo> named = std::nullopt) {
  const FileInTask task(a, test::asking({{Match{.text = quoted}, ""}}));
  const std::optional<NearMiss> near = nearest_region(*task, quoted, named);
  return near ? std::optional(near->lines) : std::nullopt;
}

constexpr const char* alike =
    "int total = first(value, 1);\n"
    "one\n"
    "int total = first(value, 23);\n";

TEST(NearestRegion, IsTheMostSimilarOneIfNothingWasShown) {
  FileInSession a(alike);
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n"), span_of(1, 1));
}

TEST(NearestRegion, IsAmongTheRowsThatWereShownIfTheyAreAlmostAsSimilar) {
  FileInSession a(alike);
  a.show(span_of(2, 3));
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n"), span_of(3, 3));
}

TEST(NearestRegion, IsElsewhereIfWhatWasShownIsNotLikeIt) {
  FileInSession a("int total = first(value, 1);\nsomething else\n");
  a.show(span_of(2, 2));
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n"), span_of(1, 1));
}

TEST(NearestRegion, IsAtTheLineThatTheCallerNames) {
  FileInSession a(alike);
  a.show();
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n", LineNo{3}), span_of(3, 3));
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n", LineNo{1}), span_of(1, 1));
}

TEST(NearestRegion, IsWhereTheQuotedLinesAreNow) {
  FileInSession a("begin\nint total = first(value, 14);\nend\nint total = second(value);\n");
  a.show();
  a.others_write("new\nbegin\nlong total = first(values, 15);\nend\nint total = first(value, 1);\n");
  EXPECT_EQ(nearest(a, "int total = first(value, 14);\n"), span_of(3, 3)) << "and not the line that has become more similar";
}

TEST(NearestRegion, LinesThatAreGoneAreInNoPlace) {
  FileInSession a("begin\nint total = first(value, 14);\nend\n");
  a.show();
  a.others_write("begin\nend\n");
  const FileInTask task(a, test::asking({{Match{.text = "int total = first(value, 14);\n"}, ""}}));
  EXPECT_TRUE(probably_quoted(*task, "int total = first(value, 14);\n", std::nullopt).empty());
}

}  // namespace
}  // namespace kedge
