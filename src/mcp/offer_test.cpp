#include "mcp/offer.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using test::at;

Rows some_rows() {
  return test::rows_of([](const ServedTool&, const Json&, Exchange&) -> Called { return Reply{"nothing"}; });
}

// A source with this many resources, numbered.
ResourceRows numbered(std::string name, std::size_t count) {
  ResourceRows rows;
  rows.list = [name, count](std::string_view from, std::size_t most) {
    ResourcePage page;
    std::size_t next = from.empty() ? 0 : std::stoul(std::string(from));
    for (; next < count && page.listed.size() < most; ++next)
      page.listed.push_back(Json::object({{"uri", concat(name, next)}}));
    if (next < count) page.next = concat(next);
    return page;
  };
  return rows;
}

// The URIs of all pages, each page with its size.
std::vector<std::string> all_pages(const Offer& offer, std::vector<std::size_t>& sizes) {
  std::vector<std::string> uris;
  std::string cursor;
  do {
    const Json page = std::get<Json>(offer.list_resources(cursor));
    const Json::Array& listed = *at(page, "resources").as_array();
    for (const Json& each : listed) uris.push_back(*at(each, "uri").as_string());
    sizes.push_back(listed.size());
    const Json* const next = page.find("nextCursor");
    cursor = next != nullptr ? *next->as_string() : "";
  } while (!cursor.empty() && sizes.size() < 100);
  return uris;
}

TEST(Offer, ItsBytesAreOneLineAndTheSameEachTime) {
  const Offer offer(some_rows(), "1", "");
  for (const Era era : {Era::legacy, Era::modern}) {
    EXPECT_EQ(offer.tool_list(era, "").find('\n'), std::string::npos) << "a schema may be written over several";
    EXPECT_EQ(offer.tool_list(era, ""), Offer(some_rows(), "1", "").tool_list(era, ""));
  }
}

TEST(Offer, TheErasDifferInWhatGoesWithAResult) {
  const Offer offer(some_rows(), "1", "");
  const Json legacy = test::read(offer.tool_list(Era::legacy, ""));
  const Json modern = test::read(offer.tool_list(Era::modern, ""));
  EXPECT_EQ(legacy.as_object()->size(), 1U);
  EXPECT_EQ(at(modern, "tools"), at(legacy, "tools"));
  EXPECT_EQ(at(modern, "resultType"), Json("complete"));
  EXPECT_GT(*at(modern, "ttlMs").as_integer(), 0);
  EXPECT_EQ(at(modern, "cacheScope"), Json("private"));
  EXPECT_EQ(at(modern, "_meta", "io.modelcontextprotocol/serverInfo", "name"), Json("kedge"));
}

TEST(Offer, CapabilitiesAreThoseOfWhatThereIs) {
  Rows rows = some_rows();
  EXPECT_EQ(Offer(rows, "1", "").capabilities(Era::modern).dump(), R"({"tools":{"listChanged":false}})");
  rows.resources.push_back(numbered("n", 1));
  rows.prompts.push_back({.name = "p", .listed = Json::object(), .get = nullptr});
  EXPECT_EQ(Offer(rows, "1", "").capabilities(Era::legacy).dump(),
            R"({"tools":{"listChanged":false},"prompts":{"listChanged":false},)"
            R"("resources":{"subscribe":true,"listChanged":false},"completions":{},"logging":{}})");
}

TEST(Offer, PagesOfResourcesGoThroughAllOriginsWithoutLossOrRepetition) {
  for (const std::size_t first : {0U, 1U, 99U, 100U, 101U, 250U}) {
    Rows rows = some_rows();
    rows.resources.push_back(numbered("a", first));
    rows.resources.push_back({});  // has no list
    rows.resources.push_back(numbered("b", 130));
    const Offer offer(std::move(rows), "1", "");
    std::vector<std::size_t> sizes;
    const std::vector<std::string> uris = all_pages(offer, sizes);
    EXPECT_EQ(uris.size(), first + 130);
    EXPECT_EQ(std::set<std::string>(uris.begin(), uris.end()).size(), uris.size());
    for (const std::size_t size : sizes) EXPECT_LE(size, 100U);
  }
}

TEST(Offer, ACursorThatNobodyWasGivenIsRefused) {
  Rows rows = some_rows();
  rows.resources.push_back(numbered("a", 3));
  const Offer offer(std::move(rows), "1", "");
  for (const std::string_view cursor : {"x", ":", "1:", "-1:0", "0", "99999999999999999999:1"}) {
    EXPECT_EQ(std::get<Problem>(offer.list_resources(cursor)).code, ErrorCode::invalid_params) << cursor;
  }
}

TEST(Offer, ArgumentsThatAToolWantsRepeatedInHeadersAreFoundInItsSchema) {
  Rows rows;
  const Json schema = test::read(R"({"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{}}})");
  rows.tools.push_back({"t", Json::object({{"inputSchema", schema}}), false, nullptr});
  const Offer offer(std::move(rows), "1", "");
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(offer.argument_headers("t"), (Pairs{{"a", "Region"}}));
  EXPECT_EQ(offer.argument_headers("u"), Pairs());
}

}  // namespace
}  // namespace kedge::mcp
