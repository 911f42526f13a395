#include "plan/shown_versions.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;

constexpr auto never_unique = [](const Text&) { return false; };

TEST(ShownVersions, TheLastShownComesFirst) {
  FileInSession a("one\n");
  a.show();
  a.others_write("two\n");
  {
    const LoadedFile file = a.load();
    const ShownVersions before(a.session(), file);
    EXPECT_EQ(before.size(), 1U);
    EXPECT_TRUE(before.changed_since());
  }
  a.show();
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  ASSERT_EQ(versions.size(), 2U);
  EXPECT_FALSE(versions.changed_since());
  EXPECT_TRUE(versions.is_current(0));
  ASSERT_NE(versions.text(1), nullptr);
  EXPECT_EQ(versions.text(1)->bytes(), "one\n");
}

TEST(ShownVersions, WhatAnotherSessionWasShownCountsOnlyIfThisOneSaysSo) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  a.store().show("other", FileInSession::path, file.version, LineSet(span_of(2, 2)), EventKind::shown, 1, {});
  EXPECT_TRUE(ShownVersions(a.session(), file).empty());
  a.session().also_shown_to = {"other"};
  a.show(span_of(1, 1));
  const ShownVersions versions(a.session(), file);
  ASSERT_EQ(versions.size(), 1U);
  EXPECT_EQ(versions[0].lines, LineSet(span_of(1, 2)));
}

TEST(ShownVersions, RowsThatWereShownAreLookedThroughBeforeAllOthers) {
  FileInSession a("here\nend\n");
  a.show(span_of(1, 1));
  a.others_write("new\nhere\n");
  a.show(span_of(1, 1));
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  const auto version_with_row = [&](std::string_view row) {
    return versions.newest_with([&](std::size_t i, const Text& text, bool only_shown_rows) -> std::optional<std::size_t> {
      for (LineNo line{1}; text.has(line); line = line + 1) {
        if (text.content(line) == row && (!only_shown_rows || versions[i].lines.contains(one_line(line)))) return i;
      }
      return std::nullopt;
    });
  };
  EXPECT_EQ(version_with_row("here"), 1U) << "the newer version has it, in a row that was not shown";
  EXPECT_EQ(version_with_row("end"), 1U) << "shown in none";
  EXPECT_EQ(version_with_row("absent"), std::nullopt);
}

// Texts of a few equal lines, where no diff could tell what was done.
TEST(ShownVersions, WhatKedgeDidIsFollowedExactly) {
  RepeatableRandom random(1);
  for (int i = 0; i < 150; ++i) {
    const auto count = static_cast<std::uint32_t>(2 + random.below(5));
    std::string bytes;
    for (std::uint32_t line = 0; line < count; ++line) append(bytes, random.below(2) == 0 ? "}\n" : "x\n");
    const LineNo first{static_cast<std::uint32_t>(1 + random.below(count))};
    const bool deletes = random.below(2) == 0;
    FileInSession a(bytes);
    a.show();
    a.kedge_edits(deletes ? LineEdit{one_line(first), {}} : LineEdit{between_lines(first), {"}", "x"}});
    const LoadedFile file = a.load();
    ShownVersions versions(a.session(), file);
    for (LineNo line{1}; line.value <= count; line = line + 1) {
      const auto now = versions.follow(0, one_line(line), never_unique);
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

TEST(ShownVersions, WhatOthersDidIsFollowedOnlyByLinesThatCanBeTold) {
  FileInSession a("begin\n}\nend\n");
  a.show();
  a.others_write("begin\n}\n}\nend\n");
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  EXPECT_EQ(versions.follow(0, span_of(3, 3), never_unique), span_of(4, 4));
  EXPECT_FALSE(versions.follow(0, span_of(2, 2), never_unique)) << "either of the two may be new";
}

}  // namespace
}  // namespace kedge
