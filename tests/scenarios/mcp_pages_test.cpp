// Answers in pages: what a client would cut is not sent, and only what was sent counts as shown.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "scenarios/scratch_folder.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr std::size_t page = 4000;

class McpPages : public testing::Test {
 protected:
  McpPages() {
    for (int i = 1; i <= 1000; ++i) append(content, concat("this is row number ", i, " of a long file\n"));
    write_file(place.root() / "a.txt", content);
  }

  std::vector<std::string> with(std::string_view dialect) const {
    return {"--dialect", std::string(dialect), "--results", "text", "--page-size", std::to_string(page)};
  }
  // The text of an answer, which keeps to the page.
  static std::string text(const Json& result, std::size_t most = page) {
    EXPECT_LE(text_of(result).size(), most) << text_of(result).substr(0, 200);
    return text_of(result);
  }
  // Where a reading goes on; nothing: it is complete.
  static std::optional<std::int64_t> next_start(const std::string& shown, std::string_view field = "start") {
    const std::string words = concat("go on with ", field, '=');
    const std::size_t at = shown.find(words);
    if (at == std::string::npos) return std::nullopt;
    return std::stoll(shown.substr(at + words.size()));
  }
  static std::string tag_in(const std::string& shown) { return shown.substr(shown.find('#') + 1, 4); }
  static Json patch_of(const std::string& tag, std::string_view hunk) {
    return Json::object({{"input", concat("*** Begin Patch\n¶a.txt#", tag, '\n', hunk, "*** End Patch\n")}});
  }

  Workplace place;
  std::string content;
};

TEST_F(McpPages, AReadComesInPagesThatSayHowToGoOnAndTogetherAreTheFile) {
  McpClient client(place, with("patch"));
  client.open();
  std::string all;
  Json arguments = Json::object({{"path", "a.txt"}});
  int pages = 0;
  for (std::optional<std::int64_t> start = 1; start; ++pages) {
    arguments.set("start", *start);
    const std::string shown = text(client.call("read", arguments));
    for (const std::string_view row : split(shown, '\n')) {
      const std::size_t colon = row.find(':');
      if (!row.empty() && row.front() >= '0' && row.front() <= '9') append(all, concat(row.substr(colon + 1), '\n'));
    }
    start = next_start(shown);
  }
  EXPECT_GT(pages, 5);
  EXPECT_EQ(all, content);
}

TEST_F(McpPages, ARowBeyondTheFirstPageIsEditedWhenItsPageWasReadAndNotBefore) {
  McpClient client(place, with("patch"));
  client.open();
  const std::string tag = tag_in(text(client.call("read", reading())));
  const Json edit = patch_of(tag, "replace 900..900:\n+changed\n");
  const std::string refused = text(client.call("edit", edit));
  EXPECT_TRUE(refused.starts_with("Refused (lines_not_shown), nothing was written:\n")) << refused;
  EXPECT_EQ(place.bytes("a.txt"), content);
  text(client.call("read", Json::object({{"path", "a.txt"}, {"start", 890}})));
  const std::string done = text(client.call("edit", edit));
  EXPECT_NE(done.find("+900:changed\n"), std::string::npos) << done;
}

TEST_F(McpPages, ManyUnseenRowsAreShownByOneRefusalAfterTheOtherUntilTheCallPasses) {
  McpClient client(place, with("patch"));
  client.open();
  const std::string tag = tag_in(text(client.call("read", Json::object({{"path", "a.txt"}, {"start", 1}, {"end", 1}}))));
  const Json edit = patch_of(tag, "delete 1..500\n");
  int refusals = 0;
  while (is_refusal(client.call("edit", edit)) && refusals < 100) ++refusals;
  EXPECT_GT(refusals, 4) << "a page does not hold 500 rows";
  EXPECT_LT(refusals, 30);
  EXPECT_TRUE(place.bytes("a.txt").starts_with("this is row number 501 "));
}

TEST_F(McpPages, ADigestPrintedWithPartOfAFileDoesNotReplaceTheWholeOfIt) {
  McpClient client(place, with("replace"));
  client.open();
  const std::string shown = text(client.call("read", reading()));
  const std::size_t at = shown.find("content_sha256=");
  ASSERT_NE(at, std::string::npos);
  const Json write = Json::object({{"path", "a.txt"}, {"content", "short\n"}, {"expected_version", shown.substr(at + 15, 64)}});
  EXPECT_TRUE(text(client.call("write", write)).starts_with("Refused (lines_not_shown)"));
  EXPECT_EQ(place.bytes("a.txt"), content);
}

TEST_F(McpPages, EveryDialectKeepsToThePageWhateverItAnswers) {
  const std::string whole = concat(content, content);
  for (const std::string_view dialect : {"patch", "anchors", "hashline", "replace"}) {
    McpClient client(place, with(dialect));
    client.open();
    text(client.call("search", Json::object({{"pattern", "row"}})));
    text(client.call("search", Json::object()));
    if (dialect == "hashline") {
      const std::string shown = text(client.call("open", Json::object({{"file", "a.txt"}})));
      const std::string hash = shown.substr(shown.find("1:") + 2, 2);
      const Json anchor = Json::object({{"line", 1}, {"hash", hash}});
      const Json edit = Json::object(
          {{"file", "a.txt"}, {"replace", Json::object({{"start", anchor}, {"end", anchor}, {"content", whole}})}});
      EXPECT_FALSE(is_refusal(client.call("edit", edit)));
      text(client.call("undo", Json::object()));
      continue;
    }
    const std::string_view tool = dialect == "anchors" ? "write_file" : "write";
    const Json made = client.call(tool, Json::object({{"path", "new.txt"}, {"content", whole}}));
    EXPECT_FALSE(is_refusal(made)) << text(made);
    text(made);
    text(client.call("undo", Json::object()));
  }
}

TEST_F(McpPages, HowLongAPageIsFollowsFromTheNameOfTheClient) {
  std::string long_rows;
  for (int i = 0; i < 20'000; ++i) append(long_rows, concat("row ", i, '\n'));
  write_file(place.root() / "b.txt", long_rows);
  struct Case {
    std::string_view name;
    std::size_t least, most;
  };
  for (const Case& c : {Case{"somebody", 8'000, 10'000}, Case{"codex-mcp-client", 10'000, 11'964},
                        Case{"claude-code", 45'000, 50'000}, Case{"opencode", 15'000, 51'200}}) {
    McpClient client(place, {"--dialect", "patch"});
    client.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"},
                                           {"capabilities", Json::object()},
                                           {"clientInfo", Json::object({{"name", c.name}, {"version", "1"}})}}));
    const std::string shown = text(client.call("read", reading("b.txt")), c.most);
    EXPECT_GE(shown.size(), c.least) << c.name;
    if (c.name == "opencode") {
      EXPECT_LE(split(shown, '\n').size(), 2'000U);
    }
  }
}

}  // namespace
}  // namespace kedge::test
