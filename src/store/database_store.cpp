#include "store/database_store.hpp"

#include <algorithm>
#include <ranges>

#include "store/purge.hpp"
#include "store/sweep.hpp"
#include "store/version_texts.hpp"

namespace kedge {
namespace {

using sql::Answer;

// Opening the database reads the log, so it is kept short once nobody waits for that.
constexpr std::int64_t log_bytes_at_rest = std::int64_t{1} << 20;
constexpr int most_calls_with_lock = 16;
constexpr int calls_before_lock_is_kept = 16;
constexpr std::chrono::milliseconds patience_for_readers(500);  // a server that has just been asked something keeps its lock

// If nothing can be written, what was shown long ago is dropped.
constexpr std::size_t most_waiting = 65'536;

// Sessions and paths whose rows are in memory.
constexpr std::size_t most_remembered = 256;

// What is shown may turn out to be foreign, which is a separate event.
constexpr Moment moments_of_a_show = 2;

void add(Showing& showing, const Shown& more, Moment moment) {
  add_rows(showing, more.rows());
  showing.last = moment;
}

}  // namespace

template <class Recent, class Key>
auto& DatabaseStore::recent(Recent& all, const Key& key) {
  forget_rows_of_others();
  if (all.size() >= most_remembered && !all.contains(key)) all.clear();
  return all[typename Recent::key_type(key)];
}

// ---- versions

void DatabaseStore::remember(std::string_view path, const Text& text, const Digest& version) {
  const auto [current, first] = current_.try_emplace(std::string(path), version);
  if (!first && current->second != version) {
    to_keep_.insert({std::string(path), current->second});  // the file no longer has them
    current->second = version;
  }
  if (keeping_ == ByteKeeping::at_once) to_keep_.insert({std::string(path), version});
  texts_.put({std::string(path), version}, text);
}

std::optional<KnownText> DatabaseStore::last_met(std::string_view path) {
  const auto current = current_.find(path);
  if (current == current_.end()) return std::nullopt;
  std::optional<Text> text = texts_.find({std::string(path), current->second});
  if (!text) return std::nullopt;
  return KnownText{*std::move(text), current->second};
}

std::optional<Text> DatabaseStore::text_of(std::string_view path, const Digest& version) {
  const VersionName name{std::string(path), version};
  if (std::optional<Text> text = texts_.find(name)) return text;
  std::optional<Text> text = ask([&](sql::Database& database) -> Answer<std::optional<Text>> {
    KEDGE_TRY(const std::optional<VersionRow> row, VersionTable(database).find(path, version));
    if (!row) return std::optional<Text>();
    return VersionTexts(database, [&](const VersionName& other) { return texts_.find(other); }).text(row->id);
  });
  if (text) texts_.put(name, *text);
  return text;
}

std::optional<ChangeSet> DatabaseStore::changes_between(std::string_view path, const Digest& from, const Digest& to) {
  if (from == to) {
    const std::optional<Text> text = text_of(path, from);
    return text ? std::optional(ChangeSet(text->size())) : std::nullopt;
  }
  return ask([&](sql::Database& database) -> Answer<std::optional<ChangeSet>> {
    KEDGE_TRY(const std::optional<VersionRow> row, VersionTable(database).find(path, from));
    if (!row) return std::optional<ChangeSet>();
    VersionTexts texts(database, [&](const VersionName& name) { return texts_.find(name); });
    return texts.changes_between(row->id, to);
  });
}

std::vector<OwnStep> DatabaseStore::steps_since(std::string_view path, Moment moment) {
  return ask([&](sql::Database& database) { return recent(steps_, path).since(database, path, moment); });
}

std::vector<StepBack> DatabaseStore::steps_back(std::string_view path, Moment before, std::size_t limit) {
  return ask([&](sql::Database& database) { return HistoryTable(database).steps_back(path, before, limit); });
}

// ---- what was shown, and the log

void DatabaseStore::show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines,
                         EventKind kind, std::int64_t time, const LineSet& numbered, const LineSet& cut, const LineSet& sent) {
  now_ = std::max(now_, time);
  waiting_.push_back({std::string(session), std::string(path), version, lines, kind, time, numbered, cut, sent});
}

