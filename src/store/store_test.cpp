// What every store promises, whether its records are on disk or in memory.
#include "store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "tests/support/store_kinds.hpp"

namespace kedge {
namespace {

using Kind = test::StoreKind;

struct Version {
  explicit Version(std::string_view bytes) : text(std::string(bytes)), digest(sha256(bytes)) {}
  Text text;
  Digest digest;
};

RecordedFile edited(std::string path, const Version& before, const Version& after) {
  const ByteSpan all{{0}, {before.text.size()}};
  const ChangeSet changes =
      ChangeSet::make(before.text, {{.span = all, .text = std::string(after.text.bytes())}})->trimmed(before.text);
  return {.path = std::move(path),
          .before = before.digest,
          .after = after.digest,
          .changes = changes,
          .inverse = changes.invert(before.text)};
}

LineSet shown_lines(std::uint32_t first, std::uint32_t last) { return LineSet({LineNo{first}, LineNo{last + 1}}); }

class StorePromises : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override { open({}); }

  void open(StoreLimits limits) {
    store.reset();
    store = test::open_kind(GetParam(), state, limits);
  }
  void TearDown() override { EXPECT_EQ(store->take_warnings(), std::vector<std::string>()); }

  void read(const Version& version, std::string_view session = "s") {
    store->remember("a.cpp", version.text, version.digest);
    store->show(session, "a.cpp", version.digest, LineSet(version.text.all_lines()), EventKind::shown, ++time,
                LineSet(version.text.all_lines()));
  }
  Record edit(const Version& before, const Version& after, std::string_view session = "s") {
    return added({.time = ++time, .session = std::string(session), .files = {edited("a.cpp", before, after)}});
  }
  Record added(Record record) {
    Result<Record> done = store->record(std::move(record));
    EXPECT_TRUE(done);
    return done ? *std::move(done) : Record();
  }
  std::vector<EventKind> kinds() {
    std::vector<EventKind> all;
    for (const Event& event : store->events("a.cpp")) all.push_back(event.kind);
    return all;
  }

