#include "ui/full_view.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

// A screen of ASCII characters.
class Paper final : public Canvas {
 public:
  Paper(int rows, int columns)
      : grid_(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), ' ')), columns_(columns) {}

  int rows() const override { return static_cast<int>(grid_.size()); }
  int columns() const override { return columns_; }
  int put(int row, int column, std::string_view text, Style, int width) override {
    EXPECT_TRUE(row >= 0 && row < rows() && column >= 0) << row << ' ' << column;
    const int used = std::min({width, columns_ - column, static_cast<int>(text.size())});
    for (int i = 0; i < used; ++i)
      grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column + i)] = text[static_cast<std::size_t>(i)];
    return std::max(used, 0);
  }
  std::string text() const { return join(grid_, "\n"); }
  bool has(std::string_view text_of_it) const { return text().find(text_of_it) != std::string::npos; }

 private:
  std::vector<std::string> grid_;
  int columns_;
};

class FullViewTest : public testing::Test {
 protected:
  FullViewTest() {
    proposal.hunks = {{1, 1, 1, 1}, {9, 1, 9, 1}};
    proposal.diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n@@ -9 +9 @@\n-nine\n+NINE\n";
  }

  void ask() {
    const Timeline::Numbers heard =
        timeline.hear(0, 1, Told{{.kind = Happening::Kind::proposed, .who = "agent", .files = {proposal}, .waits = true}, "q"});
    grant(view.hear(heard));
  }
  void apply(const std::string& id) {
    grant(view.hear(timeline.hear(
        0, 1, Told{{.kind = Happening::Kind::applied, .who = "agent", .op = "edit", .files = {proposal}, .undo_id = id}})));
  }
  // As the program does it.
  void grant(const Wish& wish) {
    if (const LookAt* const look = std::get_if<LookAt>(&wish)) {
      const TimelineItem& item = *timeline.find(look->number);
      view.show_item(item, item.happening, {{proposal, rows_of_diff(proposal, nullptr)}});
    }
  }
  Wish press(char32_t character) { return view.press({.character = character}); }
  Wish enter() { return view.press({.named = Key::Named::enter}); }
  void type(std::u32string_view text) {
    for (const char32_t c : text) grant(press(c));
  }
  Paper drawn(int rows = 24, int columns = 100) {
    Paper paper(rows, columns);
    view.draw(paper);
    return paper;
  }

  Happening::File proposal{.path = "a.txt", .op = "update"};
  Timeline timeline;
  FullView view{timeline, "/root"};
};

TEST_F(FullViewTest, WhatIsAskedIsShownAndAcceptedByAKey) {
  ask();
  const Paper paper = drawn();
  EXPECT_TRUE(paper.has("ASKS")) << paper.text();
  EXPECT_TRUE(paper.has("1 waiting"));
  EXPECT_TRUE(paper.has("+ONE")) << paper.text();
  const Wish wish = press(U'a');
  ASSERT_TRUE(std::holds_alternative<GiveAnswer>(wish));
  EXPECT_TRUE(std::get<GiveAnswer>(wish).answer.consent);
  EXPECT_TRUE(std::get<GiveAnswer>(wish).answer.declined.empty());
}

TEST_F(FullViewTest, OneChangeOfItIsDeclined) {
  ask();
  (void)press(U'2');
  EXPECT_TRUE(drawn().has("[x] 2: a.txt, line 9")) << drawn().text();
  const Answer answer = std::get<GiveAnswer>(press(U'a')).answer;
  EXPECT_EQ(answer.declined, (std::vector<ChangePart>{{.path = "a.txt", .hunks = {2}}}));
  (void)press(U'2');
  EXPECT_TRUE(std::get<GiveAnswer>(press(U'a')).answer.declined.empty()) << "or not after all";
}

