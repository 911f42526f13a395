#include "plan/basis.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

constexpr auto never_unique = [](const Text&) { return false; };

TEST(Basis, TheLastShownComesFirst) {
  FileInSession a("one\n");
  a.show();
  a.others_write("two\n");
  {
    const LoadedFile file = a.load();
    const Basis before(a.session(), file);
    EXPECT_EQ(before.size(), 1U);
    EXPECT_TRUE(before.changed_since());
    EXPECT_EQ(before.current(), std::nullopt);
  }
  a.show();
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  ASSERT_EQ(basis.size(), 2U);
  EXPECT_FALSE(basis.changed_since());
  EXPECT_TRUE(basis.is_current(0));
  EXPECT_EQ(basis.current(), 0U);
  ASSERT_NE(basis.text(1), nullptr);
  EXPECT_EQ(basis.text(1)->bytes(), "one\n");
}

TEST(Basis, WhatAnotherSessionWasShownCountsOnlyIfThisOneSaysSo) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  a.store().show("other", FileInSession::path, file.version, LineSet(span_of(2, 2)), EventKind::shown, 1, {});
  EXPECT_EQ(Basis(a.session(), file).size(), 0U);
  EXPECT_FALSE(has_met(a.session(), FileInSession::path));
  a.session().also_shown_to = {"other"};
  EXPECT_TRUE(has_met(a.session(), FileInSession::path));
  a.show(span_of(1, 1));
  const Basis basis(a.session(), file);
  ASSERT_EQ(basis.size(), 1U);
  EXPECT_EQ(basis[0].lines, LineSet(span_of(1, 2)));
}

TEST(Basis, WhatWasReadCountsMoreThanWhatStoodInAnAnswer) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show(span_of(1, 1));
  a.answer(span_of(2, 3), LineSet(span_of(3, 3)));
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(span_of(4, 4)), EventKind::refused, Numbers::shown);
  const Basis basis(a.session(), file);
  LineSet read(span_of(1, 1));
  read.add(span_of(3, 3));
  EXPECT_EQ(basis.rows(0, Belief::read, false), read) << "the session wrote row 3 itself";
  read.add(span_of(4, 4));
  EXPECT_EQ(basis.rows(0, Belief::read, true), read) << "who is refused with a row and asks again has looked at it";
  for (const Belief belief : {Belief::shown, Belief::version}) {
    for (const bool again : {false, true}) EXPECT_EQ(basis.rows(0, belief, again), LineSet(span_of(1, 4)));
  }
}

TEST(Basis, ATagNamesTheBytesThatItWasGivenTo) {
  FileInSession a("one\n");
  a.show();
  const Tag tag = a.tag();
  const LoadedFile as_shown = a.load();
  EXPECT_TRUE(Basis::named(a.session(), as_shown, tag)->is_current(0));
  a.others_write("two\n");
  a.show();
  const LoadedFile file = a.load();
  Result<Basis> named = Basis::named(a.session(), file, tag);
  ASSERT_TRUE(named);
  ASSERT_EQ(named->size(), 1U) << "only that version";
  EXPECT_FALSE(named->is_current(0));
  EXPECT_EQ(named->text(0)->bytes(), "one\n");
  EXPECT_EQ((*named)[0].version, sha256("one\n"));
}

TEST(Basis, WhatHasNoBytesIsUnknown) {
  FileInSession a("one\n");
  const LoadedFile file = a.load();
  const Tag of_lost_bytes = a.store().tag_of(FileInSession::path, sha256("lost"));
  const Tag never_given = of_lost_bytes == "0000" ? "0001" : "0000";
  for (const Tag& tag : {of_lost_bytes, never_given}) {
    const Result<Basis> named = Basis::named(a.session(), file, tag);
    ASSERT_FALSE(named) << tag;
    EXPECT_EQ(named.error().code, Code::snapshot_unknown);
  }
  EXPECT_FALSE(Basis::named(a.session(), file, sha256("lost")));
  EXPECT_TRUE(Basis::named(a.session(), file, sha256("one\n"))) << "the file itself has the bytes";
}