  test::ScratchState state;
  std::unique_ptr<Store> store;
  std::int64_t time = 1'000'000;
};

INSTANTIATE_TEST_SUITE_P(Stores, StorePromises,
                         testing::Values(Kind::memory, Kind::disk_at_once, Kind::disk_when_needed, Kind::locked),
                         test::name_of_kind);

INSTANTIATE_TEST_SUITE_P(Servers, StorePromises, testing::ValuesIn(test::kinds_with_a_server()), test::name_of_kind);

TEST_P(StorePromises, WhatAFileWasLastRememberedWithIsAtHand) {
  const Version one("one\n");
  const Version two("two\n");
  EXPECT_FALSE(store->last_met("a.cpp"));
  read(one);
  read(two);
  ASSERT_TRUE(store->last_met("a.cpp"));
  EXPECT_EQ(store->last_met("a.cpp")->text, two.text);
  EXPECT_EQ(store->last_met("a.cpp")->version, two.digest);
  EXPECT_FALSE(store->last_met("b.cpp"));
  read(one);
  EXPECT_EQ(store->last_met("a.cpp")->version, one.digest);
}

TEST_P(StorePromises, SaysWhetherItLasts) {
  const bool lasts = GetParam() != Kind::memory && GetParam() != Kind::locked;
  EXPECT_EQ(store->lasting(), lasts);
}

TEST_P(StorePromises, NothingIsKnownOfAFileThatWasNeverSeen) {
  const Digest version = sha256("x");
  EXPECT_FALSE(store->text_of("a.cpp", version));
  EXPECT_FALSE(store->version_of("a.cpp", "AB12"));
  EXPECT_FALSE(store->changes_between("a.cpp", version, sha256("y")));
  EXPECT_TRUE(store->last_shown("s", "a.cpp", 1000).empty());
  EXPECT_TRUE(store->events("a.cpp").empty());
  EXPECT_TRUE(store->newest(10).empty());
  EXPECT_FALSE(store->last_applied(std::nullopt));
  EXPECT_FALSE(store->same_call("s", version));
  EXPECT_FALSE(store->find("e1"));
  EXPECT_FALSE(store->find(""));
  store->flush();
}

TEST_P(StorePromises, ATextIsRememberedForItsPath) {
  const Version version("one\ntwo\n");
  store->remember("a.cpp", version.text, version.digest);
  EXPECT_EQ(store->text_of("a.cpp", version.digest)->bytes(), "one\ntwo\n");
  EXPECT_FALSE(store->text_of("b.cpp", version.digest));
}

TEST_P(StorePromises, ALabelNamesItsVersionOnly) {
  const Digest one = sha256("one");
  const Tag tag = store->tag_of("a.cpp", one);
  EXPECT_EQ(tag.size(), 4U);
  EXPECT_EQ(store->tag_of("a.cpp", one), tag);
  EXPECT_EQ(store->version_of("a.cpp", tag), one);
  EXPECT_FALSE(store->version_of("b.cpp", tag));
  EXPECT_FALSE(store->version_of("a.cpp", "nonsense"));
}

TEST_P(StorePromises, AVersionWhoseLabelIsTakenGetsAnother) {
  std::vector<Digest> alike(40);
  for (std::size_t i = 0; i < alike.size(); ++i) alike[i].back() = static_cast<std::uint8_t>(i);
  std::set<Tag> tags;
  for (const Digest& version : alike) {
    const Tag tag = store->tag_of("a.cpp", version);
    EXPECT_TRUE(tags.insert(tag).second) << tag;
    EXPECT_EQ(store->tag_of("b.cpp", version).size(), 4U);
  }
  for (const Digest& version : alike) EXPECT_EQ(store->version_of("a.cpp", store->tag_of("a.cpp", version)), version);
}

TEST_P(StorePromises, WhatWasShownIsTheSessionsOwnAndGrows) {
  const Digest version = sha256("x");
  store->show("s", "a.cpp", version, shown_lines(1, 3), EventKind::shown, 1, shown_lines(1, 3));
  store->flush();
  store->show("s", "a.cpp", version, shown_lines(7, 9), EventKind::answered, 2, shown_lines(8, 8));
  store->show("other", "a.cpp", version, shown_lines(1, 100), EventKind::shown, 3, shown_lines(1, 100));
  for (int flushed = 0; flushed < 2; ++flushed) {
    const std::vector<Showing> shown = store->last_shown("s", "a.cpp", 1000);
    ASSERT_EQ(shown.size(), 1U);
    LineSet expected = shown_lines(1, 3);
    expected.add(shown_lines(7, 9));
    EXPECT_EQ(shown[0].lines, expected);
    LineSet numbered = shown_lines(1, 3);
    numbered.add(shown_lines(8, 8));
    EXPECT_EQ(shown[0].numbered, numbered);
    EXPECT_EQ(shown[0].version, version);
    EXPECT_TRUE(store->last_shown("s", "b.cpp", 1000).empty());
    store->flush();
  }
}

TEST_P(StorePromises, WhatWasReadAnsweredAndRefusedIsKeptApart) {
  const Digest version = sha256("x");
  store->show("s", "a.cpp", version, shown_lines(1, 3), EventKind::shown, 1, shown_lines(1, 3), shown_lines(2, 2), {});
  store->show("s", "a.cpp", version, shown_lines(5, 6), EventKind::answered, 2, shown_lines(5, 6));
  store->show("s", "a.cpp", version, shown_lines(8, 9), EventKind::refused, 3, shown_lines(8, 9), shown_lines(8, 8), {});
  store->show("other", "a.cpp", version, shown_lines(2, 2), EventKind::shown, 4, {});
  for (int flushed = 0; flushed < 2; ++flushed) {
    const Showing shown = store->shown_of("s", "a.cpp", version);
    EXPECT_EQ(shown.read, shown_lines(1, 3));
    EXPECT_EQ(shown.refused, shown_lines(8, 9));
    EXPECT_TRUE(shown.lines.contains({LineNo{5}, LineNo{7}})) << "what stood in an answer is known, too";
    EXPECT_FALSE(whole_rows(shown).contains(one_line(LineNo{2})));
    EXPECT_FALSE(whole_rows(shown).contains(one_line(LineNo{8})));
    EXPECT_TRUE(whole_rows(shown).contains(one_line(LineNo{3})));
    const Showing any = store->shown_to_any("a.cpp", version);
    EXPECT_TRUE(whole_rows(any).contains(one_line(LineNo{2}))) << "another session saw all of it";
    EXPECT_FALSE(whole_rows(any).contains(one_line(LineNo{8})));
    store->flush();
  }
}

TEST_P(StorePromises, WhatASessionSentItselfCountsAsRead) {
  const Digest version = sha256("x");
  store->show("s", "a.cpp", version, shown_lines(1, 9), EventKind::answered, 1, shown_lines(1, 9), {}, shown_lines(4, 5));
  for (int flushed = 0; flushed < 2; ++flushed) {
    const Showing shown = store->shown_of("s", "a.cpp", version);
    EXPECT_EQ(shown.lines, shown_lines(1, 9));
    EXPECT_EQ(shown.read, shown_lines(4, 5));
    EXPECT_TRUE(shown.refused.empty());
    store->flush();
  }
}

TEST_P(StorePromises, TheLastShownComesFirst) {
  const Digest one = sha256("1");
  const Digest two = sha256("2");
  store->show("s", "a.cpp", one, shown_lines(1, 1), EventKind::shown, 1, shown_lines(1, 1));
  store->show("s", "a.cpp", two, shown_lines(1, 1), EventKind::shown, 2, shown_lines(1, 1));
  EXPECT_EQ(store->last_shown("s", "a.cpp", 1000).front().version, two);
  store->flush();
  store->show("s", "a.cpp", one, shown_lines(2, 2), EventKind::shown, 3, shown_lines(2, 2));
  EXPECT_EQ(store->last_shown("s", "a.cpp", 1000).front().version, one);
  EXPECT_GT(store->last_shown("s", "a.cpp", 1000)[0].last, store->last_shown("s", "a.cpp", 1000)[1].last);
  store->flush();
  EXPECT_EQ(store->last_shown("s", "a.cpp", 1000).front().version, one);
}

TEST_P(StorePromises, AVersionThatNobodyHereMadeIsForeignUnlessItIsTheFirst) {
  const Version one("1");
  const Version two("2");
  const Version three("3");
  read(one);
  edit(one, two);
  read(two);
  read(one);
  read(three);
  read(three);
  using enum EventKind;
  const std::vector<EventKind> expected{shown, edited, shown, shown, foreign, shown, shown};
  EXPECT_EQ(kinds(), expected);
  store->flush();
  EXPECT_EQ(kinds(), expected);
}

TEST_P(StorePromises, AForeignVersionIsAlsoNotedWhenAnEditIsMadeOnIt) {
  const Version one("1");
  const Version two("2");
  const Version three("3");
  read(one);
  edit(two, three);
  using enum EventKind;
  EXPECT_EQ(kinds(), (std::vector{shown, foreign, edited}));
}

TEST_P(StorePromises, WhatHappenedLaterHasTheGreaterMoment) {
  const Version one("1");
  const Version two("2");
  read(one);
  const Record record = edit(one, two);
  EXPECT_LT(store->events("a.cpp").front().moment, record.moment);
  EXPECT_EQ(store->events("a.cpp").back().moment, record.moment);
  read(two);
  EXPECT_GT(store->events("a.cpp").back().moment, record.moment);
  EXPECT_GT(store->last_shown("s", "a.cpp", 1000).front().last, record.moment);
  store->flush();
  EXPECT_GT(store->events("a.cpp").back().moment, record.moment);
  EXPECT_GT(edit(two, one).moment, store->last_shown("s", "a.cpp", 1000).front().last);
}

TEST_P(StorePromises, ARecordComesBackWhole) {
  const Version one("one\n");
  const Version two("two\n");
  Record record{.time = 77, .kind = RecordKind::write, .session = "s", .summary = "a summary", .call = sha256("call")};
  record.files.push_back(edited("a.cpp", one, two));
  record.files.push_back(
      {.path = "new", .after = two.digest, .changes = ChangeSet::in_order(0, {{.span = {}, .text = "two\n"}})});
  record.files.push_back(
      {.path = "old", .before = one.digest, .inverse = ChangeSet::in_order(0, {{.span = {}, .text = "one\n"}})});
  record.files.push_back({.path = "from", .before = one.digest, .after = one.digest, .destination = "to"});
  record.files[1].executable_after = true;
  record.files[3].executable_before = true;
  record.files[3].executable_after = false;
  const Record given = added(record);
  EXPECT_FALSE(given.id.empty());
  const std::optional<Record> found = store->find(given.id);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, given.id);
  EXPECT_EQ(found->moment, given.moment);
  EXPECT_EQ(found->time, 77);
  EXPECT_EQ(found->kind, RecordKind::write);
  EXPECT_EQ(found->session, "s");
  EXPECT_EQ(found->summary, "a summary");
  EXPECT_EQ(found->call, record.call);
  ASSERT_EQ(found->files.size(), record.files.size());
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    EXPECT_EQ(found->files[i].path, record.files[i].path);
    EXPECT_EQ(found->files[i].before, record.files[i].before);
    EXPECT_EQ(found->files[i].after, record.files[i].after);
    EXPECT_EQ(found->files[i].destination, record.files[i].destination);
    EXPECT_EQ(found->files[i].changes, record.files[i].changes);
    EXPECT_EQ(found->files[i].inverse, record.files[i].inverse);
    EXPECT_EQ(found->files[i].executable_before, record.files[i].executable_before);
    EXPECT_EQ(found->files[i].executable_after, record.files[i].executable_after);
  }
  ASSERT_EQ(store->newest(5).size(), 1U);
  EXPECT_EQ(store->newest(5)[0].files[3].destination, "to");
}