TEST_F(FullViewTest, ItIsDeclinedWithANote) {
  ask();
  (void)press(U'd');
  type(U"use thé other");
  (void)view.press({.named = Key::Named::erase});
  EXPECT_TRUE(drawn().has("Decline; why?"));
  const Answer answer = std::get<GiveAnswer>(enter()).answer;
  EXPECT_FALSE(answer.consent);
  EXPECT_EQ(answer.note, "use thé othe");
  (void)press(U'd');
  EXPECT_TRUE(std::holds_alternative<std::monostate>(view.press({.named = Key::Named::escape}))) << "nothing is answered";
}

TEST_F(FullViewTest, AllOfASessionIsAcceptedForAWhile) {
  ask();
  (void)press(U't');
  type(U"10");
  EXPECT_EQ(std::get<GiveAnswer>(enter()).answer.minutes, 10U);
  (void)press(U't');
  type(U"soon");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(enter())) << "that is no number";
}

TEST_F(FullViewTest, NothingIsAnsweredThatIsNotAsked) {
  apply("e1");
  for (const char32_t key : {U'a', U'd', U't', U'A'}) EXPECT_TRUE(std::holds_alternative<std::monostate>(press(key)));
}

TEST_F(FullViewTest, AChangeIsTakenBackAfterAPreview) {
  apply("e1");
  const TurnItem look = std::get<TurnItem>(press(U'u'));
  EXPECT_TRUE(look.wanted.dry_run);
  EXPECT_EQ(look.wanted.id, "e1");
  view.show_preview({{proposal, rows_of_diff(proposal, nullptr)}});
  EXPECT_TRUE(drawn().has("Taking it back would change"));
  EXPECT_FALSE(std::get<TurnItem>(press(U'y')).wanted.dry_run);
  view.show_preview({});
  EXPECT_TRUE(std::get<TurnItem>(press(U'h')).hold);
  view.show_preview({});
  EXPECT_TRUE(std::holds_alternative<LookAt>(press(U'n'))) << "nothing is done";
  EXPECT_TRUE(std::get<MarkReviewed>(press(U'r')).reviewed);
}

TEST_F(FullViewTest, OnlyWhatHasTheWordsIsListed) {
  apply("e1");
  proposal.path = "other.txt";
  apply("e2");
  (void)press(U'/');
  type(U"OTHER");
  (void)enter();
  const Paper paper = drawn();
  EXPECT_TRUE(paper.has("other.txt"));
  EXPECT_FALSE(paper.has("agent applied a.txt")) << paper.text();
  (void)press(U'/');
  (void)view.press({.named = Key::Named::escape});
  EXPECT_TRUE(drawn().has("agent applied a.txt"));
}

TEST_F(FullViewTest, WhoIsInTheMiddleOfSomethingIsNotInterrupted) {
  ask();
  (void)press(U'd');
  type(U"because");
  const Timeline::Numbers heard =
      timeline.hear(0, 2, Told{{.kind = Happening::Kind::proposed, .files = {proposal}, .waits = true}, "r"});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(view.hear(heard)));
  EXPECT_EQ(std::get<GiveAnswer>(enter()).number, 1U);
}

// Whatever the size, nothing is drawn outside of it.
TEST_F(FullViewTest, AnySizeWillDo) {
  apply("e1");
  ask();
  for (const int rows : {1, 2, 3, 5, 24}) {
    for (const int columns : {1, 2, 20, 59, 60, 61, 200}) {
      for (const char32_t key : {U's', U'?', U'x', U'\t'}) {
        if (key == U'\t') {
          (void)view.press({.named = Key::Named::tab});
        } else {
          (void)press(key);
        }
        drawn(rows, columns);
      }
    }
  }
}

TEST_F(FullViewTest, SideBySideBothSidesAreInOneRow) {
  apply("e1");
  (void)press(U's');
  bool found = false;
  const Paper paper = drawn();
  for (const std::string_view row : split(paper.text(), '\n')) {
    found = found || (row.find(" one") != std::string_view::npos && row.find(" ONE") != std::string_view::npos);
  }
  EXPECT_TRUE(found) << paper.text();
}

}  // namespace
}  // namespace kedge::ui