// What waits in memory is later than everything in the database, and gets its moments when it is written.
std::vector<Showing> DatabaseStore::last_shown(std::string_view session, std::string_view path, std::size_t limit) {
  std::vector<Showing> all = ask([&](sql::Database& database) { return LogTable(database).last_shown(session, path, limit); });
  for_each_waiting(session, path, [&](const Shown& waiting, Moment moment) {
    auto place = std::ranges::find(all, waiting.version, &Showing::version);
    // It may have been shown before all of these.
    if (place == all.end()) place = all.insert(all.end(), written_of(session, path, waiting.version));
    add(*place, waiting, moment);
  });
  std::ranges::sort(all, std::ranges::greater{}, &Showing::last);
  if (all.size() > limit) all.resize(limit);
  return all;
}

std::vector<std::shared_ptr<const Showing>> DatabaseStore::shown_versions(std::string_view session, std::string_view path,
                                                                          const WantedShowings& wanted) {
  const std::pair key{std::string(session), std::string(path)};
  RecentShowings::List all = ask([&](sql::Database& database) -> Answer<RecentShowings::List> {
    RecentShowings& showings = recent(showings_, key);
    KEDGE_DO(showings.update(database, session, path));
    return showings.last_shown_first(wanted);
  });
  for_each_waiting(session, path, [&](const Shown& waiting, Moment moment) {
    const auto place = std::ranges::find_if(all, [&](const auto& one) { return one->version == waiting.version; });
    Showing showing = place == all.end() ? written_of(session, path, waiting.version) : **place;
    if (place != all.end()) all.erase(place);
    add(showing, waiting, moment);
    if (waiting.kind == EventKind::shown) showing.last_read = moment;
    showing.waiting = true;
    all.insert(all.begin(), std::make_shared<const Showing>(std::move(showing)));
  });
  return all;
}

bool DatabaseStore::read_since(std::string_view session, std::string_view path, Moment moment) {
  const std::pair key{std::string(session), std::string(path)};
  bool read = ask([&](sql::Database& database) -> Answer<bool> {
    RecentShowings& showings = recent(showings_, key);
    KEDGE_DO(showings.update(database, session, path));
    return showings.read_since(moment);
  });
  for_each_waiting(session, path,
                   [&](const Shown& waiting, Moment at) { read = read || (waiting.kind == EventKind::shown && at > moment); });
  return read;
}

Showing DatabaseStore::shown_of(std::string_view session, std::string_view path, const Digest& version) {
  Showing showing = written_of(session, path, version);
  for_each_waiting(session, path, [&](const Shown& waiting, Moment moment) {
    if (waiting.version == version) add(showing, waiting, moment);
  });
  return showing;
}

Showing DatabaseStore::shown_to_any(std::string_view path, const Digest& version) {
  Showing showing = ask([&](sql::Database& database) { return LogTable(database).shown_to_any(path, version); });
  showing.version = version;
  for (const Shown& waiting : waiting_) {
    const bool is_meant = waiting.path == path && waiting.version == version && waiting.session != session_of_converting;
    if (is_meant) add_rows(showing, waiting.rows());
  }
  return showing;
}

std::vector<Digest> DatabaseStore::versions_shown_to_any(std::string_view path, std::size_t limit) {
  std::vector<Digest> all;
  const auto add = [&](const Digest& version) {
    if (all.size() < limit && std::ranges::find(all, version) == all.end()) all.push_back(version);
  };
  for (const Shown& waiting : std::views::reverse(waiting_)) {
    if (waiting.path == path && waiting.session != session_of_converting) add(waiting.version);
  }
  std::ranges::for_each(ask([&](sql::Database& database) { return LogTable(database).versions_shown_to_any(path, limit); }),
                        add);
  return all;
}

Showing DatabaseStore::written_of(std::string_view session, std::string_view path, const Digest& version) {
  const std::pair key{std::string(session), std::string(path)};
  Showing showing = ask([&](sql::Database& database) -> Answer<Showing> {
    forget_rows_of_others();
    const auto recent = showings_.find(key);
    if (recent != showings_.end() && recent->second.is_current(database)) {
      if (const auto known = recent->second.certainly_shown(version)) return *known;
    }
    return LogTable(database).shown_of(session, path, version);
  });
  showing.version = version;
  showing.last_read = 0;
  return showing;
}