TEST_P(StorePromises, ARecordBringsTheRowsOfItsAnswer) {
  const Version one("1");
  const Version two("2");
  store->show("s", "a.cpp", one.digest, shown_lines(1, 1), EventKind::shown, 1, shown_lines(1, 1));
  Record record{.time = 2, .session = "s"};
  record.files.push_back({.path = "a.cpp", .before = one.digest, .after = two.digest});
  record.answered.push_back({.path = "a.cpp",
                             .version = two.digest,
                             .lines = shown_lines(1, 9),
                             .numbered = shown_lines(2, 3),
                             .sent = shown_lines(2, 2)});
  ASSERT_TRUE(store->record(record));
  const Showing shown = store->shown_of("s", "a.cpp", two.digest);
  EXPECT_EQ(shown.lines, shown_lines(1, 9));
  EXPECT_EQ(shown.numbered, shown_lines(2, 3));
  EXPECT_EQ(shown.read, shown_lines(2, 2)) << "what it sent itself";
  for (const Event& event : store->events("a.cpp")) EXPECT_NE(event.kind, EventKind::foreign);
  EXPECT_FALSE(store->has_mixed_baseline("a.cpp"));
}

TEST_P(StorePromises, TheNewestComeFirst) {
  const Version one("1");
  const Version two("2");
  const std::string first = edit(one, two).id;
  const std::string second = edit(two, one).id;
  EXPECT_NE(first, second);
  ASSERT_EQ(store->newest(10).size(), 2U);
  EXPECT_EQ(store->newest(10)[0].id, second);
  ASSERT_EQ(store->newest(1).size(), 1U);
  EXPECT_EQ(store->newest(1)[0].id, second);
}

