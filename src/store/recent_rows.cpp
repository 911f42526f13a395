#include "store/recent_rows.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

namespace kedge {

using sql::Answer;

namespace {

// The first time, more would have to be read than a single call is worth.
constexpr std::size_t most_at_first = 128;
constexpr std::size_t most_read_at_first = 64;

// What a server keeps in memory of one path. Older answers are dropped, and older steps are read again if somebody asks for
// them.
constexpr std::size_t most_answers_kept = 1024;
constexpr std::size_t most_steps_kept = 4096;

}  // namespace

void RecentShowings::put(Showing showing) {
  const auto read = last_read_.find(showing.version);
  if (read != last_read_.end()) showing.last_read = read->second;
  const auto [last, is_new] = last_shown_.try_emplace(showing.version, showing.last);
  if (!is_new) {
    answers_.erase(last->second);
    readings_.erase(last->second);
    last->second = showing.last;
  }
  const Moment moment = showing.last;
  up_to_ = std::max(up_to_, moment);
  ByMoment& alike = counts_as_reading(showing) ? readings_ : answers_;
  alike.insert_or_assign(moment, std::make_shared<const Showing>(std::move(showing)));
}

void RecentShowings::drop_old(ByMoment& showings, std::map<Digest, Moment>& last_shown) {
  std::size_t answers = 0;
  std::erase_if(showings, [&](const auto& entry) {  // last shown first
    const Showing& showing = *entry.second;
    const bool is_old = showing.last_read == 0 && ++answers > most_answers_kept;
    if (is_old) last_shown.erase(showing.version);
    return is_old;
  });
}

void RecentShowings::drop_old_answers() {
  if (answers_.size() > 2 * most_answers_kept) drop_old(answers_, last_shown_);
  if (readings_.size() > 2 * most_answers_kept + last_read_.size()) drop_old(readings_, last_shown_);
}

void RecentShowings::note_reading(const Digest& version, Moment moment) {
  last_read_[version] = moment;
  last_reading_ = std::max(last_reading_, moment);
}

void RecentShowings::note(Showing written) {
  if (written.last_read != 0) note_reading(written.version, written.last_read);
  put(std::move(written));
  drop_old_answers();
}

std::shared_ptr<const Showing> RecentShowings::showing_of(const Digest& version) const {
  const auto last = last_shown_.find(version);
  if (last == last_shown_.end()) return nullptr;
  for (const ByMoment* const showings : {&answers_, &readings_}) {
    if (const auto found = showings->find(last->second); found != showings->end()) return found->second;
  }
  return nullptr;
}

std::shared_ptr<const Showing> RecentShowings::certainly_shown(const Digest& version) const {
  const std::shared_ptr<const Showing> showing = showing_of(version);
  return showing && showing->last > certain_after_ ? showing : nullptr;
}

Answer<void> RecentShowings::update(sql::Database& database, std::string_view session, std::string_view path) try {
  // Looked at first: what somebody writes meanwhile is asked for next time.
  const std::optional<std::uint64_t> changes = database.changes_of_others();
  if (changes && changes == changes_of_others_) return {};
  changes_of_others_.reset();
  LogTable log(database);
  using Readings = std::map<Digest, Moment>;
  KEDGE_TRY(const Readings read, log.read_since(session, path, up_to_));
  for (const auto& [version, moment] : read) note_reading(version, moment);
  if (up_to_ > 0) {
    certain_after_ = up_to_;
    KEDGE_TRY(std::vector<Showing> fresh, log.shown_since(session, path, up_to_));
    for (Showing& showing : fresh) put(std::move(showing));
    drop_old_answers();
    changes_of_others_ = changes;
    return {};
  }
  KEDGE_TRY(std::vector<Showing> newest, log.last_shown(session, path, most_at_first));
  for (Showing& showing : newest) put(std::move(showing));
  std::vector<std::pair<Moment, Digest>> readings;
  for (const auto& [version, moment] : read) readings.emplace_back(moment, version);
  std::ranges::sort(readings, std::greater<>());
  for (const auto& [moment, version] : readings | std::views::take(most_read_at_first)) {
    if (last_shown_.contains(version)) continue;
    KEDGE_TRY(Showing showing, log.shown_of(session, path, version));
    if (showing.last > 0) put(std::move(showing));
  }
  changes_of_others_ = changes;
  return {};
} catch (...) {
  // Without memory for all of it: some of it would pass for all, and what was shown for not shown.
  *this = {};
  throw;
}

RecentShowings::List RecentShowings::last_shown_first(const WantedShowings& wanted) const {
  List all;
  all.reserve(std::min(wanted.readings, readings_.size()) + std::min(wanted.answers, answers_.size()));
  // Both are in this order already.
  auto reading = readings_.begin();
  auto answer = answers_.begin();
  const auto is_wanted = [&](auto next, const ByMoment& showings, std::size_t most, std::size_t taken) {
    return next != showings.end() && (taken < most || next->first > wanted.since);
  };
  for (std::size_t readings = 0, answers = 0;;) {
    const bool reads = is_wanted(reading, readings_, wanted.readings, readings);
    const bool answered = is_wanted(answer, answers_, wanted.answers, answers);
    if (!reads && !answered) break;
    if (reads && (!answered || reading->first > answer->first)) {
      all.push_back((reading++)->second);
      ++readings;
    } else {
      all.push_back((answer++)->second);
      ++answers;
    }
  }
  for (const Digest& version : wanted.versions) {
    const auto named = showing_of(version);
    if (named && std::ranges::find(all, named) == all.end()) all.push_back(named);
  }
  if (!wanted.versions.empty()) std::ranges::sort(all, std::greater(), [](const auto& showing) { return showing->last; });
  return all;
}

Answer<std::vector<OwnStep>> RecentSteps::since(sql::Database& database, std::string_view path, Moment moment) {
  if (!from_ || moment < *from_) {
    steps_.clear();
    from_ = moment;
  }
  KEDGE_TRY(std::vector<OwnStep> fresh,
            HistoryTable(database).steps_since(path, steps_.empty() ? *from_ : steps_.back().moment));
  std::ranges::move(fresh, std::back_inserter(steps_));
  const auto first = std::ranges::upper_bound(steps_, moment, {}, &OwnStep::moment);
  std::vector<OwnStep> later(first, steps_.end());
  if (steps_.size() > most_steps_kept) {
    const auto kept = steps_.end() - static_cast<std::ptrdiff_t>(most_steps_kept / 2);
    from_ = (kept - 1)->moment;
    steps_.erase(steps_.begin(), kept);
  }
  return later;
}

}  // namespace kedge
