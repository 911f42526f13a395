#include "plan/named_version.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

TEST(NamedVersion, ATagNamesTheBytesThatItWasGivenTo) {
  FileInSession a("one\n");
  a.show();
  const Tag tag = a.tag();
  const LoadedFile as_shown = a.load();
  EXPECT_TRUE(NamedVersion::find(a.session(), as_shown, tag)->is_current());
  a.others_write("two\n");
  const LoadedFile file = a.load();
  const Result<NamedVersion> named = NamedVersion::find(a.session(), file, tag);
  ASSERT_TRUE(named);
  EXPECT_FALSE(named->is_current());
  EXPECT_EQ(named->text().bytes(), "one\n");
  EXPECT_EQ(named->version(), sha256("one\n"));
}

TEST(NamedVersion, WhatHasNoBytesIsUnknown) {
  FileInSession a("one\n");
  const LoadedFile file = a.load();
  const Tag of_lost_bytes = a.store().tag_of(FileInSession::path, sha256("lost"));
  const Tag never_given = of_lost_bytes == "0000" ? "0001" : "0000";
  for (const Tag& tag : {of_lost_bytes, never_given}) {
    const Result<NamedVersion> named = NamedVersion::find(a.session(), file, tag);
    ASSERT_FALSE(named) << tag;
    EXPECT_EQ(named.error().code, Code::snapshot_unknown);
  }
}

TEST(NamedVersion, ARowCountsUnderAnotherVersionWhereTheSameLineStandsAtTheSameNumber) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.others_write("one\ntwo\nSIX\nten\n");
  const LoadedFile changed = a.load();
  const NamedVersion named = NamedVersion::find(a.session(), changed, a.tag()).value();
  EXPECT_EQ(named.not_shown(LineSet(span_of(1, 4))), LineSet(span_of(3, 3)));
  a.others_write("new\none\ntwo\nsix\nten\n");
  const LoadedFile moved_down = a.load();
  const NamedVersion after = NamedVersion::find(a.session(), moved_down, a.tag()).value();
  EXPECT_EQ(after.not_shown(LineSet(span_of(1, 5))), LineSet(span_of(1, 5)));
}

TEST(NamedVersion, RowsWithoutNumbersCountOnlyWhereTheyAreNamedOtherwise) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(span_of(1, 2)), EventKind::shown, Numbers::not_shown);
  EXPECT_EQ(NamedVersion::find(a.session(), file, a.tag())->not_shown(LineSet(span_of(1, 2))), LineSet(span_of(1, 2)));
  const NamedVersion by_hash = NamedVersion::shown(a.session(), file, file.text, file.version);
  EXPECT_TRUE(by_hash.not_shown(LineSet(span_of(1, 2))).empty());
}

TEST(NamedVersion, ItsWayKnowsWhoChangedTheFile) {
  for (const bool others : {false, true}) {
    for (const bool own : {false, true}) {
      if (!others && !own) continue;
      FileInSession a("one\ntwo\n");
      a.show();
      const Tag tag = a.tag();
      if (others) a.others_write("one\ntwo\nsix\n");
      if (own) a.kedge_edits({between_lines(LineNo{1}), {"zero"}});
      const LoadedFile file = a.load();
      NamedVersion named = NamedVersion::find(a.session(), file, tag).value();
      named.find_way();
      EXPECT_EQ(named.others_changed(), others) << own;
      EXPECT_EQ(named.kedge_changed(), own) << others;
      EXPECT_EQ(named.way().size(), others && own ? 2U : 1U);
      EXPECT_EQ(named.way().back().current(), file.text);
    }
  }
}

}  // namespace
}  // namespace kedge
