// The store: recent data in memory, in front of a database. One class for both kinds: without a file, the database is in
// memory, so the two cannot differ.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "store/asking.hpp"
#include "store/call_count_table.hpp"
#include "store/kept_nearby.hpp"
#include "store/loose_tags.hpp"
#include "store/recent_rows.hpp"
#include "store/remembered_texts.hpp"
#include "store/secret_search.hpp"

namespace kedge {

class DatabaseStore final : public Store {
 public:
  DatabaseStore(Keeper keeper, ByteKeeping keeping, StoreLimits limits)
      : asking_(std::move(keeper)), keeping_(keeping), limits_(limits) {}

  void remember(std::string_view path, const Text& text, const Digest& version) override;
  std::optional<KnownText> last_met(std::string_view path) override;
  std::optional<Text> text_of(std::string_view path, const Digest& version) override;
  Tag tag_of(std::string_view path, const Digest& version) override;
  std::optional<Digest> version_of(std::string_view path, std::string_view tag) override;
  std::optional<ChangeSet> changes_between(std::string_view path, const Digest& from, const Digest& to) override;
  std::vector<OwnStep> steps_since(std::string_view path, Moment moment) override;
  std::vector<StepBack> steps_back(std::string_view path, Moment before, std::size_t limit) override;

  void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines, EventKind kind,
            std::int64_t time, const LineSet& numbered, const LineSet& cut, const LineSet& sent) override;
  std::vector<Showing> last_shown(std::string_view session, std::string_view path, std::size_t limit) override;
  Showing shown_of(std::string_view session, std::string_view path, const Digest& version) override;
  Showing shown_to_any(std::string_view path, const Digest& version) override;
  std::vector<Digest> versions_shown_to_any(std::string_view path, std::size_t limit) override;
  using Store::shown_versions;
  std::vector<std::shared_ptr<const Showing>> shown_versions(std::string_view session, std::string_view path,
                                                             const WantedShowings& wanted) override;
  bool read_since(std::string_view session, std::string_view path, Moment moment) override;
  std::vector<Event> events_since(std::string_view path, Moment moment) override;
  bool has_mixed_baseline(std::string_view path) override;

  Result<Record> record(Record record) override;
  std::vector<Result<Record>> record_all(std::vector<Record> records) override;
  std::optional<Record> find(std::string_view id) override;
  using Store::newest;
  std::vector<Record> newest(std::size_t limit, std::string_view path) override;
  std::optional<std::string> attributes_of(std::string_view id, std::string_view path) override;
  std::optional<Record> last_applied(std::optional<std::string_view> session) override;
  std::optional<Record> same_call(std::optional<std::string_view> session, const Digest& call) override;
  Result<bool> mark_reviewed(std::string_view id, bool reviewed) override;

  void count(const CountedCall& call) override { counts_.add(call); }
  std::vector<CallCounts> call_counts() override;

  bool flush() override;
  void serve_calls() override { asking_.serve_calls(); }
  void publish() override;
  void rest() override;
  RecordHoldings holdings() override;
  Result<void> purge(std::span<const std::string> paths) override;
  std::vector<std::string> take_warnings() override { return asking_.keeper().take_warnings(); }
  std::optional<std::int64_t> last_secret() const override { return last_secret_; }
  bool lasting() const override { return asking_.keeper().lasting(); }
  std::uint64_t unanswered() override { return asking_.unanswered(); }
  using Store::ready;
  Result<void> ready(std::uint64_t unanswered_before) override;
  void foresee(const Foreseen& questions) override;
  std::optional<std::string> shared_secret() override;
  Result<LeaseAnswer> take_lease(std::string_view tree, std::string_view holder, std::chrono::milliseconds time) override;
  void give_lease_back(std::string_view tree, std::string_view holder) override;
  std::optional<bool> use_up(std::uint64_t number, std::int64_t now, std::int64_t until) override;

