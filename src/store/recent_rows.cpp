#include "store/recent_rows.hpp"

#include <algorithm>
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

Answer<void> RecentShowings::update(sql::Database& database, std::string_view session, std::string_view path) try {
  LogTable log(database);
  using Readings = std::map<Digest, Moment>;
  KEDGE_TRY(const Readings read, log.read_since(session, path, up_to_));
  for (const auto& [version, moment] : read) {
    last_read_[version] = moment;
    last_reading_ = std::max(last_reading_, moment);
  }
  if (up_to_ > 0) {
    KEDGE_TRY(std::vector<Showing> fresh, log.shown_since(session, path, up_to_));
    for (Showing& showing : fresh) put(std::move(showing));
    drop_old_answers();
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
  return {};
} catch (...) {
  // Without memory for all of it: some of it would pass for all, and what was shown for not shown.
  *this = {};
  throw;
}

RecentShowings::List RecentShowings::last_shown_first(const WantedShowings& wanted) const {
  using Found = std::pair<Moment, std::shared_ptr<const Showing>>;
  std::vector<Found> found;
  const auto take = [&](const ByMoment& showings, std::size_t most) {
    for (const auto& [moment, showing] : showings) {
      if (most == 0 && moment <= wanted.since) break;
      if (most > 0) --most;
      found.emplace_back(moment, showing);
    }
  };
  take(readings_, wanted.readings);
  take(answers_, wanted.answers);
  for (const Digest& version : wanted.versions) {
    const auto last = last_shown_.find(version);
    if (last == last_shown_.end()) continue;
    for (const ByMoment* const showings : {&answers_, &readings_}) {
      if (const auto showing = showings->find(last->second); showing != showings->end()) found.emplace_back(*showing);
    }
  }
  std::ranges::sort(found, std::greater(), &Found::first);
  found.erase(std::ranges::unique(found, {}, &Found::first).begin(), found.end());
  List all;
  all.reserve(found.size());
  for (auto& [moment, showing] : found) all.push_back(std::move(showing));
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
