#include "plan/earlier_texts.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::span_of;
using Texts = std::map<Digest, std::string>;

// Not more than a process asks for that begins now: a file, and what it was.
class EarlierTextsOfAFile : public testing::Test {
 protected:
  EarlierTextsOfAFile() { note(); }

  void note() {
    const LoadedFile file = a.load();
    store().remember(path, file.text, file.version);
    known[file.version] = file.text.bytes();
  }
  void kedge_writes(std::uint32_t line, const std::string& row, const std::optional<ChangeSet>& way_back = {}) {
    a.kedge_edits({span_of(line, line), {row}}, {}, way_back);
    note();
  }
  void others_write(std::string bytes) {
    a.others_write(std::move(bytes));
    note();
  }
  std::set<Digest> all() const {
    std::set<Digest> versions;
    for (const auto& [version, bytes] : known) versions.insert(version);
    return versions;
  }
  std::optional<Texts> in_turn(const std::set<Digest>& wanted) {
    Texts taken;
    return earlier().in_turn(wanted, into(taken)) ? std::optional(taken) : std::nullopt;
  }
  Texts one_by_one(const std::set<Digest>& wanted) {
    Texts taken;
    earlier().one_by_one(wanted, into(taken));
    return taken;
  }

  Store& store() { return a.store(); }

  std::string path = FileInSession::path;
  FileInSession a{"one\ntwo\nthree\nfour\n"};
  Texts known;  // all versions of the file so far

 private:
  EarlierTexts earlier() {
    const LoadedFile file = a.load();
    return {store(), path, {file.text, file.version}};
  }
  static EarlierTexts::Take into(Texts& taken) {
    return [&taken](const Digest& version, const Text& text) {
      EXPECT_TRUE(taken.emplace(version, text.bytes()).second) << "once each";
    };
  }
};

TEST_F(EarlierTextsOfAFile, AreTheSameInTurnAndOneByOne) {
  RepeatableRandom random(7);
  for (int round = 0; round < 150; ++round) {
    const auto line = static_cast<std::uint32_t>(1 + random.below(4));
    if (random.below(10) == 0) {
      others_write(concat("one\ntwo\nthree\nby others: ", random.below(3), "\n"));
    } else {
      kedge_writes(line, concat("row ", random.below(4)));  // some of them were there before
    }
    if (round % 10 != 9) continue;
    std::set<Digest> wanted;
    for (const auto& [version, bytes] : known) {
      if (random.below(3) > 0) wanted.insert(version);
    }
    const std::optional<Texts> taken = in_turn(wanted);
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(*taken, one_by_one(wanted));
    for (const auto& [version, bytes] : *taken) EXPECT_EQ(bytes, known.at(version));
    EXPECT_EQ(taken->size(), wanted.size());
  }
}

TEST_F(EarlierTextsOfAFile, AreFoundHoweverManyStepsBack) {
  for (int i = 0; i < 600; ++i) kedge_writes(1, concat("row ", i));
  EXPECT_EQ(in_turn(all()), known);
}

TEST_F(EarlierTextsOfAFile, AreFoundIfNoStepLeadsToThem) {
  for (int i = 0; i < 300; ++i) kedge_writes(1, concat("row ", i));
  const Digest shown = a.load().version;
  others_write("by others\n");
  const Digest by_others = a.load().version;
  others_write("and again\n");
  EXPECT_EQ(in_turn({shown, by_others}), (Texts{{shown, known.at(shown)}, {by_others, "by others\n"}}));
}

TEST_F(EarlierTextsOfAFile, AreFoundBeforeARunOfWhichTheBytesAreGone) {
  kedge_writes(1, "ONE");
  for (const auto& [before, after] : {std::pair("1", "2"), std::pair("2", "3"), std::pair("3", "4")}) {
    ASSERT_TRUE(store().record({.session = "s", .files = {test::edited(path, before, after)}}));
  }
  others_write("by others\n");
  EXPECT_EQ(in_turn(all()), known);
  std::set<Digest> more = all();
  for (const char* const gone : {"1", "2", "3", "4"}) more.insert(sha256(gone));
  EXPECT_EQ(in_turn(more), known);
}

TEST_F(EarlierTextsOfAFile, OfWhichTheBytesAreGoneAreLeftOut) {
  kedge_writes(1, "ONE");
  EXPECT_EQ(in_turn({sha256("never seen"), a.load().version}), (Texts{{a.load().version, "ONE\ntwo\nthree\nfour\n"}}));
  EXPECT_EQ(one_by_one({sha256("never seen")}), Texts());
}

// The first row begins with another character than it had.
ChangeSet damaged(const Text& after) { return ChangeSet::in_order(after.size(), {{.span = {{0}, {1}}, .text = "?"}}); }

TEST_F(EarlierTextsOfAFile, AreNotToBeHadInTurnFromADamagedRecord) {
  kedge_writes(1, "ONE");
  kedge_writes(2, "TWO", damaged(a.load().text));
  kedge_writes(3, "THREE");
  EXPECT_EQ(in_turn(all()), std::nullopt);
  EXPECT_EQ(one_by_one(all()), known) << "they were all remembered";
}

TEST_F(EarlierTextsOfAFile, AreNotToBeHadInTurnFromARecordOfAnotherSize) {
  kedge_writes(2, "TWO", ChangeSet(99));
  EXPECT_EQ(in_turn(all()), std::nullopt);
  EXPECT_EQ(one_by_one(all()), known);
}

TEST_F(EarlierTextsOfAFile, AreNotToBeHadInTurnFromARecordThatIsDamagedBeforeAForeignChange) {
  kedge_writes(2, "TWO", damaged(a.load().text));
  others_write("by others\n");
  kedge_writes(1, "one");
  EXPECT_EQ(in_turn(all()), std::nullopt);
  others_write("by others again\n");
  EXPECT_EQ(in_turn(all()), std::nullopt);
}

}  // namespace
}  // namespace kedge