TEST_P(StorePromises, TakingBackGoesFromTheNewestToTheOldestAndCanBeTakenBack) {
  const Version one("1");
  const Version two("2");
  const Version three("3");
  const std::string first = edit(one, two, "s").id;
  const std::string second = edit(two, three, "s").id;
  const std::string others = edit(three, one, "other").id;
  EXPECT_EQ(store->last_applied("s")->id, second);
  EXPECT_EQ(store->last_applied(std::nullopt)->id, others);
  added({.kind = RecordKind::undo, .session = "s", .takes_back = second});
  EXPECT_TRUE(store->find(second)->undone);
  EXPECT_EQ(store->last_applied("s")->id, first);
  added({.kind = RecordKind::undo, .session = "s", .takes_back = first});
  EXPECT_FALSE(store->last_applied("s"));
  added({.kind = RecordKind::redo, .session = "s", .takes_back = first});
  EXPECT_EQ(store->last_applied("s")->id, first);
  EXPECT_FALSE(store->find(first)->undone);
  EXPECT_EQ(store->last_applied(std::nullopt)->id, others);
}

TEST_P(StorePromises, TheSameCallIsFoundAgain) {
  const Digest call = sha256("call");
  const Record first = added({.session = "s", .call = call});
  const Record second = added({.session = "s", .call = call});
  added({.kind = RecordKind::undo, .session = "s", .call = call, .takes_back = second.id});
  const Record others = added({.session = "other", .call = call});
  EXPECT_EQ(store->same_call("s", call)->id, second.id);
  EXPECT_TRUE(store->same_call("s", call)->undone);
  EXPECT_EQ(store->same_call(std::nullopt, call)->id, others.id);
  EXPECT_FALSE(store->same_call("s", sha256("another")));
}

