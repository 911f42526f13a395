// Records whose tables are gone while a process uses them: another program, or another version of this one, has been there.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "support/strings.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

class LostTables : public test::RecordsOnDisk {
 protected:
  using Question = std::function<void(Store&)>;

  // Everything that can be asked of records, or told to them.
  std::map<std::string, Question> questions() {
    const std::string bytes = concat(1, std::string(3'000, 'a'));
    const Digest version = sha256(bytes);
    const std::string id = ids.at(1);
    return {
        {"remember", [this](Store& store) { remember(store, "file1", "c"); }},
        {"last_met", [](Store& store) { (void)store.last_met("file1"); }},
        {"text_of", [version](Store& store) { (void)store.text_of("file1", version); }},
        {"tag_of", [](Store& store) { (void)store.tag_of("file1", sha256("new")); }},
        {"version_of", [this](Store& store) { (void)store.version_of("file1", tags.at(1)); }},
        {"changes_between", [version](Store& store) { (void)store.changes_between("file1", version, sha256("b")); }},
        {"steps_since", [](Store& store) { (void)store.steps_since("file1", {}); }},
        {"steps_back", [](Store& store) { (void)store.steps_back("file1", 100, 10); }},
        {"show",
         [this](Store& store) {
           read(store, "file1", "d");
           store.publish();
           store.flush();
         }},
        {"last_shown", [](Store& store) { (void)store.last_shown("s", "file1", 10); }},
        {"shown_versions", [](Store& store) { (void)store.shown_versions("s", "file1"); }},
        {"shown_of", [version](Store& store) { (void)store.shown_of("s", "file1", version); }},
        {"shown_to_any", [version](Store& store) { (void)store.shown_to_any("file1", version); }},
        {"versions_shown_to_any", [](Store& store) { (void)store.versions_shown_to_any("file1", 10); }},
        {"events_since", [](Store& store) { (void)store.events_since("file1", {}); }},
        {"has_mixed_baseline", [](Store& store) { (void)store.has_mixed_baseline("file1"); }},
        {"record",
         [](Store& store) {
           (void)store.record({.session = "s", .files = {test::edited("file1", "b", "c"), test::edited("new", "x", "y")}});
         }},
        {"find", [id](Store& store) { (void)store.find(id); }},
        {"newest", [](Store& store) { (void)store.newest(10, "file1"); }},
        {"attributes_of", [id](Store& store) { (void)store.attributes_of(id, "file1"); }},
        {"last_applied", [](Store& store) { (void)store.last_applied("s"); }},
        {"same_call", [](Store& store) { (void)store.same_call("s", sha256("x")); }},
        {"mark_reviewed", [id](Store& store) { (void)store.mark_reviewed(id, true); }},
        {"count",
         [](Store& store) {
           store.count({});
           store.flush();
         }},
        {"call_counts", [](Store& store) { (void)store.call_counts(); }},
        {"holdings", [](Store& store) { (void)store.holdings(); }},
        {"purge_a_file", [](Store& store) { (void)store.purge(std::vector<std::string>{"file1"}); }},
        {"purge", [](Store& store) { (void)store.purge({}); }},
    };
  }
};

TEST_F(LostTables, AreAWarningAtMostWhateverIsAskedFirst) {
  fill();
  checkpoint();
  const std::string whole = state.read("store.db");
  for (const std::string table : {"about", "path", "version", "content", "log", "event", "showing", "record", "change"}) {
    for (const auto& [name, ask] : questions()) {
      SCOPED_TRACE(concat(name, " without ", table));
      for (const char* file : {"store.db-wal", "store.db-shm", "store.db.damaged"}) std::filesystem::remove(state.file(file));
      state.write("store.db", whole);
      const std::unique_ptr<Store> store = opened();
      (void)store->last_applied("nobody");  // it is open
      run(concat("ALTER TABLE ", table, " RENAME TO lost").c_str());
      ask(*store);
      (void)store->take_warnings();
      read(*store, "other", "one");
      const Tag tag = store->tag_of("other", sha256("one"));
      EXPECT_EQ(store->version_of("other", tag), sha256("one"));
      EXPECT_EQ(store->text_of("other", sha256("one"))->bytes(), "one") << "what this process knows it still knows";
    }
  }
}

}  // namespace
}  // namespace kedge
