#include "mcp/file_resources.hpp"

#include <gtest/gtest.h>

#include "support/file_uri.hpp"

#include <set>

#include "mcp/test_exchange.hpp"
#include "support/base64.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge::mcp {
namespace {

TEST(FileUri, APathComesBackAsItWas) {
  for (const std::string& path :
       {std::string("/a"), std::string("/a b/100%.txt"), std::string("/über/日本"), std::string("/a#b?c&d=e+f"),
        std::string("/\xFF\xFE"), std::string("/a\nb"), std::string("/%41")}) {
    const std::string uri = file_uri(path);
    EXPECT_EQ(uri.find_first_of(" #?\n"), std::string::npos) << uri;
    EXPECT_EQ(path_of_uri(uri), path);
  }
  EXPECT_EQ(file_uri("/a b%"), "file:///a%20b%25");
}

TEST(FileUri, OthersWriteThemOtherwise) {
  EXPECT_EQ(path_of_uri("file://localhost/a"), "/a");
  EXPECT_EQ(path_of_uri("file:///a%2Fb%c3%BC"), "/a/b\xC3\xBC");
  for (const std::string_view none : {"", "/a", "http:///a", "file:/a", "file://", "file://host/a", "file://a", "FILE:///a",
                                      "file:///%", "file:///%4", "file:///%zz", "file:///a%00b"}) {
    EXPECT_EQ(path_of_uri(none), std::nullopt) << none;
  }
}

class FileResources : public testing::Test {
 protected:
  FileResources() { service.open(memory->workspace, memory->store, nullptr); }

  // What is read, or the problem.
  Answer read(const std::string& uri) {
    std::optional<Answer> answer = rows.read(uri, talk.exchange);
    return answer ? *std::move(answer) : Answer(Problem{ErrorCode::resource_not_found, "not of this origin"});
  }
  Json content(const std::string& uri) {
    const Answer answer = read(uri);
    const Json* const result = std::get_if<Json>(&answer);
    return result != nullptr ? result->find("contents")->as_array()->at(0) : Json();
  }
  ErrorCode problem(const std::string& uri) {
    const Answer answer = read(uri);
    const Problem* const found = std::get_if<Problem>(&answer);
    return found != nullptr ? found->code : ErrorCode{};
  }

  kedge::test::MemorySession memory;
  test::TestExchange talk;
  Service service{ServiceSettings{}};
  ResourceRows rows = file_resources(service);
};

TEST_F(FileResources, AFileIsReadAsItIsAndCountsAsShown) {
  memory.put("a b.md", "one\n");
  const Json text = content("file:///root/a%20b.md");
  EXPECT_EQ(text.dump(), R"({"uri":"file:///root/a%20b.md","mimeType":"text/markdown","text":"one\n"})");
  EXPECT_FALSE(memory->store.last_shown("session", "a b.md", 1000).empty());
  memory.put("bytes", std::string("\0\xFF", 2));
  const Json blob = content("file:///root/bytes");
  EXPECT_EQ(from_base64(*blob.find("blob")->as_string()), std::string("\0\xFF", 2));
  EXPECT_EQ(blob.find("text"), nullptr);
}

TEST_F(FileResources, WhatIsNotThereOrNotToBeReadIsRefused) {
  memory.put(".ssh/id", "secret");
  memory.put("large", std::string(9'000'000, 'x'));
  EXPECT_EQ(problem("file:///root/missing"), ErrorCode::resource_not_found);
  EXPECT_EQ(problem("other:///root/a"), ErrorCode::resource_not_found);
  EXPECT_EQ(problem("file:///root/%zz"), ErrorCode::resource_not_found);
  EXPECT_EQ(problem("file:///root/.ssh/id"), ErrorCode::invalid_params);
  EXPECT_EQ(problem("file:///root/.ssh/../.ssh/id"), ErrorCode::invalid_params);
  EXPECT_EQ(problem("file:///state/x"), ErrorCode::invalid_params);
  EXPECT_EQ(problem("file:///root/../state"), ErrorCode::invalid_params);
  EXPECT_EQ(problem("file:///root/large"), ErrorCode::invalid_params);
}

TEST_F(FileResources, AllFilesThatASearchWouldFindAreListedInPages) {
  for (int i = 0; i < 25; ++i) memory.put(concat("f", i), "x");
  memory.put("sub/ü.json", "{}");
  memory.put(".ssh/id", "secret");
  std::set<std::string> uris;
  std::string from;
  int pages = 0;
  do {
    const ResourcePage page = rows.list(from, 10);
    EXPECT_LE(page.listed.size(), 10U);
    for (const Json& each : page.listed) EXPECT_TRUE(uris.insert(*each.find("uri")->as_string()).second);
    from = page.next;
  } while (!from.empty() && ++pages < 10);
  EXPECT_EQ(uris.size(), 26U);
  EXPECT_TRUE(uris.contains("file:///root/sub/%c3%bc.json"));
  EXPECT_TRUE(rows.list("1000000000000000000000", 10).listed.size() <= 10);
  for (const std::string& uri : uris) EXPECT_NE(content(uri), Json()) << uri;
}

TEST_F(FileResources, AStampIsAnotherOneWheneverTheFileIs) {
  memory.put("a", "one\n");
  const std::optional<std::string> before = rows.stamp("file:///root/a");
  ASSERT_TRUE(before);
  EXPECT_EQ(rows.stamp("file:///root/a"), before);
  memory.rewrite("a", "three\n");
  EXPECT_NE(rows.stamp("file:///root/a"), before);
  memory.put(".ssh/id", "secret");
  for (const std::string& none : {std::string("file:///root/no"), std::string("file:///root/.ssh/id"),
                                  std::string("file:///state"), std::string("kedge://errors")}) {
    EXPECT_EQ(rows.stamp(none), std::nullopt) << none;
  }
}

TEST_F(FileResources, PathsAreCompletedFromTheRootOrFromTheTop) {
  memory.put("src/main.cpp", "x");
  memory.put("src/other.cpp", "x");
  memory.put("readme", "x");
  using Paths = std::vector<std::string>;
  EXPECT_EQ(rows.complete("file:///{+path}", "path", "src/m"), Paths{"root/src/main.cpp"});
  EXPECT_EQ(rows.complete("file:///{+path}", "path", "root/src/").size(), 2U);
  EXPECT_EQ(rows.complete("file:///{+path}", "path", "no"), Paths());
  EXPECT_EQ(rows.complete("file:///{+path}", "other", "src"), Paths());
  EXPECT_EQ(rows.complete("kedge://errors/{code}", "path", "src"), Paths());
}

TEST(FileResourcesWithoutARoot, ThereIsNothingToListAndReadingSaysWhy) {
  Service service{ServiceSettings{}};
  service.close(refuse(Code::path_outside_root, {{"path", "/"}}));
  const ResourceRows rows = file_resources(service);
  test::TestExchange talk;
  EXPECT_TRUE(rows.list("", 10).listed.empty());
  EXPECT_EQ(std::get<Problem>(*rows.read("file:///a", talk.exchange)).code, ErrorCode::internal_error);
  EXPECT_EQ(rows.stamp("file:///a"), std::nullopt);
}

}  // namespace
}  // namespace kedge::mcp
