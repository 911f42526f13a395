#include "web/api.hpp"

#include <gtest/gtest.h>

#include "engine/engine.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::web {
namespace {

class ApiTest : public testing::Test {
 protected:
  ApiTest() {
    session.put("a.txt", "one\ntwo\nthree\n");
    session->client = "tester";
  }

  // Asks for PATH, or PATH?NAME=VALUE&NAME=VALUE.
  Answered get(std::string_view wanted) {
    HttpRequest request{.method = "GET", .path = std::string(wanted.substr(0, wanted.find('?'))), .query = {}};
    if (wanted.size() > request.path.size()) {
      for (const std::string_view part : split(wanted.substr(request.path.size() + 1), '&'))
        request.query[std::string(part.substr(0, part.find('=')))] = part.substr(part.find('=') + 1);
    }
    return api.answer(request);
  }
  Answered post(std::string path, std::string body) {
    return api.answer({.method = "POST", .path = std::move(path), .query = {}, .headers = {}, .body = std::move(body)});
  }
  // What is at these members, one below the other; the text of a string, else its JSON.
  static std::string at(const Json& json, std::initializer_list<std::string_view> names) {
    const Json* found = &json;
    for (const std::string_view name : names) {
      const Json::Array* const list = found->as_array();
      found = list == nullptr                               ? found->find(name)
              : number_of(name).value_or(99) < list->size() ? &(*list)[*number_of(name)]
                                                            : nullptr;
      if (found == nullptr) return concat("no ", name);
    }
    return found->as_string() != nullptr ? *found->as_string() : found->dump();
  }
  std::string edit(const std::string& path, const std::string& from, const std::string& to) {
    Request request;
    request.identity = sha256(from);
    request.files.push_back({.path = path});
    request.files.back().operations.push_back({Match{.text = from}, to});
    const Result<Receipt> done = kedge::run(request, *session);
    EXPECT_TRUE(done) << to_text(done.error());
    return done ? done->undo_id : "";
  }
  // As the server of a session tells it.
  void tell(ViewConnection& server, const ui::ToView& message) {
    const Json json = std::visit([](const auto& each) { return to_json(each); }, message);
    ASSERT_EQ(server.send(json.dump()), ViewConnection::Sent::done);
    view.hear();
  }
  std::unique_ptr<ViewConnection> server() {
    ViewFolder folder(place.fs(), place.state());
    std::unique_ptr<ViewConnection> connection = folder.connect(folder.names().at(0)).value();
    view.hear();
    (void)connection->receive();  // the greeting
    return connection;
  }
  static Happening proposed() {
    return {.kind = Happening::Kind::proposed,
            .who = "agent",
            .session = "s1",
            .op = "edit",
            .files = {{.path = "a.txt",
                       .op = "update",
                       .diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n",
                       .text = "ONE\ntwo\nthree\n",
                       .hunks = {{1, 1, 1, 1}}}},
            .waits = true};
  }

