#include "tools/preview.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

class ArrivingCalls : public testing::Test {
 protected:
  ArrivingCalls() {
    session->previews = std::make_shared<Previews>();
    session.put("a.txt", "one\ntwo\nthree\n");
    const Reply shown = call(*tool("read"), Json::object({{"path", "a.txt"}}), *session);
    header = shown.text.substr(0, shown.text.find('\n'));
    patch = concat("*** Begin Patch\n", header, "\nreplace 2..2:\n+TWO\n+and a half\ndelete 3\n*** End Patch\n");
  }

  const ServedTool* tool(std::string_view verb) const {
    for (const ServedTool& each : tools) {
      if (each.text->verb == verb) return &each;
    }
    return nullptr;
  }
  Reply preview(const Json& arguments) { return call(*tool("preview"), arguments, *session); }
  std::string so_far(std::string_view input) { return preview(Json::object({{"input", input}})).text; }

  const Dialect* const dialect = find_dialect("patch");
  const std::vector<ServedTool> tools = served_tools(std::span(&dialect, 1), {.for_programs = true});
  test::MemorySession session;
  std::string header;
  std::string patch;
};

TEST_F(ArrivingCalls, OnlyGrowsWhereverTheCallIsCutAndIsTheSameInPieces) {
  std::string before;
  for (std::size_t end = 0; end <= patch.size(); ++end) {
    const std::string shown = so_far(std::string_view(patch).substr(0, end));
    EXPECT_TRUE(shown.starts_with(before)) << shown;
    before = shown;
  }
  EXPECT_NE(before.find("-two\n+TWO\n+and a half\n"), std::string::npos) << before;
  std::string pieces;
  for (std::size_t at = 0; at < patch.size(); at += 7) {
    const Json piece = Json::object({{"input", patch.substr(at, 7)}, {"from", at}, {"call", "in pieces"}});
    append(pieces, preview(piece).text);
  }
  EXPECT_EQ(pieces, before);
}

TEST_F(ArrivingCalls, WritesNothingAndCountsNothingAsShown) {
  session.put("b.txt", "one\ntwo\n");
  const std::string tag = session->store.tag_of("b.txt", Text("one\ntwo\n").digest());
  const std::string unseen = concat("*** Begin Patch\n¶b.txt#", tag, "\nreplace 2..2:\n+TWO\n*** End Patch\n");
  EXPECT_NE(so_far(unseen).find("-two\n+TWO\n"), std::string::npos);
  EXPECT_EQ(session.bytes("b.txt"), "one\ntwo\n");
  const Reply refused = call(*tool("edit"), Json::object({{"input", unseen}}), *session);
  ASSERT_TRUE(refused.refusal);
  EXPECT_EQ(refused.refusal->code, Code::lines_not_shown);
}

TEST_F(ArrivingCalls, ACallThatBeginsOtherwiseIsAnotherOne) {
  so_far(patch.substr(0, 40));
  EXPECT_EQ(so_far("*** Begin"), "");
  EXPECT_NE(so_far(patch).find("+TWO\n"), std::string::npos);
  const Reply refused = preview(Json::object({{"input", "x"}, {"from", 5}, {"call", "new"}}));
  ASSERT_TRUE(refused.refusal);
  EXPECT_EQ(refused.refusal->code, Code::schema_invalid);
}

TEST_F(ArrivingCalls, IsOfferedOnlyWhereItIsAskedForAndOnlyOfWhatArrivesInRows) {
  EXPECT_EQ(served_tools(std::span(&dialect, 1)).size() + 1, tools.size());
  const Dialect* const replace = find_dialect("replace");
  EXPECT_EQ(served_tools(std::span(&replace, 1), {.for_programs = true}).size(), served_tools(std::span(&replace, 1)).size());
}

}  // namespace
}  // namespace kedge
