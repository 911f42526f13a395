#include "plan/basis.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
namespace {

// Last shown first.
std::vector<Showing> last_showings(const Session& session, const std::string& path, std::size_t limit) {
  std::vector<Showing> all = session.store.last_shown(session.id, path, limit);
  if (session.also_shown_to.empty()) return all;
  for (const std::string& other : session.also_shown_to) {
    for (const Showing& showing : session.store.last_shown(other, path, limit)) {
      if (std::ranges::find(all, showing.version, &Showing::version) == all.end()) all.push_back(showing);
    }
  }
  for (Showing& showing : all) showing = showing_of(session, path, showing.version);
  std::ranges::stable_sort(all, std::ranges::greater{}, &Showing::last);
  if (all.size() > limit) all.resize(limit);
  return all;
}

struct OwnStep {
  Digest before, after;
};

// What kedge has done to the file since that version was last shown, oldest first. None if the version cannot be found among
// the records.
std::vector<OwnStep> own_steps_since(Store& store, const std::string& path, const Showing& showing) {
  constexpr std::size_t far_enough = 256;
  std::vector<OwnStep> steps;
  bool found = showing.last > 0;
  for (const Record& record : store.newest(far_enough)) {
    if (record.moment < showing.last) break;
    const auto file = std::ranges::find(record.files, path, &RecordedFile::path);
    if (file == record.files.end() || !file->destination.empty()) continue;
    const std::optional<Digest> before = file->before;
    const std::optional<Digest> after = file->after;
    if (!before || !after) continue;
    if (*after == showing.version && *before != showing.version) {
      found = true;
      break;
    }
    steps.push_back({*before, *after});
  }
  std::ranges::reverse(steps);
  if (found) return steps;
  const auto first = std::ranges::find(steps, showing.version, &OwnStep::before);
  return {first, steps.end()};
}

// Step by step. Joined into one change, rows that one edit has removed and a later one has written again would count as kept.
std::vector<Drift> way_between(const Session& session, const LoadedFile& file, const Text& from, const Showing& showing) {
  constexpr std::size_t most_steps = 32;  // after that many edits, a caller has read the file again
  Store& store = session.store;
  const std::string& path = file.inside;
  std::vector<Drift> way;
  KnownText at{from, showing.version};
  const auto go_to = [&](const Digest& version) {
    if (version == at.version) return true;
    std::optional<Text> next = version == file.version ? std::optional(file.text) : store.text_of(path, version);
    if (!next) return false;
    way.push_back(drift_between(store, path, at.text, at.version, *next, version));
    at = {*std::move(next), version};
    return true;
  };
  const std::vector<OwnStep> steps = own_steps_since(store, path, showing);
  for (const OwnStep& step : steps) {
    // Somebody else may have changed the file before that step.
    if (steps.size() <= most_steps && go_to(step.before) && go_to(step.after)) continue;
    way.clear();
    at = {from, showing.version};
    break;
  }
  go_to(file.version);
  return way;
}

// Forwards or backwards, whichever way kedge's records lead.
Drift drift_either_way(Store& store, const std::string& path, const KnownText& one, const KnownText& other) {
  const bool backwards =
      !store.changes_between(path, one.version, other.version) && store.changes_between(path, other.version, one.version);
  const KnownText& from = backwards ? other : one;
  const KnownText& to = backwards ? one : other;
  return drift_between(store, path, from.text, from.version, to.text, to.version);
}

// Whether lines of one version are the same lines, at the same numbers, in the other.
bool stays_in_place(const Drift& drift, LineSpan lines) {
  if (!drift.shown().has(lines.last()) || !drift.current().has(lines.last())) return false;
  const auto now = drift.follow(lines);
  return now && *now == lines;
}

Error unknown_tag(const LoadedFile& file, const std::string& tag, std::string_view why) {
  return refuse(Code::snapshot_unknown, concat(printable(file.given), ": ", why),
                Json::object({{"path", file.given}, {"version", tag}}));
}

}  // namespace

Showing showing_of(const Session& session, const std::string& path, const Digest& version) {
  Showing showing = session.store.shown_of(session.id, path, version);
  for (const std::string& other : session.also_shown_to) {
    const Showing more = session.store.shown_of(other, path, version);
    add_rows(showing, more);
    showing.last = std::max(showing.last, more.last);
  }
  return showing;
}

bool has_met(const Session& session, const std::string& path) { return !last_showings(session, path, 1).empty(); }

Drift drift_between(Store& store, const std::string& path, const Text& from, const Digest& from_version, const Text& to,
                    const Digest& to_version) {
  if (const std::optional<ChangeSet> own = store.changes_between(path, from_version, to_version)) {
    // A record that does not lead here is useless, whatever it says.
    if (own->base_size() == from.size() && own->makes(from, to)) return Drift::known(from, to, *own);
  }
  return Drift::guessed(from, to);
}

Basis::Basis(const Session& session, const LoadedFile& file)
    : Basis(session, file, last_showings(session, file.inside, most)) {}

std::optional<Basis> Basis::named(const Session& session, const LoadedFile& file, const Digest& version) {
  Showing showing = showing_of(session, file.inside, version);
  showing.version = version;
  Basis basis(session, file, {std::move(showing)});
  return basis.text(0) != nullptr ? std::optional(std::move(basis)) : std::nullopt;
}

