#include "embed/options.hpp"

#include <gtest/gtest.h>

#include "support/json_read.hpp"

namespace kedge::embed {
namespace {

Result<Options> read(std::string_view text) { return read_options(*read_json(text), "/usr/bin/kedge"); }

std::string problem(std::string_view text) {
  const Result<Options> options = read(text);
  return options ? "" : to_text(options.error());
}

TEST(EmbedOptions, WhatIsNotSaidIsAsAServerHasIt) {
  const Result<Options> options = read(R"({"root":"/project/./"})");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->roots, std::vector<std::string>{"/project"});
  EXPECT_EQ(options->dialects.front()->name, "patch");
  EXPECT_EQ(options->program, "/usr/bin/kedge");
  EXPECT_EQ(options->service.commit.durability, Durability::full);
  EXPECT_EQ(options->service.confirm.when, mcp::ConfirmWhen::never);
  EXPECT_FALSE(options->service.confirm.otherwise);
  EXPECT_FALSE(options->root.allow_wide);
}

TEST(EmbedOptions, AllOfThemAreHeard) {
  const Result<Options> options =
      read(R"({"roots":["/a","/b"],"dialects":["replace","udiff"],"prefix":"k_","client":"harness","results":"text",
               "page_size":20000,"strict":true,"encoding":"ISO-8859-1","durability":"none","hardlinks":"refuse","in_place":true,
               "force":true,"allow":[".git/config"],"allow_wide_root":true,"cross_mounts":true,"confirm":"suspicious",
               "confirm_default":"allow","confirm_timeout":5,"program":"","state":"/state","worktrees":false})");
  ASSERT_TRUE(options) << to_text(options.error());
  EXPECT_EQ(options->roots.size(), 2U);
  EXPECT_EQ(options->dialects.size(), 2U);
  EXPECT_EQ(options->prefix, "k_");
  EXPECT_EQ(options->client, "harness");
  EXPECT_EQ(options->service.manners.of("").form, mcp::ResultForm::text);
  EXPECT_EQ(options->service.manners.of("").page, 20000U);
  EXPECT_TRUE(options->service.strict);
  EXPECT_EQ(options->service.commit.durability, Durability::none);
  EXPECT_EQ(options->service.commit.hard_links, HardLinks::refuse);
  EXPECT_TRUE(options->service.commit.in_place);
  EXPECT_TRUE(options->service.commit.ignore_read_only);
  EXPECT_EQ(options->service.confirm.when, mcp::ConfirmWhen::suspicious);
  EXPECT_TRUE(options->service.confirm.otherwise);
  EXPECT_EQ(options->patience.count(), 5);
  EXPECT_TRUE(options->program.empty());
  EXPECT_EQ(options->root.state.folder, "/state");
}

TEST(EmbedOptions, WhatIsWrongIsNamed) {
  EXPECT_NE(problem("{}").find("root"), std::string::npos);
  EXPECT_NE(problem(R"({"root":""})").find("names no folder"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","dialect":"pach"})").find("'pach' is none of patch"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","dialect":"patch","dialects":["udiff"]})").find("not together"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","durability":"some"})").find("is none of full, none"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","prefix":"no blanks"})").find("letters, digits"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","page_size":1})").find("page_size"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","encoding":"klingon"})").find("encoding"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","state":""})").find("state"), std::string::npos);
  EXPECT_NE(problem(R"({"root":"/a","rot":1})").find("rot"), std::string::npos);
}

}  // namespace
}  // namespace kedge::embed