TEST_P(StorePromises, NamesAndSummariesMayHoldAnyBytes) {
  const std::string odd("a\xff\x01'\"\n", 6);
  const Version one("1");
  const Version two("2");
  const Record record = added({.session = odd, .summary = odd, .files = {edited(odd, one, two)}});
  EXPECT_EQ(store->find(record.id)->summary, odd);
  EXPECT_EQ(store->find(record.id)->files[0].path, odd);
  EXPECT_EQ(store->last_applied(odd)->id, record.id);
  EXPECT_EQ(store->events(odd).size(), 1U);
}

// A file that is changed many times: each version of it can be had, and what lies between any two.
TEST_P(StorePromises, VersionsAreRebuiltByteForByteFromAnyOther) {
  RepeatableRandom random(5);
  std::vector<Version> versions{Version("one\r\ntwo\nthree")};
  for (int i = 0; i < 60; ++i) {
    const Text& text = versions.back().text;
    const std::size_t begin = random.below(text.size() + 1);
    const std::size_t end = begin + random.below(std::min<std::size_t>(text.size() - begin, 20) + 1);
    const ChangeSet changes = *ChangeSet::make(text, {{.span = {{begin}, {end}}, .text = concat("<", i, ">\n")}});
    versions.emplace_back(changes.apply(text).bytes());
  }
  for (std::size_t i = 0; i + 1 < versions.size(); ++i) edit(versions[i], versions[i + 1]);
  EXPECT_FALSE(store->text_of("a.cpp", versions[0].digest)) << "no bytes were ever told";

  const std::size_t told = random.below(versions.size());
  store->remember("a.cpp", versions[told].text, versions[told].digest);
  for (const Version& version : versions) {
    const std::optional<Text> text = store->text_of("a.cpp", version.digest);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->bytes(), version.text.bytes());
  }
  for (std::size_t i = 0; i < versions.size(); i += 7) {
    for (std::size_t j = 0; j < versions.size(); j += 5) {
      const std::optional<ChangeSet> between = store->changes_between("a.cpp", versions[i].digest, versions[j].digest);
      ASSERT_EQ(between.has_value(), i <= j) << i << " to " << j;
      if (between) {
        EXPECT_EQ(between->apply(versions[i].text), versions[j].text);
      }
    }
  }
}

TEST_P(StorePromises, AnUndoIsAWayBack) {
  const Version one("1");
  const Version two("22");
  read(one);
  const Record record = edit(one, two);
  EXPECT_FALSE(store->changes_between("a.cpp", two.digest, one.digest));
  added({.kind = RecordKind::undo, .takes_back = record.id, .files = {edited("a.cpp", two, one)}});
  EXPECT_EQ(store->changes_between("a.cpp", two.digest, one.digest)->apply(two.text), one.text);
}

TEST_P(StorePromises, AMovedFileIsFollowed) {
  const Version one("1");
  const Version two("22");
  read(one);
  RecordedFile moved = edited("a.cpp", one, two);
  moved.destination = "b.cpp";
  added({.files = {moved}});
  EXPECT_EQ(store->text_of("b.cpp", two.digest)->bytes(), "22");
  EXPECT_EQ(store->changes_between("a.cpp", one.digest, two.digest)->apply(one.text), two.text);
  EXPECT_EQ(store->events("b.cpp").size(), 1U);
}

