// Random days of work, on a store and on its naive twin: a list of all that happened, searched from end to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "store/store.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/store_kinds.hpp"

namespace kedge {
namespace {

using Kind = test::StoreKind;

struct Happening {
  EventKind kind;
  std::string session;
  std::string path;
  Digest version;
  LineSet lines = {};
};

class Twin {
 public:
  void show(const std::string& session, const std::string& path, const Digest& version, const LineSet& lines, EventKind kind) {
    meet(path, version);
    happened.push_back({kind, session, path, version, lines});
  }
  void record(const Record& record) {
    for (const RecordedFile& file : record.files) meet(file.path, *file.before);
    if (record.kind == RecordKind::undo) find(record.takes_back).undone = true;
    if (record.kind == RecordKind::redo) find(record.takes_back).undone = false;
    records.push_back(record);
    for (const RecordedFile& file : record.files) {
      const bool undo = record.kind == RecordKind::undo || record.kind == RecordKind::redo;
      known[file.path].insert(*file.after);
      happened.push_back({undo ? EventKind::undone : EventKind::edited, record.session, file.path, *file.after});
    }
  }
  Record& find(std::string_view id) { return *std::ranges::find(records, id, &Record::id); }

  std::vector<Happening> events(const std::string& path) const {
    std::vector<Happening> all;
    std::ranges::copy_if(happened, std::back_inserter(all), [&](const Happening& event) { return event.path == path; });
    return all;
  }
  // The last shown first.
  std::vector<Showing> shown(const std::string& session, const std::string& path) const {
    std::vector<Showing> all;
    for (const Happening& event : happened) {
      const bool counts = event.kind == EventKind::shown || event.kind == EventKind::answered;
      if (!counts || event.session != session || event.path != path) continue;
      Showing showing{.version = event.version, .lines = event.lines};
      const auto old = std::ranges::find(all, event.version, &Showing::version);
      if (old != all.end()) {
        showing.lines.add(old->lines);
        all.erase(old);
      }
      all.insert(all.begin(), showing);
    }
    return all;
  }
  const Record* last_applied(std::optional<std::string_view> session) const {
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      const bool change = record->kind == RecordKind::edit || record->kind == RecordKind::write;
      if (change && !record->undone && (!session || record->session == *session)) return &*record;
    }
    return nullptr;
  }
  const Record* same_call(std::string_view session, const Digest& call) const {
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      const bool change = record->kind == RecordKind::edit || record->kind == RecordKind::write;
      if (change && record->call == call && record->session == session) return &*record;
    }
    return nullptr;
  }
  bool leads(const std::string& path, const Digest& from, const Digest& to) const {
    std::set<Digest> reached{from};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const Record& record : records) {
        for (const RecordedFile& file : record.files) {
          if (file.path == path && reached.contains(*file.before)) reached.insert(*file.after);
        }
      }
    }
    return reached.contains(to);
  }

 private:
  void meet(const std::string& path, const Digest& version) {
    const bool first = known[path].empty();
    if (known[path].insert(version).second && !first) happened.push_back({EventKind::foreign, "", path, version});
  }

  std::vector<Happening> happened;
  std::vector<Record> records;
  std::map<std::string, std::set<Digest>> known;
};

class Day {
 public:
  Day(std::uint64_t seed, Kind kind) : random_(seed), kind_(kind) { open(); }

  void step() {
    foresee();
    switch (random_.below(10)) {
      case 0:
      case 1:
      case 2: read(); break;
      case 3:
      case 4:
      case 5: change(); break;
      case 6: take_back(); break;
      case 7: write_elsewhere(); break;
      case 8: store_->flush(); break;
      default:
        if (kind_ != Kind::memory && random_.below(4) == 0) {
          store_->flush();
          open();
        }
    }
  }