void DatabaseStore::for_each_waiting(std::string_view session, std::string_view path,
                                     const std::function<void(const Shown&, Moment)>& see) {
  if (waiting_.empty()) return;
  Moment moment = ask([](sql::Database& database) { return LogTable(database).top(); });
  for (const Shown& waiting : waiting_) {
    moment += moments_of_a_show;
    if (waiting.session == session && waiting.path == path) see(waiting, moment);
  }
}

std::vector<Event> DatabaseStore::events_since(std::string_view path, Moment since) {
  std::vector<Event> all = ask([&](sql::Database& database) { return LogTable(database).events(path, since); });
  Moment moment = ask([](sql::Database& database) { return LogTable(database).top(); });
  bool path_known = ask([&](sql::Database& database) -> Answer<bool> {
    KEDGE_TRY(const std::optional<PathId> id, VersionTable(database).find_path(path));
    if (!id) return false;
    return VersionTable(database).is_known(*id);
  });
  std::set<Digest> met;
  for (const Shown& waiting : waiting_) {
    moment += moments_of_a_show;
    if (waiting.path != path) continue;
    const bool version_known =
        met.contains(waiting.version) || ask([&](sql::Database& database) -> Answer<bool> {
          KEDGE_TRY(const std::optional<VersionRow> row, VersionTable(database).find(path, waiting.version));
          return row && row->known;
        });
    if (is_foreign(version_known, path_known)) {
      all.push_back({moment - 1, waiting.time, EventKind::foreign, {}, waiting.version});
    }
    path_known = true;
    met.insert(waiting.version);
    all.push_back({moment, waiting.time, waiting.kind, waiting.session, waiting.version});
  }
  std::erase_if(all, [&](const Event& event) { return event.moment <= since; });
  return all;
}

bool DatabaseStore::has_mixed_baseline(std::string_view path) {
  const std::uint64_t unanswered = asking_.unanswered();
  const Moment top = ask([](sql::Database& database) { return LogTable(database).top(); });
  const int database = asking_.keeper().databases_so_far();
  const RecentBaseline before = recent(baselines_, path);
  const bool mixed =
      before.mixed || std::ranges::any_of(events_since(path, before.up_to), [](const Event& event) {
        return event.kind == EventKind::written || event.kind == EventKind::undone || event.kind == EventKind::foreign;
      });
  // What is waiting has no moment yet, and what was not answered would be missed for good.
  const bool is_whole = asking_.unanswered() == unanswered && asking_.keeper().databases_so_far() == database;
  if (waiting_.empty() && is_whole) recent(baselines_, path) = {top, mixed};
  return mixed;
}

// ---- history

std::optional<Record> DatabaseStore::with_withheld(std::optional<Record> record) const {
  if (!record) return record;
  if (const auto found = withheld_.find(record->id); found != withheld_.end()) record->files = found->second;
  return record;
}

std::optional<Record> DatabaseStore::find(std::string_view id) {
  return with_withheld(ask([&](sql::Database& database) { return HistoryTable(database).find(id); }));
}

std::vector<Record> DatabaseStore::newest(std::size_t limit, std::string_view path) {
  return ask([&](sql::Database& database) { return HistoryTable(database).newest(limit, path); });
}

std::optional<std::string> DatabaseStore::attributes_of(std::string_view id, std::string_view path) {
  return ask([&](sql::Database& database) { return HistoryTable(database).attributes_of(id, path); });
}

std::optional<Record> DatabaseStore::last_applied(std::optional<std::string_view> session) {
  return with_withheld(ask([&](sql::Database& database) { return HistoryTable(database).last_applied(session); }));
}

Result<bool> DatabaseStore::mark_reviewed(std::string_view id, bool reviewed) {
  const Answer<bool> done =
      write(sql::Sync::at_commit, [&](sql::Database& all) { return HistoryTable(all).mark_reviewed(id, reviewed); });
  return done ? Result<bool>(*done) : std::unexpected(asking_.keeper().refusal(done.error()));
}

