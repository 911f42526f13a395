#include "plan/shown_rows.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/repeatable_random.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

TEST(ShownRows, CommonLinesAreThoseInBothSets) {
  RepeatableRandom random(1);
  const auto some_lines = [&](std::set<std::uint32_t>& numbers) {
    LineSet set;
    for (std::size_t i = random.below(8); i > 0; --i) {
      const auto line = static_cast<std::uint32_t>(1 + random.below(12));
      numbers.insert(line);
      set.add(one_line(LineNo{line}));
    }
    return set;
  };
  for (int i = 0; i < 500; ++i) {
    std::set<std::uint32_t> first;
    std::set<std::uint32_t> second;
    const LineSet one = some_lines(first);
    const LineSet other = some_lines(second);
    LineSet both;
    for (const std::uint32_t line : first) {
      if (second.contains(line)) both.add(one_line(LineNo{line}));
    }
    ASSERT_EQ(common(one, other), both) << described(one) << " and " << described(other);
  }
}

TEST(ShownRows, LinesAreDescribedAsRanges) {
  LineSet lines(span_of(3, 5));
  lines.add(span_of(9, 9));
  EXPECT_EQ(described(lines), "3-5, 9");
  EXPECT_EQ(described({}), "");
}

TEST(ShownRows, OnlyRowsThatTheAnswerHasRoomForCountAsShown) {
  FileInSession a("one\ntwo\nsix\nten\n");
  LoadedFile file = a.load();
  constexpr std::size_t words = 1200;
  constexpr std::size_t two_rows = 2 * std::string_view("1:one\n").size();
  file.room = std::make_shared<AnswerRoom>(9000, 100, words + two_rows, 1);
  Error refused = refuse(Code::lines_not_shown);
  show_missing(a.session(), file, LineSet(span_of(1, 4)), refused, {});
  EXPECT_EQ(*refused.facts.find("rows"), Json("1:one\n2:two\n…\n"));
  EXPECT_TRUE(refused.next.contains("lines 1-2 are shown here")) << refused.next;
  record_refusal(a.session(), {}, refused);
  const Showing showing = a.store().shown_of(a.session().id, FileInSession::path, file.version);
  EXPECT_EQ(showing.lines, LineSet(span_of(1, 2)));
  EXPECT_EQ(showing.refused, LineSet(span_of(1, 2)));
}

TEST(ShownRows, AFileIsSeenWhenItsLastRowWasShown) {
  FileInSession a("one\ntwo\nsix\n");
  a.show(span_of(1, 2));
  const Result<void> refused = check_seen(a.load(), a.session(), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::lines_not_shown);
  EXPECT_EQ(*refused.error().facts.find("lines"), Json("3"));
  EXPECT_FALSE(check_seen(a.load(), a.session(), {})) << "the refusal has not been sent";
  record_refusal(a.session(), {}, refused.error());
  EXPECT_TRUE(check_seen(a.load(), a.session(), {}));
}

TEST(ShownRows, ARowThatWasShownInPartIsNotSeen) {
  FileInSession a("one\n" + std::string(5000, 'x') + "\n");
  a.show();
  const Result<void> refused = check_seen(a.load(), a.session(), {});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().next.starts_with("Lines 2 are too long to be shown whole")) << refused.error().next;
}

TEST(ShownRows, WhoIsRefusedWithRowsAndSendsTheSameOperationAgainHasLookedAtThem) {
  FileInSession a("one\ntwo\n");
  const Request request = test::asking({{Match{.text = "two"}, "2"}, {Match{.text = "one"}, "1"}});
  const auto was_refused = [&](std::string quoted, std::string body) {
    const Operation operation{Match{.text = std::move(quoted)}, std::move(body)};
    return a.session().misread->was_refused(FileInSession::path, identity_of(FileInSession::path, operation)) !=
           Repeats::nothing;
  };
  Error refused = refuse(Code::match_moved);
  refused.path = FileInSession::path;
  record_refusal(a.session(), request, refused);
  EXPECT_FALSE(was_refused("two", "2")) << "no row was shown";
  add_shown(a.load(), LineSet(span_of(2, 2)), refused);
  refused.path = "b.txt";
  record_refusal(a.session(), request, refused);
  EXPECT_FALSE(was_refused("two", "2")) << "the refusal is about another file";
  refused.path = FileInSession::path;
  record_refusal(a.session(), request, refused);
  EXPECT_TRUE(was_refused("two", "2"));
  EXPECT_FALSE(was_refused("two", "other")) << "it may have been written before the refusal was seen";
  EXPECT_TRUE(was_refused("one", "1")) << "every operation of the call";
  EXPECT_FALSE(was_refused("absent", "2"));
  note_shown(a.session(), a.load(), LineSet(span_of(1, 1)), EventKind::shown, Numbers::shown);
  EXPECT_FALSE(was_refused("two", "2")) << "it has read the file since";
}

TEST(ShownRows, WhatASessionOfOneCallWasRefusedIsOnRecord) {
  FileInSession a("one\ntwo\n");
  const Request request = test::asking({{Match{.text = "two"}, "2"}});
  const Request other = test::asking({{Match{.text = "two"}, "other"}});
  Error refused = refuse(Code::anchor_stale);
  refused.path = FileInSession::path;
  add_shown(a.load(), LineSet(span_of(2, 2)), refused);
  const auto repeats = [&](const Request& sent, bool lasts) {
    Session next = a.session();  // another process: nothing is remembered
    next.misread = std::make_shared<Misreadings>();
    next.lasts = lasts;
    return repetition_of(next, sent.files.front(), a.load());
  };
  record_refusal(a.session(), request, refused);
  EXPECT_EQ(repeats(request, false), Repeats::refused);
  EXPECT_EQ(repeats(other, false), Repeats::nothing);
  EXPECT_EQ(repeats(request, true), Repeats::nothing) << "a server remembers by itself";
  refused.reason = Reason::fits_two_places;
  record_refusal(a.session(), request, refused);
  EXPECT_EQ(repeats(request, false), Repeats::refused_for_both);
  a.show();
  EXPECT_EQ(repeats(request, false), Repeats::nothing) << "it has read the file since";
}

}  // namespace
}  // namespace kedge