  test::MemorySession session;
  test::ScratchState place;
  std::unique_ptr<ViewListener> listener = ViewListener::open(place.fs(), place.state()).value();
  ui::Timeline timeline;
  ui::RootView view{0, "web", session->workspace, session->store, nullptr, *listener, true, timeline};
  Api api{{&view}, timeline, nullptr};
};

TEST_F(ApiTest, OnlyItsOwnPagesAreThere) {
  EXPECT_EQ(get("/api/none").status, 404);
  EXPECT_EQ(post("/api/none", "{}").status, 404);
  EXPECT_EQ(api.answer({.method = "PUT", .path = "/api/turn", .query = {}}).status, 405);
  EXPECT_EQ(post("/api/turn", "{").status, 400);
  EXPECT_EQ(post("/api/turn", "[]").status, 400);
  for (const std::string_view page : {"version", "blame", "stats"})
    EXPECT_EQ(get(concat("/api/", page, "?root=1")).status, 404) << page;
  EXPECT_EQ(get("/api/history?root=1&path=a.txt").status, 400);
  EXPECT_EQ(get("/api/history").status, 400);
  for (const std::string_view page : {"turn", "let_go", "review"})
    EXPECT_EQ(post(concat("/api/", page), R"({"root":1})").status, 404) << page;
  EXPECT_EQ(post("/api/note", R"({"root":1,"session":"s","note":"n"})").status, 400);
  EXPECT_EQ(get("/api/item?n=77").status, 404);
}

TEST_F(ApiTest, AStreamBeginsWithAllThatThereIs) {
  edit("a.txt", "two", "2");
  view.add_recorded(10);
  const Json hello = api.hello();
  EXPECT_EQ(at(hello, {"hello", "roots", "0"}), "/root");
  EXPECT_EQ(at(hello, {"items", "0", "who"}), "tester");
  EXPECT_EQ(at(hello, {"held"}), "[]");
  EXPECT_EQ(at(api.news({1, 77}), {"items"}), at(hello, {"items"}));
}

TEST_F(ApiTest, OfVeryManyItemsAStreamBeginsWithTheLast) {
  for (int i = 0; i < 501; ++i) timeline.add_recorded(0, {.who = concat("agent ", i)}, false, false);
  const Json hello = api.hello();
  EXPECT_EQ(hello.find("items")->as_array()->size(), 500U);
  EXPECT_EQ(at(hello, {"items", "0", "n"}), "2");
}

TEST_F(ApiTest, AnItemOfTheRecordsIsShownWithWhatItChanged) {
  const std::string id = edit("a.txt", "two", "2");
  view.add_recorded(10);
  const Answered shown = get("/api/item?n=1");
  EXPECT_EQ(shown.status, 200);
  EXPECT_EQ(at(shown.json, {"item", "id"}), id);
  EXPECT_NE(at(shown.json, {"files", "0", "rows"}).find(R"("2")"), std::string::npos) << shown.json.dump();
  EXPECT_EQ(at(get("/api/item?n=1&file=0").json, {"files"}), at(shown.json, {"files"}));
  EXPECT_EQ(at(get("/api/item?n=1&file=5").json, {"files"}), at(shown.json, {"files"}));
}

TEST_F(ApiTest, OneFileOfAnItemIsShownByItself) {
  Happening happening{.kind = Happening::Kind::refused, .message = "why", .warnings = {"careful"}};
  for (const std::string path : {"a", "b"}) happening.files.push_back({.path = path, .destination = path + "2"});
  timeline.add_recorded(0, happening, false, false);
  const Json item = get("/api/item?n=1&file=1").json;
  EXPECT_EQ(at(item, {"files", "0", "path"}), "b");
  EXPECT_EQ(at(item, {"files", "1"}), "no 1");
  EXPECT_EQ(at(item, {"message"}), "why");
  EXPECT_EQ(at(item, {"warnings", "0"}), "careful");
}

TEST_F(ApiTest, WhatIsMissedIsOnlyCounted) {
  timeline.hear(0, 1, ui::Missed{7});
  EXPECT_EQ(at(api.news({1}), {"items", "0", "missed"}), "7");
  EXPECT_EQ(at(get("/api/stats").json, {"recovered"}), "0");
}

TEST_F(ApiTest, AQuestionIsAnsweredOnce) {
  std::unique_ptr<ViewConnection> asker = server();
  tell(*asker, ui::Told{proposed(), "q1"});
  EXPECT_EQ(at(get("/api/item?n=1").json, {"files", "0", "text"}), "ONE\ntwo\nthree\n");
  EXPECT_EQ(post("/api/answer", R"({"n":2,"consent":true})").status, 404);
  EXPECT_EQ(post("/api/answer", R"({"n":1})").status, 400);
  EXPECT_EQ(post("/api/answer", R"({"n":1,"consent":true,"declined":[{"path":"a.txt","hunks":["x"]}]})").status, 400);
  EXPECT_EQ(post("/api/answer", R"({"n":1,"consent":true,"edited":[{"path":"a.txt"}]})").status, 400);
  const Answered given =
      post("/api/answer", R"({"n":1,"consent":true,"note":"fine","minutes":5,)"
                          R"("declined":[{"path":"a.txt","hunks":[1]}],"edited":[{"path":"a.txt","text":"x"}]})");
  EXPECT_EQ(given.status, 200) << given.json.dump();
  EXPECT_EQ(api.take_changed(), (ui::Timeline::Numbers{1}));
  const Json heard = read_json(asker->receive().message.value_or("")).value_or(Json());
  EXPECT_EQ(at(heard, {"answer"}), "q1");
  EXPECT_EQ(at(heard, {"minutes"}), "5");
  EXPECT_EQ(at(heard, {"note"}), "fine");
  EXPECT_EQ(post("/api/answer", R"({"n":1,"consent":true})").status, 409);
  // Nor once the program that asked is gone.
  tell(*asker, ui::Told{proposed(), "q2"});
  asker.reset();
  EXPECT_EQ(post("/api/answer", R"({"n":2,"consent":true})").status, 409);
}

TEST_F(ApiTest, AChangeIsTakenBackAndBroughtBack) {
  const std::string id = edit("a.txt", "two", "2");
  const auto asked = [&](std::string_view more) {
    return post("/api/turn", concat(R"({"root":0,"id":")", id, '"', more, '}'));
  };
  const Answered preview = asked(R"(,"dry_run":true)");
  EXPECT_EQ(at(preview.json, {"done"}), "false");
  EXPECT_EQ(at(preview.json, {"files", "0", "path"}), "a.txt");
  EXPECT_EQ(session.bytes("a.txt"), "one\n2\nthree\n");
  EXPECT_EQ(at(asked("").json, {"done"}), "true");
  EXPECT_EQ(session.bytes("a.txt"), "one\ntwo\nthree\n");
  EXPECT_EQ(asked("").status, 409);
  EXPECT_EQ(at(asked(R"(,"way":"redo")").json, {"done"}), "true");
  EXPECT_EQ(session.bytes("a.txt"), "one\n2\nthree\n");
  EXPECT_EQ(post("/api/turn", R"({"root":0,"id":"none"})").status, 409);
}

TEST_F(ApiTest, OneHunkIsTakenBack) {
  session.put("b.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  Request request;
  request.files.push_back({.path = "b.txt"});
  request.files.back().operations.push_back({Match{.text = "1\n"}, "one\n"});
  request.files.back().operations.push_back({Match{.text = "9\n"}, "nine\n"});
  const std::string id = kedge::run(request, *session).value().undo_id;
  const auto asked = [&](std::string_view hunks) {
    return post("/api/turn", concat(R"({"root":0,"id":")", id, R"(","parts":[{"path":"b.txt","hunks":)", hunks, "}]}"));
  };
  EXPECT_EQ(asked("[3]").status, 409);
  EXPECT_EQ(asked(R"([2,0,"x"])").status, 200) << "what is no number of a hunk is none";
  EXPECT_EQ(session.bytes("b.txt"), "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
}

TEST_F(ApiTest, WhatIsHeldCanBeLetGo) {
  const std::string id = edit("a.txt", "two", "2");
  EXPECT_EQ(post("/api/turn", R"({"root":0,"id":"none","hold":true})").status, 409);
  EXPECT_EQ(at(post("/api/turn", concat(R"({"root":0,"hold":true,"id":")", id, "\"}")).json, {"held"}), "true");
  EXPECT_EQ(at(api.held(), {"held", "0", "id"}), id);
  EXPECT_EQ(post("/api/let_go", R"({"root":0,"number":9})").status, 404);
  EXPECT_EQ(post("/api/let_go", R"({"root":0,"number":1})").status, 200);
  EXPECT_EQ(at(api.held(), {"held"}), "[]");
}

TEST_F(ApiTest, AChangeIsMarkedAsReviewed) {
  const std::string id = edit("a.txt", "two", "2");
  edit("a.txt", "three", "3");
  view.add_recorded(10);
  EXPECT_EQ(post("/api/review", R"({"root":0,"id":"none","reviewed":true})").status, 404);
  EXPECT_EQ(post("/api/review", concat(R"({"root":0,"reviewed":true,"id":")", id, "\"}")).status, 200);
  EXPECT_EQ(api.take_changed(), (ui::Timeline::Numbers{1}));
  EXPECT_TRUE(session->store.find(id)->reviewed);
}

TEST_F(ApiTest, ANoteReachesItsSession) {
  const std::unique_ptr<ViewConnection> agent = server();
  tell(*agent, ui::Told{{.who = "agent", .session = "s1"}});
  EXPECT_EQ(post("/api/note", R"({"root":0,"note":"n"})").status, 400);
  EXPECT_EQ(post("/api/note", R"({"root":0,"session":"s1"})").status, 400);
  EXPECT_EQ(post("/api/note", R"({"root":0,"session":"s1","note":"look again"})").status, 200);
  const Json heard = read_json(agent->receive().message.value_or("")).value_or(Json());
  EXPECT_EQ(at(heard, {"note"}), "look again") << heard.dump();
}

TEST_F(ApiTest, AFileHasItsHistoryAndItsVersions) {
  const std::string first = edit("a.txt", "two", "2");
  const std::string second = edit("a.txt", "three", "3");
  const Json history = get("/api/history?path=a.txt").json;
  EXPECT_EQ(at(history, {"changes", "0", "id"}), second);
  EXPECT_EQ(at(history, {"changes", "1", "id"}), first);
  EXPECT_EQ(at(get("/api/history?path=none").json, {"changes"}), "[]");
  const Json version = get(concat("/api/version?path=a.txt&version=", at(history, {"changes", "1", "before"}))).json;
  EXPECT_EQ(at(version, {"all_rows"}), "3");
  EXPECT_NE(at(version, {"rows", "1"}).find("two"), std::string::npos);
  EXPECT_EQ(get("/api/version?path=a.txt&version=0").status, 404);
}

TEST_F(ApiTest, EachLineHasItsOrigin) {
  const std::string id = edit("a.txt", "two", "2");
  session.rewrite("a.txt", "one\n2\nthree\nfour\n");
  const Json blame = get("/api/blame?path=a.txt").json;
  EXPECT_EQ(at(blame, {"all_rows"}), "4");
  std::vector<std::string> origins;
  for (const Json& line : *blame.find("lines")->as_array()) {
    const std::string number = line.dump();
    const std::string by = at(blame, {"origins", number, "by"});
    origins.push_back(by == "recorded" ? at(blame, {"origins", number, "id"}) : by);
  }
  EXPECT_EQ(origins, (std::vector<std::string>{"not_known", id, "not_known", "others"})) << blame.dump();
  EXPECT_EQ(get("/api/blame?path=none").status, 409);
}

TEST_F(ApiTest, CallsAndChangesAreCounted) {
  edit("a.txt", "two", "2");
  session->store.count({.client = "tester", .dialect = "patch", .is_change = true});
  session->store.count({.client = "tester", .dialect = "patch", .is_change = true, .refusal = Code::no_match});
  timeline.hear(0, 1, ui::Told{{.kind = Happening::Kind::recovered}});
  const Json stats = get("/api/stats").json;
  EXPECT_EQ(at(stats, {"clients", "0", "calls"}), "2");
  EXPECT_EQ(at(stats, {"clients", "0", "codes", "no_match"}), "1");
  EXPECT_EQ(at(stats, {"changes"}), "1");
  EXPECT_EQ(at(stats, {"recovered"}), "1");
  EXPECT_EQ(at(stats, {"tokens_saved"}), "2") << "the file has 12 bytes, and the edit has one";
}

TEST_F(ApiTest, ItemsAreFoundByTheirWords) {
  timeline.add_recorded(0, {.who = "Agent", .op = "edit", .undo_id = "e1"}, false, false);
  timeline.add_recorded(0, {.code = "no_match", .message = "does not occur"}, false, false);
  timeline.add_recorded(0, {.files = {{.path = "src/One.cpp", .destination = "two.cpp", .diff = "+three\n"}}}, false, false);
  const auto found = [&](std::string_view words) { return at(get(concat("/api/search?q=", words)).json, {"items"}); };
  EXPECT_EQ(found("agent"), "[1]");
  EXPECT_EQ(found("NO_MATCH"), "[2]");
  EXPECT_EQ(found("occur"), "[2]");
  EXPECT_EQ(found("e1"), "[1]");
  EXPECT_EQ(found("one.cpp"), "[3]");
  EXPECT_EQ(found("two.cpp"), "[3]");
  EXPECT_EQ(found("three"), "[3]");
  EXPECT_EQ(found("four"), "[]");
  EXPECT_EQ(found(""), "[3,2,1]");
  for (int i = 0; i < 200; ++i) timeline.add_recorded(0, {.who = "many"}, false, false);
  EXPECT_EQ(get("/api/search?q=many").json.find("items")->as_array()->size(), 200U);
  EXPECT_EQ(found("agent"), "[1]");
}

}  // namespace
}  // namespace kedge::web
