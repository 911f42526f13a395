#include "ui/messages.hpp"

#include <gtest/gtest.h>

#include "support/json_read.hpp"

namespace kedge::ui {
namespace {

Told everything() {
  Happening happening{.kind = Happening::Kind::proposed,
                      .time = 1'763'199'991'123'000'000,
                      .who = "client \x01",
                      .session = "5e55",
                      .op = "edit",
                      .undo_id = "e1-0a0b",
                      .code = "no_match",
                      .message = "two\nrows",
                      .warnings = {"one", "two"},
                      .waits = true};
  happening.files.push_back({.path = "a\n.txt",
                             .op = "move",
                             .destination = "b.txt",
                             .previous_version = "00",
                             .version = "11",
                             .summary = "moved",
                             .diff = "--- a\n+++ b\n",
                             .recovered = "by proof",
                             .text = "row\n",
                             .first_line = 3,
                             .last_line = 4,
                             .bytes_left_out = 5});
  happening.files.push_back({.path = "c.txt"});
  return {.happening = std::move(happening), .question = "9e57"};
}

Json again(const Json& json) { return read_json(json.dump()).value(); }

TEST(Messages, AnEventComesBackAsItWas) {
  const Told told = everything();
  EXPECT_EQ(to_view(again(to_json(told))), ToView(told));
}

TEST(Messages, EveryKindHasAName) {
  for (const std::string_view name : {"opened", "proposed", "applied", "refused", "undone", "recovered"}) {
    const std::optional<ToView> message = to_view(Json::object({{"v", 1}, {"event", name}}));
    ASSERT_TRUE(message) << name;
    EXPECT_EQ(name_of(std::get<Told>(*message).happening.kind), name);
  }
}

TEST(Messages, WhatIsEmptyIsLeftOut) {
  EXPECT_EQ(to_json(Told{{.kind = Happening::Kind::applied, .who = "cli", .session = "s", .files = {{.path = "a"}}}}).dump(),
            R"({"v":1,"event":"applied","time":0,"who":"cli","session":"s","files":[{"path":"a"}]})");
}

TEST(Messages, TheSmallOnesAreWhatTheDocumentationSays) {
  EXPECT_EQ(to_json(Missed{3}).dump(), R"({"v":1,"missed":3})");
  EXPECT_EQ(to_json(Settled{"id", true}).dump(), R"({"v":1,"settled":"id","consent":true})");
  EXPECT_EQ(to_json(Settled{"id"}).dump(), R"({"v":1,"settled":"id","consent":null})");
  EXPECT_EQ(to_json(Greeting{true}).dump(), R"({"v":1,"view":{"answers":true}})");
  EXPECT_EQ(to_json(Answer{"id", false}).dump(), R"({"v":1,"answer":"id","consent":false})");
  EXPECT_EQ(to_json(Note{"s", "use it"}).dump(), R"({"v":1,"tell":"s","note":"use it"})");
  EXPECT_EQ(from_view(again(to_json(Note{"s", "use it"}))), FromView(Note{"s", "use it"}));
  EXPECT_EQ(stand_in(70000), R"({"v":1,"attached":70000})");

  EXPECT_EQ(to_view(again(to_json(Missed{3}))), ToView(Missed{3}));
  EXPECT_EQ(to_view(again(to_json(Settled{"id", false}))), ToView(Settled{"id", false}));
  EXPECT_EQ(to_view(again(to_json(Settled{"id"}))), ToView(Settled{"id"}));
  EXPECT_EQ(from_view(again(to_json(Greeting{true}))), FromView(Greeting{true}));
  EXPECT_EQ(from_view(again(to_json(Answer{"id", true}))), FromView(Answer{"id", true}));
  EXPECT_EQ(to_view(read_json(stand_in(70000)).value()), ToView(Missed{1})) << "a stand-in alone is something that was missed";
}

TEST(Messages, WhatIsNotKnownIsNothingAndMoreMembersDoNoHarm) {
  for (const std::string_view text :
       {"7", "null", "[]", "{}", R"({"v":2,"event":"applied"})", R"({"event":"applied"})", R"({"v":1,"event":"exploded"})",
        R"({"v":1,"event":7})", R"({"v":1,"missed":-1})", R"({"v":1,"missed":"many"})", R"({"v":1,"settled":""})"}) {
    EXPECT_EQ(to_view(read_json(text).value()), std::nullopt) << text;
  }
  for (const std::string_view text : {"7", R"({"v":2,"view":{}})", R"({"v":1,"answer":"id"})", R"({"v":1,"consent":true})",
                                      R"({"v":1,"answer":"id","consent":"yes"})"}) {
    EXPECT_EQ(from_view(read_json(text).value()), std::nullopt) << text;
  }
  const std::optional<ToView> odd = to_view(
      read_json(
          R"({"v":1,"event":"opened","new":[{}],"time":"noon","files":[7,{"path":8,"lines":[0,-5],"bytes_left_out":-1}]})")
          .value());
  ASSERT_TRUE(odd);
  const Happening& happening = std::get<Told>(*odd).happening;
  EXPECT_EQ(happening.files, (std::vector<Happening::File>{{.path = ""}, {.path = ""}}));
}

}  // namespace
}  // namespace kedge::ui