  void expect_equal() {
    for (const std::string path : {"p", "q"}) {
      const std::vector<Happening> expected = twin_.events(path);
      const std::vector<Event> events = store_->events(path);
      ASSERT_EQ(events.size(), expected.size());
      for (std::size_t i = 0; i < events.size(); ++i) {
        EXPECT_EQ(events[i].kind, expected[i].kind);
        EXPECT_EQ(events[i].session, expected[i].session);
        EXPECT_EQ(events[i].version, expected[i].version);
        EXPECT_TRUE(i == 0 || events[i - 1].moment < events[i].moment);
      }
      for (const std::string session : {"s", "t"}) {
        const std::vector<Showing> wanted = twin_.shown(session, path);
        const std::vector<Showing> shown = store_->last_shown(session, path, 1000);
        ASSERT_EQ(shown.size(), wanted.size());
        for (std::size_t i = 0; i < shown.size(); ++i) {
          EXPECT_EQ(shown[i].version, wanted[i].version);
          EXPECT_EQ(shown[i].lines, wanted[i].lines);
          const Showing alone = store_->shown_of(session, path, wanted[i].version);
          EXPECT_EQ(alone.version, wanted[i].version);
          EXPECT_EQ(alone.lines, wanted[i].lines);
          EXPECT_EQ(alone.numbered, shown[i].numbered);
          EXPECT_EQ(alone.last, shown[i].last);
        }
        const std::size_t limit = 1 + random_.below(4);
        const std::vector<Showing> few = store_->last_shown(session, path, limit);
        ASSERT_EQ(few.size(), std::min(limit, wanted.size()));
        for (std::size_t i = 0; i < few.size(); ++i) {
          EXPECT_EQ(few[i].version, wanted[i].version);
          EXPECT_EQ(few[i].lines, wanted[i].lines);
        }
        EXPECT_EQ(store_->shown_of(session, path, sha256("never shown")).last, 0U);
      }
      expect_way_between(path);
    }
    for (const std::string session : {"s", "t"}) {
      const Record* const last = twin_.last_applied(session);
      const std::optional<Record> found = store_->last_applied(session);
      ASSERT_EQ(found.has_value(), last != nullptr);
      EXPECT_TRUE(!found || found->id == last->id);
      const Digest call = sha256(concat(random_.below(3)));
      const Record* const same = twin_.same_call(session, call);
      const std::optional<Record> again = store_->same_call(session, call);
      ASSERT_EQ(again.has_value(), same != nullptr);
      EXPECT_TRUE(!again || (again->id == same->id && again->undone == same->undone));
    }
    EXPECT_TRUE(store_->take_warnings().empty());
  }

 private:
  void open() {
    store_.reset();
    store_ = test::open_kind(kind_, state_, {});
  }
  std::string any_session() { return random_.below(2) == 0 ? "s" : "t"; }
  std::string any_path() { return random_.below(2) == 0 ? "p" : "q"; }
  // Few bytes, so that old versions come back.
  std::string any_bytes() { return std::string(1 + random_.below(3), random_.below(2) == 0 ? 'a' : 'b'); }

  void read() {
    const std::string session = any_session();
    const std::string path = any_path();
    const Digest version = sha256(files_[path]);
    const auto first = static_cast<std::uint32_t>(1 + random_.below(9));
    const LineSet lines({LineNo{first}, LineNo{first + 1 + static_cast<std::uint32_t>(random_.below(3))}});
    const EventKind kind = random_.below(2) == 0 ? EventKind::shown : EventKind::answered;
    store_->remember(path, Text(files_[path]), version);
    seen_[path].insert(files_[path]);
    store_->show(session, path, version, lines, kind, 1, lines);
    twin_.show(session, path, version, lines, kind);
  }

  RecordedFile to(const std::string& path, const std::string& bytes) {
    const Text before{files_[path]};
    const ChangeSet changes = *ChangeSet::make(before, {{.span = {{0}, {before.size()}}, .text = bytes}});
    RecordedFile file{.path = path, .before = sha256(before.bytes()), .after = sha256(bytes)};
    file.changes = changes;
    file.inverse = changes.invert(before);
    store_->remember(path, before, *file.before);
    seen_[path].insert(files_[path]);
    seen_[path].insert(bytes);
    files_[path] = bytes;
    return file;
  }