std::optional<Record> DatabaseStore::same_call(std::optional<std::string_view> session, const Digest& call) {
  return with_withheld(ask([&](sql::Database& database) { return HistoryTable(database).same_call(session, call); }));
}

// ---- keeping

Answer<bool> DatabaseStore::keep_if_known(sql::Database& database, const VersionName& name) {
  const std::optional<std::size_t> near = near_.distance_of(name);
  if (near && *near < VersionTexts::cheap_chain) return true;  // recorded, and so known
  KEDGE_TRY(const std::optional<VersionRow> row, VersionTable(database).find(name.path, name.digest));
  if (!row || !row->known) return false;
  if (const std::optional<Text> text = texts_.find(name); text && !row->kept && !secrets_.in(name)) {
    std::size_t distance = 0;
    if (near) {  // no search: it would look at all these changes to find the same
      KEDGE_DO(VersionTable(database).keep(row->id, *text));
    } else {
      KEDGE_TRY(distance, VersionTexts(database).keep(row->id, *text));
    }
    near_.note(name, distance);
  }
  return true;
}

Answer<void> DatabaseStore::write_waiting(sql::Database& database) {
  not_shown_yet_.clear();
  expect_waiting();  // once more: showing a version changes its row
  for (const Shown& shown : waiting_) KEDGE_DO(write_shown(database, shown));
  for (const VersionName& name : to_keep_) {
    KEDGE_TRY(const bool known, keep_if_known(database, name));
    if (!known && keeping_ == ByteKeeping::at_once) not_shown_yet_.insert(name);
  }
  return {};
}

Answer<void> DatabaseStore::write_shown(sql::Database& database, const Shown& shown) {
  KEDGE_TRY(Showing showing, LogTable(database, &known_rows_).show(shown));
  std::pair key{shown.session, shown.path};
  const auto recent = showings_.find(key);
  if (recent == showings_.end() || !recent->second.is_current(database)) return {};  // they ask, if they are needed
  if (shown.kind == EventKind::shown) showing.last_read = showing.last;
  shown_now_.push_back({std::move(key), std::move(showing)});
  return {};
}

void DatabaseStore::note_shown() try {
  for (Written& written : shown_now_) {
    const auto recent = showings_.find(written.key);
    if (recent != showings_.end()) recent->second.note(std::move(written.showing));
  }
  shown_now_.clear();
} catch (const std::bad_alloc&) {
  showings_.clear();
}

void DatabaseStore::forget(const VersionName& name) {
  texts_.drop(name);
  const auto current = current_.find(name.path);
  if (current != current_.end() && current->second == name.digest) current_.erase(current);
}

void DatabaseStore::begin_writing(sql::Database& database) {
  forget_rows_of_others();
  const bool others_may_have_written = known_rows_.begin(database);
  // A tag may have been purged, and be free for another version. Those of a shared database are asked for in other ways.
  if (others_may_have_written && !asking_.keeper().is_shared()) claimed_tags_.clear();
  shown_now_.clear();
}

void DatabaseStore::forget_rows() {
  known_rows_.forget();
  showings_.clear();
  steps_.clear();
  baselines_.clear();
  near_.clear();
  claimed_tags_.clear();
}

void DatabaseStore::forget_rows_of_others() {
  if (rows_are_from_ != asking_.keeper().databases_so_far()) forget_rows();
  rows_are_from_ = asking_.keeper().databases_so_far();
}

void DatabaseStore::forget_written() {
  note_shown();
  waiting_.clear();
  to_keep_ = std::exchange(not_shown_yet_, {});
  may_exceed_ = true;
}

std::int64_t DatabaseStore::checkpoint_beyond(std::int64_t bytes, std::chrono::milliseconds patience) {
  if (!asking_.keeper().is_open()) return 0;
  const Answer<sql::Database*> database = asking_.keeper().database();
  if (!database) return 0;
  if ((*database)->log_bytes() > bytes) (*database)->checkpoint(patience);
  return (*database)->log_bytes();
}

