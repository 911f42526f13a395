#include "ui/plain_view.hpp"

#include <gtest/gtest.h>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::ui {
namespace {

Happening applied() {
  return {.kind = Happening::Kind::applied,
          .time = 1'794'734'791'000'000'000,
          .who = "client",
          .op = "edit",
          .files = {{.path = "a.txt",
                     .op = "update",
                     .summary = "2 lines, now 2 (0); unchanged through line 1",
                     .diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"}},
          .undo_id = "e1-0a0b"};
}

Told question(std::string id, Happening happening = applied()) {
  happening.kind = Happening::Kind::proposed;
  happening.undo_id.clear();
  happening.waits = true;
  return {std::move(happening), std::move(id)};
}

std::string opened_file(std::uint32_t lines) {
  std::string text;
  for (std::uint32_t i = 1; i <= lines; ++i) append(text, concat("row ", i, '\n'));
  const Happening happening{.kind = Happening::Kind::opened,
                            .who = "client",
                            .files = {{.path = "a.txt", .text = text, .first_line = 1, .last_line = lines}}};
  return plain_text(happening, Colour::none);
}

TEST(PlainText, AnAppliedEditIsItsDiff) {
  EXPECT_EQ(plain_text(applied(), Colour::none),
            "2026-11-15T09:26:31Z client applied edit a.txt (undo_id=e1-0a0b)\n"
            "  2 lines, now 2 (0); unchanged through line 1\n"
            "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
}

TEST(PlainText, SeveralFilesStandBelowOneRow) {
  Happening two = applied();
  two.files.push_back({.path = "b.txt", .op = "delete", .summary = "the file is removed"});
  const std::string text = plain_text(two, Colour::none);
  EXPECT_TRUE(text.starts_with("2026-11-15T09:26:31Z client applied edit: undo_id=e1-0a0b\n  a.txt: 2 lines")) << text;
  EXPECT_TRUE(text.ends_with("+2\n  b.txt: delete, the file is removed\n")) << text;
}

TEST(PlainText, AnOpenedFileIsItsRowsUpToFourHundred) {
  EXPECT_EQ(opened_file(2), "1970-01-01T00:00:00Z client opened a.txt\n  lines 1-2\n1:row 1\n2:row 2\n");
  const std::string cut = opened_file(1234);
  EXPECT_TRUE(cut.ends_with("400:row 400\n… 834 more lines not shown here\n"));
  EXPECT_EQ(opened_file(400).find("more line"), std::string::npos);
}

TEST(PlainText, OnlyTheLinesThatWereShownAreRows) {
  const Happening part{.kind = Happening::Kind::opened,
                       .files = {{.path = "a", .text = "one\ntwo\nthree\n", .first_line = 2, .last_line = 2}}};
  EXPECT_TRUE(plain_text(part, Colour::none).ends_with("  lines 2-2\n2:two\n"));
  const Happening empty{.kind = Happening::Kind::opened, .files = {{.path = "a"}}};
  EXPECT_TRUE(plain_text(empty, Colour::none).ends_with(" opened a\n  empty\n"));
}

TEST(PlainText, LinesThatAreNotThereDoNoHarm) {
  const Happening wrong{.kind = Happening::Kind::opened,
                        .files = {{.path = "a", .text = "one\n", .first_line = 7, .last_line = 3},
                                  {.path = "b", .text = "one\n", .first_line = 1, .last_line = 2147483647}}};
  EXPECT_NE(plain_text(wrong, Colour::none).find("1:one\n… 2147483646 more lines"), std::string::npos);
}

TEST(PlainText, ARefusalIsItsCodeAndItsMessage) {
  const Happening refused{.kind = Happening::Kind::refused,
                          .who = "client",
                          .op = "edit",
                          .files = {{.path = "a.txt"}},
                          .code = "no_match",
                          .message = "It does not occur.\nRead the file."};
  EXPECT_EQ(plain_text(refused, Colour::none),
            "1970-01-01T00:00:00Z client refused edit a.txt (no_match)\nIt does not occur.\nRead the file.\n");
}

TEST(PlainText, RecoveryTakingBackAndWarningsAreTold) {
  const Happening moved{.kind = Happening::Kind::recovered, .files = {{.path = "a", .recovered = "line 3 became line 5"}}};
  EXPECT_TRUE(plain_text(moved, Colour::none).ends_with("a\n  moved over changes of others: line 3 became line 5\n"));
  const Happening found{.kind = Happening::Kind::recovered, .message = "1 finished, 0 taken back", .warnings = {"kept x"}};
  EXPECT_TRUE(plain_text(found, Colour::none).ends_with("recovered: 1 finished, 0 taken back\nwarning: kept x\n"));
  Happening undone = applied();
  undone.kind = Happening::Kind::undone;
  EXPECT_NE(plain_text(undone, Colour::none).find("client undone a.txt (taken back e1-0a0b)\n"), std::string::npos);
}

TEST(PlainText, NothingInItSteersATerminal) {
  const std::string hostile =
      "\x1b]0;title\x07\x1b[2J\r\x08\xC2\x9B"
      "31m\xE2\x80\xAE\xFF";
  const Happening happening{
      .kind = Happening::Kind::refused,
      .who = hostile,
      .op = hostile,
      .files =
          {{.path = hostile, .op = hostile, .destination = hostile, .summary = hostile, .diff = concat('+', hostile, '\n')}},
      .undo_id = hostile,
      .code = hostile,
      .message = hostile,
      .warnings = {hostile}};
  for (int kind = 0; kind < 6; ++kind) {
    Happening each = happening;
    each.kind = static_cast<Happening::Kind>(kind);
    each.files.front().recovered = hostile;
    each.files.front().text = hostile;
    each.files.front().first_line = each.files.front().last_line = 1;
    const std::string text = plain_text(each, Colour::none);
    EXPECT_EQ(printable_rows(text), text) << kind;
  }
}

TEST(PlainText, ColoursStandAroundWhatIsEscaped) {
  const std::string text = plain_text(applied(), Colour::ansi);
  EXPECT_NE(text.find("\x1b[32m+2\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31m-two\x1b[0m\n"), std::string::npos);
}

TEST(PlainText, AJsonLineIsTheSameValueAndSteersNothing) {
  const Json json = Json::object({{"a",
                                   "\xC2\x9B"
                                   "1m\xE2\x80\xAE\x1b\x7F é\n"}});
  const std::string line = json_line(json);
  EXPECT_EQ(read_json(line).value(), json);
  EXPECT_EQ(printable_rows(line), line);
  EXPECT_EQ(line, "{\"a\":\"\\u009b1m\\u202e\\u001b\\u007f é\\n\"}\n");
}

TEST(PlainView, AQuestionShowsTheChangeAndAsks) {
  PlainView view(Colour::none);
  const PlainView::Shown shown = view.hear(1, question("q"));
  EXPECT_TRUE(shown.asks_anew);
  EXPECT_NE(shown.text.find("+2\n"), std::string::npos);
  EXPECT_EQ(shown.prompt, "Write this? [y/N] ");
  const PlainView::Reply reply = view.type("y");
  EXPECT_EQ(reply.to, 1U);
  EXPECT_EQ(reply.answer, (Answer{"q", true}));
  EXPECT_EQ(reply.shown.text, "");
}

TEST(PlainView, WhatStandsRightAboveIsNotShownAgain) {
  PlainView view(Colour::none);
  const Told asked = question("q");
  view.hear(1, Told{asked.happening});
  const PlainView::Shown below = view.hear(1, asked);
  EXPECT_EQ(below.text, "");
  EXPECT_EQ(below.prompt, "Write this? [y/N] ");
  view.type("n");

  view.hear(1, Told{asked.happening});
  view.hear(2, Told{applied()});
  EXPECT_NE(view.hear(1, asked).text.find("+2\n"), std::string::npos) << "something else stands above";
}

TEST(PlainView, OnlyYesIsYes) {
  for (const auto& [typed, consent] : std::vector<std::pair<std::string, bool>>{
           {"y", true}, {"Y", true}, {"yes", true}, {"", false}, {"n", false}, {"yep", false}, {" y", false}}) {
    PlainView view(Colour::none);
    view.hear(1, question("q"));
    EXPECT_EQ(view.type(typed).answer.consent, consent) << typed;
  }
}

TEST(PlainView, WhatIsTypedWithoutAQuestionIsNoAnswer) {
  PlainView view(Colour::none);
  EXPECT_EQ(view.type("y").to, std::nullopt);
  view.hear(1, Told{applied()});
  EXPECT_EQ(view.type("y").to, std::nullopt);
}

TEST(PlainView, QuestionsAreAskedOneAfterTheOther) {
  PlainView view(Colour::none);
  view.hear(1, question("first"));
  Happening other = applied();
  other.files.front().path = "b.txt";
  EXPECT_EQ(view.hear(2, question("second", other)).text, "");
  const PlainView::Reply reply = view.type("n");
  EXPECT_EQ(reply.to, 1U);
  EXPECT_EQ(reply.answer, (Answer{"first", false}));
  EXPECT_TRUE(reply.shown.asks_anew);
  EXPECT_NE(reply.shown.text.find("b.txt"), std::string::npos);
  EXPECT_EQ(view.type("y").answer, (Answer{"second", true}));
}

TEST(PlainView, WhatHappensMeanwhileStandsAboveTheQuestion) {
  PlainView view(Colour::none);
  view.hear(1, question("q"));
  const PlainView::Shown shown = view.hear(2, Missed{3});
  EXPECT_EQ(shown.text, "\nmissed: 3 events came faster than they could be shown\nstill asked: client, a.txt\n");
  EXPECT_EQ(shown.prompt, "Write this? [y/N] ");
  EXPECT_FALSE(shown.asks_anew);
}

TEST(PlainView, AQuestionEndsWhenItIsSettledWithdrawnOrItsAskerGone) {
  PlainView view(Colour::none);
  view.hear(1, question("q"));
  EXPECT_EQ(view.hear(2, Settled{"q", true}).text, "") << "of somebody else";
  EXPECT_EQ(view.hear(1, Settled{"q", true}).text, "\nclient, a.txt: the question is settled: somebody else said yes\n");
  EXPECT_EQ(view.type("y").to, std::nullopt);
  view.hear(1, question("q"));
  EXPECT_EQ(view.hear(1, Settled{"q"}).text, "\nclient, a.txt: the question is withdrawn\n");
  view.hear(1, question("q"));
  view.hear(2, question("r"));
  const PlainView::Shown gone = view.leave(1);
  EXPECT_TRUE(gone.text.starts_with("\nclient, a.txt: the question is over: whoever asked is gone\n")) << gone.text;
  EXPECT_TRUE(gone.asks_anew) << "the next one's turn";
  EXPECT_EQ(view.type("y").answer, (Answer{"r", true}));
}

}  // namespace
}  // namespace kedge::ui
