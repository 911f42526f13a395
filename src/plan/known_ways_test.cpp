#include "plan/known_ways.hpp"

#include <gtest/gtest.h>

#include "plan/basis.hpp"
#include "print_values.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

std::string numbered_lines(std::uint32_t count) {
  std::string bytes;
  for (std::uint32_t line = 1; line <= count; ++line) append(bytes, concat("line ", line, '\n'));
  return bytes;
}

const std::vector<Leg>& way_of_reading(Basis& basis) { return basis.way(basis.size() - 1); }

TEST(KnownWays, OwnEditsAreOneLegHoweverManyThereAre) {
  FileInSession a(numbered_lines(200));
  a.show();
  for (std::uint32_t i = 0; i < 100; ++i) {
    a.kedge_edits({span_of(2 * i + 1, 2 * i + 1), {concat("edit ", i), "and more"}});
    const LoadedFile file = a.load();
    Basis basis(a.session(), file);
    ASSERT_EQ(way_of_reading(basis).size(), 1U);
    ASSERT_TRUE(is_own(way_of_reading(basis).front()));
  }
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  EXPECT_EQ(basis.follow(basis.size() - 1, span_of(200, 200), {}), span_of(300, 300));
  EXPECT_FALSE(basis.follow(basis.size() - 1, span_of(100, 100), {}));
}

TEST(KnownWays, WithoutTheBytesOfAVersionItsLinesAreFollowedAsWithThem) {
  FileInSession a(numbered_lines(12));
  a.show();
  for (std::uint32_t i = 0; i < 30; ++i) {
    if (i % 3 == 0) a.kedge_edits({between_lines(LineNo{i % 11 + 1}), {concat("new ", i)}});
    if (i % 3 == 1) a.kedge_edits({span_of(i % 9 + 1, i % 9 + 1), {concat("edit ", i), "and more"}});
    if (i % 3 == 2) a.kedge_edits({span_of(i % 7 + 2, i % 7 + 3), {"one of two"}});
    a.answer(span_of(1, 3));
    const LoadedFile file = a.load();
    Basis basis(a.session(), file);
    for (std::size_t version = 0; version < basis.size(); ++version) {
      for (std::uint32_t line = 1; line <= basis.text(version)->line_count(); ++line) {
        const std::optional<LineSpan> own = basis.follow_own(version, span_of(line, line));
        if (basis.is_current(version)) {
          EXPECT_EQ(own, span_of(line, line));
          continue;
        }
        const auto now = basis.follow(version, span_of(line, line), {});
        EXPECT_EQ(own, now ? std::optional(*now) : std::nullopt);
      }
      if (!basis.is_current(version)) {
        EXPECT_EQ(basis.follow_own(version, span_of(99, 99)), std::nullopt) << "there is no such line";
      }
    }
  }
  a.others_write(concat("theirs\n", a.load().text.bytes()));
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  for (std::size_t version = 0; version < basis.size(); ++version) {
    EXPECT_EQ(basis.follow_own(version, span_of(1, 1)), std::nullopt) << "others have changed it, too";
    EXPECT_EQ(basis.way(version).size(), version == 0 ? 1U : 2U) << "with the bytes, that is known as well";
  }
}

TEST(KnownWays, AnotherSessionFindsTheSameWay) {
  FileInSession a(numbered_lines(50));
  a.show();
  const Tag tag = a.tag();
  for (std::uint32_t i = 0; i < 40; ++i) a.kedge_edits({between_lines(LineNo{1}), {concat("edit ", i)}});
  a.session().id = "another";
  a.session().ways = std::make_shared<KnownWays>();
  const LoadedFile file = a.load();
  Basis basis = Basis::named(a.session(), file, tag).value();
  EXPECT_EQ(basis.follow(0, span_of(1, 1), {}), span_of(41, 41));
}

TEST(KnownWays, WhatOthersDoInBetweenIsALegOfItsOwn) {
  FileInSession a(numbered_lines(50));
  a.show();
  a.kedge_edits({span_of(1, 1), {"one"}});
  a.others_write(concat(a.load().text.bytes(), "theirs\n"));
  a.kedge_edits({span_of(2, 2), {"two"}});
  a.kedge_edits({span_of(3, 3), {"three"}});
  a.others_write(concat("theirs\n", a.load().text.bytes()));
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  const std::vector<Leg>& way = way_of_reading(basis);
  ASSERT_EQ(way.size(), 4U);
  EXPECT_TRUE(is_own(way[0]));
  EXPECT_FALSE(is_own(way[1]));
  EXPECT_TRUE(is_own(way[2]));
  EXPECT_FALSE(is_own(way[3]));
  EXPECT_EQ(basis.changed_by(basis.size() - 1), DriftMaker::both);
}

TEST(KnownWays, AVersionThatIsBackAgainBeginsAnew) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.kedge_edits({span_of(2, 2), {"edited"}});
  {
    const LoadedFile file = a.load();
    Basis basis(a.session(), file);
    EXPECT_FALSE(basis.follow(basis.size() - 1, span_of(2, 2), {}));
  }
  a.kedge_edits({span_of(2, 2), {"two"}});
  a.kedge_edits({between_lines(LineNo{1}), {"zero"}});
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  EXPECT_EQ(basis.follow(basis.size() - 1, span_of(2, 2), {}), span_of(3, 3)) << "it was as it had been shown";
}

class WaysOfRecordsOnDisk : public test::RecordsOnDisk {};

TEST_F(WaysOfRecordsOnDisk, OneThatCouldNotBeReadIsAskedForAgain) {
  const Text shown("one\n");
  {
    const std::unique_ptr<Store> store = opened();
    read(*store, "file", shown.bytes());
    ASSERT_TRUE(store->record({.session = "s", .files = {test::edited("file", shown.bytes(), "two\n")}}));
    store->flush();
  }
  const std::unique_ptr<Store> store = opened();
  const Showing showing = store->shown_of("s", "file", shown.digest());
  KnownWays ways;
  run("ALTER TABLE content RENAME TO lost");
  EXPECT_TRUE(way_from(ways, *store, "file", showing, &shown)->is_lost);
  run("ALTER TABLE lost RENAME TO content");
  const std::shared_ptr<const Way> way = way_from(ways, *store, "file", showing, &shown);
  EXPECT_FALSE(way->is_lost);
  EXPECT_EQ(way->at, sha256("two\n"));
}

// As models do that take the tag of every answer: the rows of the reading stay known.
TEST(KnownWays, ARowThatWasReadIsKnownUnderTheNewestTagAfterManyEdits) {
  FileInSession a(numbered_lines(1000));
  a.show();
  for (std::uint32_t i = 0; i < 150; ++i) {
    const LineSpan line = span_of(5 * i + 1, 5 * i + 1);
    a.kedge_edits({line, {concat("edit ", i)}});
    a.answer(line, LineSet(line));
    const LoadedFile changed = a.load();
    ASSERT_GT(Basis(a.session(), changed).size(), 1U);  // as the next call asks for it
  }
  const LoadedFile file = a.load();
  Basis basis = Basis::named(a.session(), file, a.tag()).value();
  EXPECT_TRUE(basis.not_shown(0, LineSet(span_of(1, 1000)), &Showing::numbered).empty());
}

}  // namespace
}  // namespace kedge