TEST_P(StorePromises, ACreatedAndADeletedFileAreRebuiltFromNothing) {
  const Version one("created");
  const ChangeSet all = ChangeSet::in_order(0, {{.span = {}, .text = "created"}});
  added({.files = {{.path = "a.cpp", .after = one.digest, .changes = all, .inverse = all.invert(Text())}}});
  EXPECT_EQ(store->text_of("a.cpp", one.digest)->bytes(), "created");
  added({.files = {{.path = "b.cpp", .before = one.digest, .changes = all.invert(Text()), .inverse = all}}});
  EXPECT_EQ(store->text_of("b.cpp", one.digest)->bytes(), "created");
}

TEST_P(StorePromises, BytesThatDoNotFitTheirVersionAreNotGivenOut) {
  const Version one("1");
  const Version two("2");
  RecordedFile wrong = edited("a.cpp", one, two);
  wrong.changes = ChangeSet::in_order(1, {{.span = {{0}, {1}}, .text = "3"}});
  read(one);
  added({.files = {wrong}});
  EXPECT_FALSE(store->text_of("a.cpp", two.digest));
  EXPECT_FALSE(store->changes_between("a.cpp", one.digest, two.digest));
  wrong.changes = ChangeSet(99);
  added({.files = {wrong}});
  EXPECT_FALSE(store->text_of("a.cpp", two.digest));
}

TEST_P(StorePromises, TheLeaseOfATreeHasOneHolderAtATimeWhereServersShareTheRecords) {
  constexpr std::chrono::milliseconds while_tested{300};
  const auto ask = [&](std::string_view holder) { return store->take_lease("tree", holder, while_tested).value(); };
  const bool is_shared = store->shared_secret().has_value();
  EXPECT_TRUE(ask("one").is_ours);
  EXPECT_TRUE(ask("one").was_ours);
  EXPECT_EQ(ask("other").is_ours, !is_shared);
  store->give_lease_back("tree", "other");
  EXPECT_EQ(ask("other").is_ours, !is_shared) << "only its holder can give it back";
  store->give_lease_back("tree", "one");
  EXPECT_EQ(ask("other").was_ours, !is_shared);
  EXPECT_TRUE(store->take_lease("another tree", "one", while_tested).value().is_ours);
  if (!is_shared) return;
  std::this_thread::sleep_for(while_tested);
  EXPECT_TRUE(ask("one").is_ours) << "the time of the other is over";
  EXPECT_FALSE(ask("other").is_ours);
}

TEST_P(StorePromises, WhatIsTooOldGoesAndLabelsStay) {
  open({.age = 1'000});
  const Version one("1");
  const Version two("2");
  read(one);
  const Tag tag = store->tag_of("a.cpp", one.digest);
  const std::string id = edit(one, two).id;
  store->flush();
  time += 1'000;
  store->show("s", "b.cpp", one.digest, shown_lines(1, 1), EventKind::shown, ++time, shown_lines(1, 1));
  store->flush();
  EXPECT_FALSE(store->find(id));
  EXPECT_TRUE(store->newest(10).empty());
  EXPECT_TRUE(store->last_shown("s", "a.cpp", 1000).empty());
  EXPECT_TRUE(store->events("a.cpp").empty());
  EXPECT_EQ(store->version_of("a.cpp", tag), one.digest);
  EXPECT_EQ(store->tag_of("a.cpp", one.digest), tag);
  EXPECT_NE(edit(two, one).id, id);
}

TEST_P(StorePromises, TheOldestRecordsMakeRoomAndTheNewestStays) {
  open({.bytes = 2'000});
  std::vector<std::string> ids;
  for (int i = 0; i < 20; ++i) {
    ids.push_back(edit(Version(concat(i, std::string(200, 'a'))), Version(concat(i, std::string(200, 'b')))).id);
    store->flush();
  }
  EXPECT_FALSE(store->find(ids.front()));
  EXPECT_TRUE(store->find(ids.back()));
  EXPECT_GE(store->newest(100).size(), 2U);
  EXPECT_LT(store->newest(100).size(), 6U);
  const std::string large = edit(Version(std::string(5'000, 'a')), Version(std::string(5'000, 'b'))).id;
  store->flush();
  EXPECT_EQ(store->newest(100).size(), 1U);
  EXPECT_TRUE(store->find(large));
}

}  // namespace
}  // namespace kedge