TEST(Basis, ARowCountsUnderAnotherVersionWhereTheSameLineStandsAtTheSameNumber) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.others_write("one\ntwo\nSIX\nten\n");
  const LoadedFile changed = a.load();
  Basis named = Basis::named(a.session(), changed, a.tag()).value();
  EXPECT_EQ(named.not_shown(0, LineSet(span_of(1, 4)), &Showing::numbered), LineSet(span_of(3, 3)));
  a.others_write("new\none\ntwo\nsix\nten\n");
  const LoadedFile moved_down = a.load();
  Basis after = Basis::named(a.session(), moved_down, a.tag()).value();
  EXPECT_EQ(after.not_shown(0, LineSet(span_of(1, 5)), &Showing::numbered), LineSet(span_of(1, 5)));
}

TEST(Basis, RowsWithoutNumbersCountOnlyWhereTheyAreNamedOtherwise) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(span_of(1, 2)), EventKind::shown, Numbers::not_shown);
  Basis basis(a.session(), file);
  EXPECT_EQ(basis.not_shown(0, LineSet(span_of(1, 2)), &Showing::numbered), LineSet(span_of(1, 2)));
  EXPECT_TRUE(basis.not_shown(0, LineSet(span_of(1, 2)), &Showing::lines).empty());
}

TEST(Basis, ItsWayKnowsWhoChangedTheFile) {
  for (const bool others : {false, true}) {
    for (const bool own : {false, true}) {
      if (!others && !own) continue;
      FileInSession a("one\ntwo\n");
      a.show();
      if (others) a.others_write("one\ntwo\nsix\n");
      if (own) a.kedge_edits({between_lines(LineNo{1}), {"zero"}});
      const LoadedFile file = a.load();
      Basis basis(a.session(), file);
      const DriftMaker maker = others && own ? DriftMaker::both : others ? DriftMaker::others : DriftMaker::kedge;
      EXPECT_EQ(basis.changed_by(0), maker) << others << own;
      EXPECT_EQ(basis.way(0).size(), others && own ? 2U : 1U);
      EXPECT_EQ(is_own(basis.way(0).back()), own) << "what kedge did is no guess";
    }
  }
}

// Texts of a few equal lines, where no diff could tell what was done.
TEST(Basis, WhatKedgeDidIsFollowedExactly) {
  RepeatableRandom random(1);
  for (int i = 0; i < (is_long_form() ? 150 : 60); ++i) {
    const auto count = static_cast<std::uint32_t>(2 + random.below(5));
    std::string bytes;
    for (std::uint32_t line = 0; line < count; ++line) append(bytes, random.below(2) == 0 ? "}\n" : "x\n");
    const LineNo first{static_cast<std::uint32_t>(1 + random.below(count))};
    const bool deletes = random.below(2) == 0;
    FileInSession a(bytes);
    a.show();
    a.kedge_edits(deletes ? LineEdit{one_line(first), {}} : LineEdit{between_lines(first), {"}", "x"}});
    const LoadedFile file = a.load();
    Basis basis(a.session(), file);
    for (LineNo line{1}; line.value <= count; line = line + 1) {
      const auto now = basis.follow(0, one_line(line), never_unique);
      if (deletes && line == first) {
        ASSERT_FALSE(now) << printable(bytes) << " without line " << first.value;
        continue;
      }
      const LineNo expected = line < first ? line : deletes ? line - 1 : line + 2;
      ASSERT_TRUE(now) << printable(bytes) << ", line " << line.value;
      ASSERT_EQ(*now, one_line(expected)) << printable(bytes) << ", line " << line.value;
    }
  }
}

TEST(Basis, WhatOthersDidIsFollowedOnlyByLinesThatCanBeTold) {
  FileInSession a("begin\n}\nend\n");
  a.show();
  a.others_write("begin\n}\n}\nend\n");
  const LoadedFile file = a.load();
  Basis basis(a.session(), file);
  EXPECT_EQ(basis.follow(0, span_of(3, 3), never_unique), span_of(4, 4));
  EXPECT_FALSE(basis.follow(0, span_of(2, 2), never_unique)) << "either of the two may be new";
}

}  // namespace
}  // namespace kedge
