#include "plan/unmatched.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;

Error refusal_of(FileInSession& a, const Match& match, const std::string& body = "") {
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  return unmatched(file, versions, match, body, "");
}

TEST(Unmatched, TheNearestRegionIsNamedWithItsFirstDifference) {
  FileInSession a("alpha\nint count = first(value);\nomega\n");
  const Error refused = refusal_of(a, {.text = "int count = first(values);\nomega\n"});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_EQ(*refused.facts.find("nearest"), Json::object({{"start", 2}, {"end", 3}}));
  const Json* const differs = refused.facts.find("differs");
  ASSERT_NE(differs, nullptr);
  EXPECT_EQ(*differs->find("line"), Json(2));
  EXPECT_EQ(*refused.facts.find("rows"), Json("2:int count = first(value);\n3:omega\n"));
  EXPECT_TRUE(refused.shows.empty()) << "rows that are there to help do not count as shown";
}

TEST(Unmatched, WhereNothingIsAlikeThatIsSaid) {
  FileInSession a("alpha\nomega\n");
  const Error refused = refusal_of(a, {.text = "0123456789\n"});
  EXPECT_TRUE(refused.what.contains("Nothing in the file is like it.")) << refused.what;
  EXPECT_EQ(refused.facts.find("nearest"), nullptr);
}

TEST(Unmatched, NewTextThatStandsInTheFileOnceIsPointedAt) {
  FileInSession a("alpha\nnew text\nomega\n");
  const Error once = refusal_of(a, {.text = "old text\n"}, "new text\n");
  EXPECT_EQ(once.reason, Reason::new_text_is_there);
  EXPECT_EQ(*once.facts.find("new_text_at_line"), Json(2));
  a.others_write("new text\nnew text\n");
  EXPECT_EQ(refusal_of(a, {.text = "old text\n"}, "new text\n").reason, Reason::told);
}

TEST(Unmatched, AChangeSinceTheFileWasShownIsTold) {
  FileInSession a("alpha\n");
  a.show();
  EXPECT_EQ(*refusal_of(a, {.text = "0123456789\n"}).facts.find("changed_since_shown"), Json(false));
  a.others_write("omega\n");
  EXPECT_EQ(*refusal_of(a, {.text = "0123456789\n"}).facts.find("changed_since_shown"), Json(true));
}

TEST(Unmatched, LinesThatBeginAndEndAlikeAreOfferedAsTheFileHasThem) {
  FileInSession a("void f() {\n  int first = 1;\n  int second = 2;\n  return first + second;\n");
  const Error refused = refusal_of(a, {.text = "void f() {\n  int first = 1;\n  int second = 3;\n  return first + second;\n"});
  const Json* const proposal = refused.facts.find("proposal");
  ASSERT_NE(proposal, nullptr) << refused.what;
  EXPECT_EQ(*proposal->find("old_string"), Json("void f() {\n  int first = 1;\n  int second = 2;\n  return first + second;\n"));
}

}  // namespace
}  // namespace kedge