  void add(Record record) {
    record.time = 1;
    const Result<Record> done = store_->record(std::move(record));
    ASSERT_TRUE(done) << done.error().what;
    twin_.record(*done);
  }

  void change() {
    add({.session = any_session(), .call = sha256(concat(random_.below(3))), .files = {to(any_path(), any_bytes() + "x")}});
  }

  void take_back() {
    const std::optional<Record> last = store_->last_applied(std::nullopt);
    if (!last) return;
    const std::string path = last->files[0].path;
    const std::string bytes = any_bytes();  // the store does not ask whether it is what was there before
    add({.kind = RecordKind::undo, .session = any_session(), .takes_back = last->id, .files = {to(path, bytes)}});
    if (random_.below(3) == 0) {
      add({.kind = RecordKind::redo, .session = any_session(), .takes_back = last->id, .files = {to(path, any_bytes())}});
    }
  }

  // What is foreseen changes no answer, whether it is asked for or not.
  void foresee() {
    const std::string session = any_session();
    const std::string path = any_path();
    const Digest version = sha256(files_[path]);
    const Digest call = sha256(concat(random_.below(3)));
    if (random_.below(3) == 0)
      store_->foresee({.session = session, .path = path, .version = version, .caller = session, .call = call});
  }

  void write_elsewhere() { files_[any_path()] = any_bytes() + "y"; }

  void expect_way_between(const std::string& path) {
    for (const std::string& bytes : seen_[path]) {
      const std::optional<Text> text = store_->text_of(path, sha256(bytes));
      ASSERT_TRUE(text) << bytes;
      EXPECT_EQ(text->bytes(), bytes);
    }
    if (seen_[path].empty()) return;
    const auto any = [&] {
      return *std::next(seen_[path].begin(), static_cast<std::ptrdiff_t>(random_.below(seen_[path].size())));
    };
    const std::string from = any();
    const std::string goal = any();
    const std::optional<ChangeSet> way = store_->changes_between(path, sha256(from), sha256(goal));
    ASSERT_EQ(way.has_value(), twin_.leads(path, sha256(from), sha256(goal))) << from << " to " << goal;
    EXPECT_TRUE(!way || way->apply(Text(from)).bytes() == goal);
  }

  RepeatableRandom random_;
  Kind kind_;
  test::ScratchState state_;
  std::unique_ptr<Store> store_;
  Twin twin_;
  std::map<std::string, std::string> files_{{"p", "a"}, {"q", "b"}};
  std::map<std::string, std::set<std::string>> seen_;  // bytes that the store was told, or can know
};

void compare_a_day(std::uint64_t seed, Kind kind) {
  SCOPED_TRACE(seed);
  Day day(seed, kind);
  for (int i = 0; i < 60; ++i) {
    day.step();
    if (i % 3 == 0) day.expect_equal();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StoreModel, AStoreAnswersLikeItsNaiveTwin) {
  for (std::uint64_t seed = 0; seed < (is_long_form() ? 12 : 6); ++seed) {
    compare_a_day(seed, seed % 2 == 0 ? Kind::disk_at_once : Kind::memory);
  }
}

class StoreModelOnServer : public testing::TestWithParam<Kind> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StoreModelOnServer);
INSTANTIATE_TEST_SUITE_P(Servers, StoreModelOnServer, testing::ValuesIn(test::kinds_with_a_server()), test::name_of_kind);

TEST_P(StoreModelOnServer, AStoreAnswersLikeItsNaiveTwin) {
  for (std::uint64_t seed = 0; seed < (is_long_form() ? 12 : 2); ++seed) compare_a_day(seed, GetParam());
}

}  // namespace
}  // namespace kedge