 private:
  // What the database answers; if it fails, an empty answer and a warning.
  template <class Work>
  auto ask(Work work);
  // In one transaction, all or nothing.
  template <class Work>
  auto write(sql::Sync sync, Work work);
  void begin_writing(sql::Database& database);
  // What the next transaction is going to ask a database that is far away.
  template <class Hint>
  void expect(Hint hint);
  void expect_waiting();
  void note_secrets(Record& record);
  // The tags that the answer is going to name.
  using ClaimedTags = std::map<VersionName, TagNumber>;
  // REQUIRES, here and below: a transaction is open.
  sql::Answer<RecordName> record_one(sql::Database& database, const Record& record, ClaimedTags& claimed);
  sql::Answer<TagNumber> claim_tag(sql::Database& database, std::string_view path, const Digest& version);

  // What the database has, without what is waiting in memory.
  Showing written_of(std::string_view session, std::string_view path, const Digest& version);
  // What is waiting in memory for this session and path, each with its future moment.
  void for_each_waiting(std::string_view session, std::string_view path, const std::function<void(const Shown&, Moment)>& see);
  sql::Answer<void> write_waiting(sql::Database& database);
  sql::Answer<void> write_shown(sql::Database& database, const Shown& shown);
  // Whether there was something to write.
  bool write_all();
  // Keeps the bytes of a version that the file may no longer have. False: it has not been shown to anybody yet.
  sql::Answer<bool> keep_if_known(sql::Database& database, const VersionName& name);
  std::optional<Record> with_withheld(std::optional<Record> record) const;
  void forget(const VersionName& name);
  void forget_written();
  // After a transaction.
  void note_shown();
  // Until the log is longer than this, it is only made short when nobody waits.
  static constexpr std::int64_t log_bytes_at_work = std::int64_t{8} << 20;
  // If the log is longer than this. Returns how long it is then.
  std::int64_t checkpoint_beyond(std::int64_t bytes, std::chrono::milliseconds patience = {});
  // The rows in memory of a session and path, or of a path.
  template <class Recent, class Key>
  auto& recent(Recent& all, const Key& key);
  void forget_rows();
  // Those of a database that was opened before this one.
  void forget_rows_of_others();

  Asking asking_;
  ByteKeeping keeping_;
  StoreLimits limits_;

  RememberedTexts texts_{256UL * 1024 * 1024, 4096};
  std::map<std::string, Digest, std::less<>> current_;  // the version last passed to remember() for each path
  std::vector<Shown> waiting_;
  WaitingCounts counts_;
  std::set<VersionName> to_keep_;  // bytes that the next write has to keep
  std::map<std::string, std::vector<RecordedFile>, std::less<>>
      withheld_;  // by id: files with a secret in them, of which only this process knows the changes
  std::optional<std::int64_t> last_secret_;
  SecretSearch secrets_{[this](const VersionName& name) { return texts_.find(name); }};
  std::set<VersionName> not_shown_yet_;  // of these: not for the current write
  std::int64_t now_ = 0;                 // the latest time passed in
  bool may_exceed_ = false;              // something was written since the limits were last checked
  int calls_with_lock_ = 0;              // since none was kept
  int calls_alone_ = 0;                  // since another process wrote
  std::optional<std::uint64_t> changes_of_others_;
  int rows_are_from_ = 0;  // the number of their database
  // By session and path.
  std::map<std::pair<std::string, std::string>, RecentShowings> showings_;
  // What the transaction has written that those in memory do not have.
  struct Written {
    std::pair<std::string, std::string> key;
    Showing showing;
  };
  std::vector<Written> shown_now_;
  KnownRows known_rows_;
  std::map<std::string, RecentSteps, std::less<>> steps_;
  std::map<std::string, RecentBaseline, std::less<>> baselines_;
  LooseTags loose_tags_;
  ClaimedTags claimed_tags_;  // with the last records
  bool gives_tags_ = false;   // versions that are recorded will be asked for their tags
  KeptNearby near_;
};

template <class Work>
auto DatabaseStore::ask(Work work) {
  return asking_.ask(work);
}

template <class Work>
auto DatabaseStore::write(sql::Sync sync, Work work) {
  auto answer = asking_.write(sync, [&](sql::Database& database) {
    begin_writing(database);
    return work(database);
  });
  if (answer) {
    known_rows_.committed();
  } else {
    near_.clear();
  }
  return answer;
}

template <class Hint>
void DatabaseStore::expect(Hint hint) {
  if (!asking_.keeper().is_shared() || !asking_.keeper().is_open()) return;
  if (const sql::Answer<sql::Database*> database = asking_.keeper().database()) hint(**database);
}

}  // namespace kedge
