#include "plan/shown_versions.hpp"

#include <algorithm>

namespace kedge {

namespace {

void add_to(Showing& showing, const Showing& other) {
  add_rows(showing, other);
  showing.last = std::max(showing.last, other.last);
}

}  // namespace

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

Showing showing_of(const Session& session, const std::string& path, const Digest& version) {
  Showing showing = session.store.shown_of(session.id, path, version);
  for (const std::string& other : session.also_shown_to) add_to(showing, session.store.shown_of(other, path, version));
  return showing;
}

Drift drift_between(Store& store, const std::string& path, const Text& from, const Digest& from_version, const Text& to,
                    const Digest& to_version) {
  if (const std::optional<ChangeSet> own = store.changes_between(path, from_version, to_version)) {
    // A record that does not lead here is useless, whatever it says.
    if (own->base_size() == from.size() && own->makes(from, to)) return Drift::known(from, to, *own);
  }
  return Drift::guessed(from, to);
}

ShownVersions::ShownVersions(const Session& session, const LoadedFile& file)
    : session_(&session), file_(&file), showings_(last_showings(session, file.inside, most)) {}

const Text* ShownVersions::text(std::size_t i) {
  if (is_current(i)) return &file_->text;
  auto found = texts_.find(i);
  if (found == texts_.end()) {
    found = texts_.emplace(i, session_->store.text_of(file_->inside, showings_[i].version)).first;
  }
  const std::optional<Text>& kept = found->second;
  return kept ? &*kept : nullptr;
}

namespace {

// The oldest version from which kedge's own records since that time lead to this one.
Digest first_of_own(Store& store, const std::string& path, const Digest& version, Moment since) {
  constexpr std::size_t far_enough = 256;
  Digest first = version;
  for (const Record& record : store.newest(far_enough)) {
    if (record.moment < since) break;
    for (const RecordedFile& file : record.files) {
      if (file.path == path && file.before && file.after == first) first = *file.before;
    }
  }
  return first;
}

}  // namespace

std::vector<Drift> way_between(const Session& session, const LoadedFile& file, const Text& from, const Digest& from_version,
                               Moment since) {
  Store& store = session.store;
  const std::string& path = file.inside;
  std::vector<Drift> way;
  if (!store.changes_between(path, from_version, file.version)) {
    const Digest left_behind = first_of_own(store, path, file.version, since);
    const std::optional<Text> middle = left_behind != file.version ? store.text_of(path, left_behind) : std::nullopt;
    if (middle && left_behind != from_version) {
      way.push_back(Drift::guessed(from, *middle));
      way.push_back(drift_between(store, path, *middle, left_behind, file.text, file.version));
    }
  }
  if (way.empty()) way.push_back(drift_between(store, path, from, from_version, file.text, file.version));
  return way;
}

const std::vector<Drift>& ShownVersions::drifts(std::size_t i) {
  const auto found = drifts_.find(i);
  if (found != drifts_.end()) return found->second;
  return drifts_.emplace(i, way_between(*session_, *file_, *text(i), showings_[i].version, showings_[i].last)).first->second;
}

std::expected<LineSpan, Unproven> ShownVersions::follow(std::size_t i, LineSpan lines,
                                                        const std::function<bool(const Text&)>& is_unique) {
  std::expected<LineSpan, Unproven> now = lines;
  for (const Drift& drift : drifts(i)) {
    const bool told_apart = is_unique(drift.shown()) && is_unique(drift.current());
    now = drift.follow(*now, told_apart ? Drift::Support::given : Drift::Support::sought);
    if (!now) return now;
  }
  return now;
}

}  // namespace kedge
