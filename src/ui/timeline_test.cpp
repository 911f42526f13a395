#include "ui/timeline.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

Happening change(std::string id, Happening::Kind kind = Happening::Kind::applied, std::string op = "edit") {
  return {.kind = kind, .session = "s", .op = std::move(op), .files = {{.path = "a.txt"}}, .undo_id = std::move(id)};
}

Happening proposal() {
  return {.kind = Happening::Kind::proposed, .session = "s", .files = {{.path = "a.txt"}}, .waits = true};
}

using Numbers = Timeline::Numbers;

TEST(Timeline, WhatHappensGetsANumber) {
  Timeline timeline;
  EXPECT_EQ(timeline.hear(0, 1, Told{change("e1")}), Numbers{1});
  EXPECT_EQ(timeline.hear(0, 1, Missed{7}), Numbers{2});
  EXPECT_EQ(timeline.find(2)->missed, 7U);
  EXPECT_EQ(timeline.find(3), nullptr);
  EXPECT_EQ(event_of(*timeline.find(2)), "missed 7 events");
}

TEST(Timeline, AQuestionJoinsTheProposalThatItIsAbout) {
  Timeline timeline;
  EXPECT_EQ(timeline.hear(0, 1, Told{proposal()}), Numbers{1});
  EXPECT_EQ(timeline.hear(0, 2, Told{proposal()}), Numbers{2}) << "of another server";
  EXPECT_EQ(timeline.hear(0, 1, Told{proposal(), "q"}), Numbers{1});
  EXPECT_EQ(timeline.find(1)->asked, TimelineItem::Asked::open);
  EXPECT_EQ(timeline.hear(0, 3, Told{proposal(), "r"}), Numbers{3}) << "a view that came late";
  EXPECT_TRUE(timeline.settle(1, true));
  EXPECT_FALSE(timeline.settle(1, false)) << "the first answer counts";
  EXPECT_EQ(timeline.find(1)->asked, TimelineItem::Asked::accepted);
}

TEST(Timeline, AQuestionEndsWithItsAnswerItsWithdrawalOrItsAsker) {
  Timeline timeline;
  for (std::uint64_t asker = 1; asker <= 4; ++asker) timeline.hear(0, asker, Told{proposal(), "q"});
  EXPECT_EQ(timeline.hear(0, 1, Settled{"q", true}), Numbers{1});
  EXPECT_EQ(timeline.hear(0, 2, Settled{"q", false}), Numbers{2});
  EXPECT_EQ(timeline.hear(0, 3, Settled{"q"}), Numbers{3});
  EXPECT_EQ(timeline.leave(4), Numbers{4});
  EXPECT_TRUE(timeline.leave(4).empty());
  std::string all;
  for (const TimelineItem& item : timeline.items()) append(all, concat(name_of(item.asked), ' '));
  EXPECT_EQ(all, "accepted declined over over ");
}

TEST(Timeline, AChangeKnowsWhetherItIsTakenBackAndReviewed) {
  Timeline timeline;
  timeline.hear(0, 1, Told{change("e1")});
  timeline.hear(1, 1, Told{change("e1")});
  EXPECT_EQ(timeline.hear(0, 1, Told{change("e1", Happening::Kind::undone, "undo")}), (Numbers{1, 3}));
  EXPECT_TRUE(timeline.find(1)->undone);
  EXPECT_FALSE(timeline.find(2)->undone) << "of another root";
  timeline.hear(0, 1, Told{change("e1", Happening::Kind::undone, "redo")});
  EXPECT_FALSE(timeline.find(1)->undone);
  EXPECT_EQ(timeline.note_reviewed(0, "e1", true), Numbers{1});
  EXPECT_TRUE(timeline.find(1)->reviewed);
}

TEST(Timeline, TheOldestAreForgottenButNoQuestion) {
  Timeline timeline;
  timeline.hear(0, 1, Told{proposal(), "q"});
  for (std::size_t i = 0; i < Timeline::most_items + 10; ++i) timeline.hear(0, 2, Told{change("e")});
  EXPECT_EQ(timeline.items().size(), Timeline::most_items);
  EXPECT_NE(timeline.find(1), nullptr);
  EXPECT_EQ(timeline.find(2), nullptr);
  Happening large = change("large");
  large.files.front().diff = std::string(Timeline::most_bytes, '+');
  const Numbers added = timeline.hear(0, 2, Told{large});
  EXPECT_NE(timeline.find(added.front()), nullptr) << "what is new is shown, however large it is";
  EXPECT_EQ(timeline.items().size(), 2U);
}

}  // namespace
}  // namespace kedge::ui
