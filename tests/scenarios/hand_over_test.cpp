// One agent reads, and another edits with the tag and the numbers that the first was shown: a sub-agent, a restarted client, a
// server that takes over. In `patch` whatever was printed under a tag counts for whoever sends it.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr const char* six_lines = "one\ntwo\nthree\nfour\nfive\nsix\n";

std::string tag_in(const std::string& text) { return text.substr(text.find('#') + 1, 4); }

Json patch_of(std::string_view tag, std::string_view hunk) {
  return Json::object({{"input", concat("*** Begin Patch\n¶a.txt#", tag, '\n', hunk, "\n*** End Patch\n")}});
}

TEST(HandOver, RowsPrintedToOneSessionCountUnderTheirTagForEveryOther) {
  const Workplace place;
  write_file(place.root() / "a.txt", six_lines);
  McpClient reader(place, {"--dialect", "patch"});
  McpClient editor(place, {"--dialect", "patch"});
  reader.open();
  editor.open();
  const std::string tag = tag_in(text_of(reader.call("read", Json::object({{"path", "a.txt"}, {"start", 2}, {"end", 3}}))));

  const Json edited = editor.call("edit", patch_of(tag, "replace 2:\n+TWO"));
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\nTWO\nthree\nfour\nfive\nsix\n");
  const Json unseen = editor.call("edit", patch_of(tag, "replace 6:\n+SIX"));
  EXPECT_EQ(refusal_code(unseen), "lines_not_shown") << "nobody was shown line 6";
  EXPECT_EQ(place.bytes("a.txt"), "one\nTWO\nthree\nfour\nfive\nsix\n");
}

TEST(HandOver, ATagOfTheCommandLineIsTakenByAServer) {
  const Workplace place;
  write_file(place.root() / "a.txt", six_lines);
  const Finished read = place.shell("$K read a.txt");
  ASSERT_TRUE(succeeded(read));
  McpClient editor(place, {"--dialect", "patch"});
  editor.open();
  const Json edited = editor.call("edit", patch_of(tag_in(read.output), "delete 6"));
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\nthree\nfour\nfive\n");
}

TEST(HandOver, UnderTheTagOfAnAnswerRowsThatKeptTheirNumbersCountForEverySession) {
  const Workplace place;
  write_file(place.root() / "a.txt", six_lines);
  McpClient first(place, {"--dialect", "patch"});
  first.open();
  const std::string read = tag_in(text_of(first.call("read", reading())));
  const std::string answered = tag_in(text_of(first.call("edit", patch_of(read, "replace 6:\n+SIX"))));
  ASSERT_NE(read, answered);

  McpClient second(place, {"--dialect", "patch"});
  second.open();
  const Json edited = second.call("edit", patch_of(answered, "replace 1:\n+ONE"));
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.txt"), "ONE\ntwo\nthree\nfour\nfive\nSIX\n");
}

}  // namespace
}  // namespace kedge::test