Result<Basis> Basis::named(const Session& session, const LoadedFile& file, const std::string& tag) {
  const std::optional<Digest> version = session.store.version_of(file.inside, tag);
  if (!version) {
    return std::unexpected(
        unknown_tag(file, tag, concat("the tag #", tag, " was never given to a version of this file here.")));
  }
  std::optional<Basis> basis = named(session, file, *version);
  if (basis) return *std::move(basis);
  return std::unexpected(unknown_tag(
      file, tag, concat("the file has changed since #", tag, ", and the bytes of that version are no longer kept.")));
}

const Text* Basis::text(std::size_t i) {
  if (is_current(i)) return &file_->text;
  auto found = texts_.find(i);
  if (found == texts_.end()) {
    found = texts_.emplace(i, session_->store.text_of(file_->inside, showings_[i].version)).first;
  }
  const std::optional<Text>& kept = found->second;
  return kept ? &*kept : nullptr;
}

std::vector<std::size_t> Basis::in_order(Belief belief) const {
  std::vector<std::size_t> order(showings_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (belief != Belief::read || order.size() < 2) return order;
  std::map<Digest, Moment> last_read;
  for (const Event& event : session_->store.events(file_->inside)) {
    if (event.kind == EventKind::shown) last_read[event.version] = event.moment;
  }
  const auto moment = [&](std::size_t i) {
    const auto found = last_read.find(showings_[i].version);
    return found != last_read.end() ? found->second : showings_[i].last;
  };
  std::ranges::stable_sort(order, std::ranges::greater{}, moment);
  return order;
}

LineSet Basis::rows(std::size_t i, Belief belief, bool refused_before) const {
  if (belief != Belief::read) return showings_[i].lines;
  LineSet rows = showings_[i].read;
  if (refused_before) rows.add(showings_[i].refused);
  return rows;
}

const std::vector<Drift>& Basis::way(std::size_t i) {
  const auto found = ways_.find(i);
  if (found != ways_.end()) return found->second;
  return ways_.emplace(i, way_between(*session_, *file_, *text(i), showings_[i])).first->second;
}

std::expected<LineSpan, Unproven> Basis::follow(std::size_t i, LineSpan lines, const std::function<bool(const Text&)>& once) {
  std::expected<LineSpan, Unproven> now = lines;
  for (const Drift& drift : way(i)) {
    const bool told_apart = once(drift.shown()) && once(drift.current());
    now = drift.follow(*now, told_apart ? Drift::Support::given : Drift::Support::sought);
    if (!now) return now;
  }
  return now;
}

DriftMaker Basis::changed_by(std::size_t i) {
  constexpr std::size_t most_records = 64;  // read to find out who changed a file
  const Showing& showing = showings_[i];
  const auto is_own = [](const Drift& drift) { return drift.is_known(); };
  if (std::ranges::all_of(way(i), is_own)) return DriftMaker::kedge;
  if (std::ranges::any_of(way(i), is_own)) return DriftMaker::both;
  const bool own = std::ranges::any_of(session_->store.newest(most_records), [&](const Record& record) {
    return record.moment > showing.last && std::ranges::any_of(record.files, [&](const RecordedFile& file) {
             return file.path == file_->inside && file.after != showing.version;
           });
  });
  return own ? DriftMaker::both : DriftMaker::others;
}

std::optional<std::size_t> Basis::current() const {
  const auto found = std::ranges::find(showings_, file_->version, &Showing::version);
  return found != showings_.end() ? std::optional(static_cast<std::size_t>(found - showings_.begin())) : std::nullopt;
}

LineSet Basis::not_shown(std::size_t i, const LineSet& lines, LineSet Showing::* counts) {
  LineSet seen = showings_[i].*counts;
  const auto left = [&] {
    LineSet missing;
    for (const LineSpan& span : lines.spans()) missing.add(seen.missing(span));
    return missing;
  };
  LineSet missing = left();
  if (missing.empty()) return missing;
  const KnownText named{*text(i), showings_[i].version};
  for (const Showing& showing : last_showings(*session_, file_->inside, most)) {
    if (missing.empty()) break;
    if (showing.version == named.version || (showing.*counts).empty()) continue;
    const std::optional<Text> text = showing.version == file_->version
                                         ? std::optional(file_->text)
                                         : session_->store.text_of(file_->inside, showing.version);
    if (!text) continue;
    const Drift drift = drift_either_way(session_->store, file_->inside, {*text, showing.version}, named);
    for (const LineSpan& span : missing.spans()) {
      for (const LineSpan& shown : (showing.*counts).spans()) {
        const LineSpan both{std::max(span.first, shown.first), std::min(span.end, shown.end)};
        if (both.first >= both.end) continue;
        if (stays_in_place(drift, both)) {
          seen.add(both);
          continue;
        }
        for (LineNo line = both.first; line < both.end; line = line + 1) {
          if (stays_in_place(drift, one_line(line))) seen.add(one_line(line));
        }
      }
    }
    missing = left();
  }
  return missing;
}

}  // namespace kedge
