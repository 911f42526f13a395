#include "store/locked_store.hpp"

#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "support/ordered_mutex.hpp"

namespace kedge {
namespace {

class LockedStore final : public Store {
 public:
  LockedStore(std::unique_ptr<Store> store, TimeSpent spent) : store_(std::move(store)), spent_(std::move(spent)) {}

  std::uint64_t unanswered() override {
    const std::scoped_lock lock(mutex_);
    return store_->unanswered();
  }
  using Store::ready;
  Result<void> ready(std::uint64_t unanswered_before) override {
    const std::scoped_lock lock(mutex_);
    return store_->ready(unanswered_before);
  }
  void foresee(const Foreseen& questions) override {
    const Turn turn(*this);
    store_->foresee(questions);
  }
  std::optional<std::string> shared_secret() override {
    const std::scoped_lock lock(mutex_);
    return store_->shared_secret();
  }
  std::optional<bool> use_up(std::uint64_t number, std::int64_t now, std::int64_t until) override {
    const std::scoped_lock lock(mutex_);
    return store_->use_up(number, now, until);
  }
  Result<LeaseAnswer> take_lease(std::string_view tree, std::string_view holder, std::chrono::milliseconds time) override {
    const std::scoped_lock lock(mutex_);
    return store_->take_lease(tree, holder, time);
  }
  void give_lease_back(std::string_view tree, std::string_view holder) override {
    const std::scoped_lock lock(mutex_);
    store_->give_lease_back(tree, holder);
  }
  void remember(std::string_view path, const Text& text, const Digest& version) override {
    const Turn turn(*this);
    store_->remember(path, text, version);
  }
  std::optional<KnownText> last_met(std::string_view path) override {
    const Turn turn(*this);
    return store_->last_met(path);
  }
  std::optional<Text> text_of(std::string_view path, const Digest& version) override {
    const Turn turn(*this);
    return store_->text_of(path, version);
  }
  Tag tag_of(std::string_view path, const Digest& version) override {
    const Turn turn(*this);
    return store_->tag_of(path, version);
  }
  std::optional<Digest> version_of(std::string_view path, std::string_view tag) override {
    const Turn turn(*this);
    return store_->version_of(path, tag);
  }
  std::optional<ChangeSet> changes_between(std::string_view path, const Digest& from, const Digest& to) override {
    const Turn turn(*this);
    return store_->changes_between(path, from, to);
  }
  void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines, EventKind kind,
            std::int64_t time, const LineSet& numbered, const LineSet& cut, const LineSet& sent) override {
    const Turn turn(*this);
    store_->show(session, path, version, lines, kind, time, numbered, cut, sent);
  }
  Showing shown_to_any(std::string_view path, const Digest& version) override {
    const Turn turn(*this);
    return store_->shown_to_any(path, version);
  }
  std::vector<Digest> versions_shown_to_any(std::string_view path, std::size_t limit) override {
    const Turn turn(*this);
    return store_->versions_shown_to_any(path, limit);
  }
  std::vector<Showing> last_shown(std::string_view session, std::string_view path, std::size_t limit) override {
    const Turn turn(*this);
    return store_->last_shown(session, path, limit);
  }
  Showing shown_of(std::string_view session, std::string_view path, const Digest& version) override {
    const Turn turn(*this);
    return store_->shown_of(session, path, version);
  }
  std::vector<OwnStep> steps_since(std::string_view path, Moment moment) override {
    const Turn turn(*this);
    return store_->steps_since(path, moment);
  }
  std::vector<StepBack> steps_back(std::string_view path, Moment before, std::size_t limit) override {
    const Turn turn(*this);
    return store_->steps_back(path, before, limit);
  }
  std::vector<std::shared_ptr<const Showing>> shown_versions(std::string_view session, std::string_view path,
                                                             const WantedShowings& wanted) override {
    const Turn turn(*this);
    return store_->shown_versions(session, path, wanted);
  }
  bool read_since(std::string_view session, std::string_view path, Moment moment) override {
    const Turn turn(*this);
    return store_->read_since(session, path, moment);
  }
  std::vector<Event> events_since(std::string_view path, Moment moment) override {
    const Turn turn(*this);
    return store_->events_since(path, moment);
  }
  bool has_mixed_baseline(std::string_view path) override {
    const Turn turn(*this);
    return store_->has_mixed_baseline(path);
  }
  // What comes while others are written waits, and is written together: one sync for all of it.
  Result<Record> record(Record record) override {
    WaitingRecord own{.record = std::move(record)};
    {
      const std::scoped_lock lock(waiting_mutex_);
      waiting_.push_back(&own);
    }
    const Turn turn(*this);
    if (!own.result && !own.problem) record_waiting();
    if (own.result) return *std::move(own.result);
    std::rethrow_exception(own.problem);
  }
  std::vector<Result<Record>> record_all(std::vector<Record> records) override {
    const Turn turn(*this);
    return store_->record_all(std::move(records));
  }
  std::optional<Record> find(std::string_view id) override {
    const Turn turn(*this);
    return store_->find(id);
  }
  using Store::newest;
  std::vector<Record> newest(std::size_t limit, std::string_view path) override {
    const Turn turn(*this);
    return store_->newest(limit, path);
  }
  std::optional<std::string> attributes_of(std::string_view id, std::string_view path) override {
    const Turn turn(*this);
    return store_->attributes_of(id, path);
  }
  std::optional<Record> last_applied(std::optional<std::string_view> session) override {
    const Turn turn(*this);
    return store_->last_applied(session);
  }
  Result<bool> mark_reviewed(std::string_view id, bool reviewed) override {
    const Turn turn(*this);
    return store_->mark_reviewed(id, reviewed);
  }
  std::optional<Record> same_call(std::optional<std::string_view> session, const Digest& call) override {
    const Turn turn(*this);
    return store_->same_call(session, call);
  }
  void count(const CountedCall& call) override {
    const Turn turn(*this);
    store_->count(call);
  }
  std::vector<CallCounts> call_counts() override {
    const Turn turn(*this);
    return store_->call_counts();
  }
  void serve_calls() override {
    const Turn turn(*this);
    store_->serve_calls();
  }
  bool flush() override {
    const Turn turn(*this);
    return store_->flush();
  }
  void publish() override {
    const Turn turn(*this);
    store_->publish();
  }
  void rest() override {
    const Turn turn(*this);
    store_->rest();
  }
  std::vector<std::string> take_warnings() override {
    const Turn turn(*this);
    return store_->take_warnings();
  }
  RecordHoldings holdings() override {
    const Turn turn(*this);
    return store_->holdings();
  }
  Result<void> purge(std::span<const std::string> paths) override {
    const Turn turn(*this);
    return store_->purge(paths);
  }
  std::optional<std::int64_t> last_secret() const override {
    const Turn turn(*this);
    return store_->last_secret();
  }
  bool lasting() const override {
    const Turn turn(*this);
    return store_->lasting();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // One call: it has the store for itself.
  class Turn {
   public:
    explicit Turn(const LockedStore& store) : store_(store), lock_(store.mutex_) {
      if (store_.spent_) began_ = Clock::now();
    }
    ~Turn() {
      if (store_.spent_) store_.spent_(Clock::now() - began_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const LockedStore& store_;
    const std::scoped_lock<OrderedMutex> lock_;
    Clock::time_point began_;
  };

  // Of a thread that waits for its turn, and finds here what became of it if another one had it first.
  struct WaitingRecord {
    Record record;
    std::optional<Result<Record>> result = std::nullopt;
    std::exception_ptr problem = nullptr;
  };

  // REQUIRES: it is this thread's turn.
  void record_waiting() {
    std::vector<WaitingRecord*> all;
    {
      const std::scoped_lock lock(waiting_mutex_);
      all.swap(waiting_);
    }
    try {
      std::vector<Record> records;
      records.reserve(all.size());
      for (WaitingRecord* const each : all) records.push_back(std::move(each->record));
      std::vector<Result<Record>> results = store_->record_all(std::move(records));
      for (std::size_t i = 0; i < all.size(); ++i) all[i]->result = std::move(results[i]);
    } catch (...) {
      for (WaitingRecord* const each : all) each->problem = std::current_exception();
    }
  }

  mutable OrderedMutex mutex_{LockOrder::store};
  OrderedMutex waiting_mutex_{LockOrder::records};
  std::vector<WaitingRecord*> waiting_;
  std::unique_ptr<Store> store_;
  TimeSpent spent_;
};

}  // namespace

std::unique_ptr<Store> locked(std::unique_ptr<Store> store, TimeSpent spent) {
  return std::make_unique<LockedStore>(std::move(store), std::move(spent));
}

}  // namespace kedge