void DatabaseStore::expect_waiting() {
  expect([&](sql::Database& database) {
    for (const Shown& shown : waiting_) {
      VersionTable(database).expect(shown.path, shown.version);
      LogTable(database).expect_shown(shown.session, shown.path, shown.version);
    }
    for (const VersionName& name : to_keep_) VersionTable(database).expect(name.path, name.digest);
  });
}

void DatabaseStore::publish() {
  if (!waiting_.empty()) expect_waiting();
  // What cannot be written now is tried again by flush, which warns.
  if (!waiting_.empty() && write(sql::Sync::later, [&](sql::Database& database) { return write_waiting(database); })) {
    forget_written();
  }
  // The next call may find the lock still there. As long as it is, nobody can begin the log anew: so not for too many calls,
  // nor beside others that write, nor if the log is long.
  const Answer<sql::Database*> database = asking_.keeper().is_open() ? asking_.keeper().database() : nullptr;
  if (!database || *database == nullptr) return rest();
  const std::optional<std::uint64_t> changes = (*database)->changes_of_others();
  calls_alone_ = changes == changes_of_others_ ? calls_alone_ + 1 : 0;
  changes_of_others_ = changes;
  const bool is_alone = calls_alone_ >= calls_before_lock_is_kept && (*database)->log_bytes() <= log_bytes_at_work / 2;
  if (!is_alone || ++calls_with_lock_ >= most_calls_with_lock) rest();
}

void DatabaseStore::rest() {
  calls_with_lock_ = 0;
  asking_.keeper().rest();
}

bool DatabaseStore::flush() {
  const bool has_written = write_all();
  // A process that ends soon does not wait for a better time.
  const bool has_time = !has_written || keeping_ == ByteKeeping::at_once;
  const std::int64_t length = checkpoint_beyond(has_time ? log_bytes_at_rest : log_bytes_at_work);
  rest();
  return has_time || length <= log_bytes_at_rest;
}

bool DatabaseStore::write_all() {
  if (waiting_.empty() && to_keep_.empty() && texts_.fits() && !may_exceed_ && counts_.empty()) return false;
  const std::vector<VersionName> leaving = texts_.beyond_bound();
  expect_waiting();
  expect(expect_sweep);
  const Answer<void> done = write(sql::Sync::later, [&](sql::Database& database) -> Answer<void> {
    KEDGE_DO(write_waiting(database));
    for (const VersionName& name : leaving) KEDGE_DO(keep_if_known(database, name));
    KEDGE_DO(counts_.write(database));
    return sweep(database, limits_, now_);
  });
  if (done) {
    forget_written();
    counts_.clear();
    may_exceed_ = false;
  } else {
    asking_.keeper().warn_of_unwritten(done.error());
    if (waiting_.size() > most_waiting) waiting_.erase(waiting_.begin(), waiting_.end() - most_waiting / 2);
  }
  for (const VersionName& name : leaving) forget(name);
  return true;
}

std::vector<CallCounts> DatabaseStore::call_counts() {
  return ask([&](sql::Database& database) { return counts_.all(database); });
}

RecordHoldings DatabaseStore::holdings() {
  return ask([](sql::Database& database) { return holdings_of(database); });
}

Result<void> DatabaseStore::purge(std::span<const std::string> paths) {
  const auto is_meant = [&](const std::string& path) { return paths.empty() || std::ranges::find(paths, path) != paths.end(); };
  std::erase_if(waiting_, [&](const Shown& shown) { return is_meant(shown.path); });
  std::erase_if(to_keep_, [&](const VersionName& name) { return is_meant(name.path); });
  std::erase_if(current_, [&](const auto& current) { return is_meant(current.first); });
  withheld_.clear();
  forget_rows();
  if (paths.empty()) counts_.clear();
  const Answer<void> done = write(sql::Sync::at_commit, [&](sql::Database& database) -> Answer<void> {
    // What is deleted is overwritten, in the file and in its log.
    KEDGE_DO(database.run_all("PRAGMA secure_delete = ON"));
    return kedge::purge(database, paths);
  });
  if (!done) return std::unexpected(asking_.keeper().refusal(done.error()));
  if (checkpoint_beyond(0, patience_for_readers) > 0) asking_.keeper().warn_of_what_is_left_in_log();
  return {};
}

}  // namespace kedge
