#include "plan/own_rows.hpp"

#include <gtest/gtest.h>

#include "plan/basis.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::asking;
using test::FileInSession;
using test::passage_of;
using test::span_of;

// A reading, and then many edits, each of which writes a row of its own.
class OwnRowsOfManyEdits : public testing::Test {
 protected:
  static constexpr std::uint32_t edits = 200;

  OwnRowsOfManyEdits() {
    a.show();
    for (std::uint32_t i = 1; i <= edits; ++i) {
      a.kedge_edits({span_of(1, 1), {concat("  row “", i, "” was sent")}});
      a.answer(span_of(1, 2), LineSet(span_of(1, 1)));
      const LoadedFile file = a.load();
      if (i == 1) first = file.version;
      EXPECT_GT(Basis(a.session(), file).size(), 1U);  // as the next call asks for it
    }
  }
  // Whether the version of the first edit is tried for what was read; none if it is not even listed.
  std::optional<bool> tries_first(Operation operation, const std::string& encoding = "") {
    const LoadedFile file = a.load();
    const Request request = asking({std::move(operation)});
    const Basis basis(a.session(), file, signs_of(request.files.front(), encoding));
    EXPECT_GT(basis[basis.size() - 1].last_read, 0U) << "the reading is always there";
    for (std::size_t i = 0; i < basis.size(); ++i) {
      if (basis[i].version == first) return basis.may_be_read_in(i);
    }
    return std::nullopt;
  }
  // The versions that are tried for these bytes.
  std::set<Digest> tried(const std::string& quoted) {
    const LoadedFile file = a.load();
    const Request request = asking({Operation{Match{.text = quoted}, "x"}});
    const Basis basis(a.session(), file, signs_of(request.files.front(), ""));
    std::set<Digest> versions;
    for (std::size_t i = 0; i < basis.size(); ++i) {
      if (basis.may_be_read_in(i)) versions.insert(basis[i].version);
    }
    return versions;
  }

  FileInSession a{"one\ntwo\n"};
  Digest first{};
};

TEST_F(OwnRowsOfManyEdits, AnOldVersionIsFoundByTheRowThatWasSent) {
  EXPECT_EQ(tries_first({Match{.text = "  row “1” was sent\n"}, "x"}), true);
  EXPECT_EQ(tries_first({Match{.text = "“1” was"}, "x"}), true) << "a part of it";
  EXPECT_EQ(tries_first({Match{.text = "row \"1\" was sent\r\n"}, "x"}), true) << "except for blanks and typography";
  EXPECT_EQ(tries_first({passage_of({"-row \"1\" was sent", "+x"}), ""}), true);
  const std::string row = "  row “1” was sent";
  EXPECT_EQ(tries_first({Lines{.first = AtHash{.prefix = hash_of(row).hex(6)}}, "x"}), true);
  EXPECT_EQ(tries_first({Lines{.first = AtHash{.prefix = lower_case(hash_of(concat('\n', row, "\ntwo")).hex(8))}}, "x"}), true)
      << "with its neighbours";
  EXPECT_EQ(tries_first({Lines{.first = AtLineHash{.line = LineNo{1}, .prefix = "00"}}, "x"}), true);
}

TEST_F(OwnRowsOfManyEdits, WhatIsKnownByTextIsFoundByHashAsWellAndTheOtherWayRound) {
  const std::string row = "  row “1” was sent";
  const Operation by_text{Match{.text = row}, "x"};
  const Operation by_hash{Lines{.first = AtHash{.prefix = hash_of(row).hex(8)}}, "x"};
  EXPECT_EQ(tries_first(by_text), true);
  EXPECT_EQ(tries_first(by_hash), true);
  const std::uint32_t later = edits + 1;
  a.kedge_edits({span_of(1, 1), {concat("  row “", later, "” was sent")}});
  a.answer(span_of(1, 2), LineSet(span_of(1, 1)));
  EXPECT_EQ(tried(concat("row “", later, "” was sent\n")).size(), 2U);
  EXPECT_EQ(tries_first(by_hash), true);
  EXPECT_EQ(tries_first(by_text), true);
}

TEST_F(OwnRowsOfManyEdits, AProcessThatHasJustBegunFindsTheSameInTheLastVersions) {
  for (const bool damaged : {false, true}) {
    const ChangeSet wrong = ChangeSet::in_order(a.load().text.size(), {{.span = {{0}, {0}}, .text = "??"}});
    if (damaged) a.kedge_edits({span_of(2, 2), {"TWO"}}, {}, wrong);
    for (const std::uint32_t i : {edits, edits - 1, edits - 30, edits - 60}) {
      const std::string quoted = concat("row “", i, "” was sent\n");
      const std::set<Digest> expected = tried(quoted);
      EXPECT_EQ(expected.size(), 2U) << "the reading and the version that has it";
      a.session().sent = std::make_shared<OwnRows>();
      EXPECT_EQ(tried(quoted), expected) << i << (damaged ? ", damaged" : "");
      EXPECT_EQ(tried("nobody sent this\n").size(), 1U);
    }
  }
}

TEST_F(OwnRowsOfManyEdits, OtherCallsDoNotSearchIt) {
  EXPECT_EQ(tries_first({Match{.text = "row “0” was sent\n"}, "x"}), std::nullopt);
  EXPECT_EQ(tries_first({passage_of({" two", "+x"}), ""}), std::nullopt);
  EXPECT_EQ(tries_first({Lines{.first = AtHash{.prefix = "012345"}}, "x"}), std::nullopt);
  EXPECT_EQ(tries_first({Lines{.first = AtLineHash{.line = LineNo{2}, .prefix = "00"}}, "x"}), std::nullopt);
}

TEST_F(OwnRowsOfManyEdits, ACallThatCanBeAboutAnyRowSearchesTheLastOnes) {
  const LoadedFile file = a.load();
  for (const Operation& operation :
       {Operation{Match{.text = "\n\n"}, "x"}, Operation{Match{.text = "x", .mode = MatchMode::block_anchor}, "x"}}) {
    const Request request = asking({operation});
    const Basis basis(a.session(), file, signs_of(request.files.front(), ""));
    EXPECT_EQ(basis.size(), Basis::most_answers + 1);
    for (std::size_t i = 0; i < basis.size(); ++i) EXPECT_TRUE(basis.may_be_read_in(i));
  }
  EXPECT_FALSE(signs_of(asking({Operation{Match{.text = "one"}, "x"}}).files.front(), "latin1").has_value());
}

TEST(OwnRows, ManyRowsThatWereSentAtOnceCountAsAReading) {
  Showing showing;
  showing.read = LineSet(span_of(1, 256));
  EXPECT_FALSE(counts_as_reading(showing));
  showing.read = LineSet(span_of(1, 257));
  EXPECT_TRUE(counts_as_reading(showing));
  showing.read = {};
  showing.last_read = 1;
  EXPECT_TRUE(counts_as_reading(showing));
}

}  // namespace
}  // namespace kedge
