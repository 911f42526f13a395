#include "plan/basis.hpp"

#include <algorithm>

#include "plan/shown_rows.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Last shown first.
OwnRows::Showings shown_to(const Session& session, const std::string& path, const WantedShowings& wanted) {
  if (session.also_shown_to.empty()) return session.store.shown_versions(session.id, path, wanted);
  OwnRows::Showings all = session.store.shown_versions(session.id, path);
  std::map<Digest, Showing> merged;
  const auto add = [&](const Showing& more) {
    const auto [place, is_new] = merged.try_emplace(more.version, more);
    if (is_new) return;
    Showing& showing = place->second;
    add_rows(showing, more);
    showing.last = std::max(showing.last, more.last);
    showing.last_read = std::max(showing.last_read, more.last_read);
    showing.waiting = showing.waiting || more.waiting;
  };
  for (const auto& showing : all) add(*showing);
  for (const std::string& other : session.also_shown_to) {
    for (const auto& showing : session.store.shown_versions(other, path)) add(*showing);
  }
  all.clear();
  for (auto& [version, showing] : merged) all.push_back(std::make_shared<const Showing>(std::move(showing)));
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& showing) { return showing->last; });
  return all;
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
  return refuse(Code::snapshot_unknown, concat(printable(file.given), ": ", why), {{"path", file.given}, {"version", tag}});
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

bool has_met(const Session& session, const std::string& path) {
  const auto was_shown = [&](const std::string& one) { return !session.store.last_shown(one, path, 1).empty(); };
  return was_shown(session.id) || std::ranges::any_of(session.also_shown_to, was_shown);
}

Result<std::vector<LineEdit>> recover(const Leg& leg, const std::vector<LineEdit>& edits, Code stale) {
  return std::visit([&](const auto& one) { return recover(one, edits, stale); }, leg);
}

Drift drift_between(Store& store, const std::string& path, const Text& from, const Digest& from_version, const Text& to,
                    const Digest& to_version) {
  if (const std::optional<ChangeSet> own = store.changes_between(path, from_version, to_version)) {
    // A record that does not lead here is useless, whatever it says.
    if (own->base_size() == from.size() && own->makes(from, to)) return Drift::known(from, to, *own);
  }
  return Drift::guessed(from, to);
}

Basis::Basis(const Session& session, const LoadedFile& file, const std::optional<std::vector<RowSign>>& signs)
    : session_(&session), file_(&file) {
  WantedShowings wanted{.answers = most_answers, .readings = most_readings};
  if (signs) wanted.since = session.sent->known_up_to(file.inside, *signs);
  OwnRows::Showings all = shown_to(session, file.inside, wanted);
  if (signs) {
    const EarlierTexts texts(session.store, file.inside, {file.text, file.version});
    with_signs_ = session.sent->with_signs(file.inside, all, *signs, texts);
    const auto is_there = [&](const Digest& version) {
      return std::ranges::any_of(all, [&](const auto& showing) { return showing->version == version; });
    };
    if (!std::ranges::all_of(*with_signs_, is_there)) {
      wanted.versions = *with_signs_;
      all = shown_to(session, file.inside, wanted);
    }
  }
  showings_.reserve(all.size());
  std::size_t answers = 0;
  std::size_t readings = 0;
  for (std::shared_ptr<const Showing>& showing : all) {
    const bool among_last = counts_as_reading(*showing) ? ++readings <= most_readings : ++answers <= most_answers;
    if (among_last || (with_signs_ && with_signs_->contains(showing->version))) showings_.push_back(std::move(showing));
  }
}

bool Basis::may_be_read_in(std::size_t i) const {
  const Showing& showing = *showings_[i];
  // An empty file has no rows that could have a sign.
  return !with_signs_ || counts_as_reading(showing) || showing.lines.empty() || with_signs_->contains(showing.version);
}

std::optional<Basis> Basis::named(const Session& session, const LoadedFile& file, const Digest& version) {
  Showing showing = showing_of(session, file.inside, version);
  showing.version = version;
  Basis basis(session, file, std::move(showing));
  return basis.text(0) != nullptr ? std::optional(std::move(basis)) : std::nullopt;
}

Result<Basis> Basis::named(const Session& session, const LoadedFile& file, const std::string& tag) {
  const std::optional<Digest> version = session.store.version_of(file.inside, tag);
  if (!version) {
    return std::unexpected(
        unknown_tag(file, tag, concat("the tag #", tag, " was never given to a version of this file here.")));
  }
  std::optional<Basis> basis = named(session, file, *version);
  if (basis) {
    basis->by_tag_ = true;
    return *std::move(basis);
  }
  return std::unexpected(unknown_tag(
      file, tag, concat("the file has changed since #", tag, ", and the bytes of that version are no longer kept.")));
}

const Text* Basis::text(std::size_t i) {
  if (is_current(i)) return &file_->text;
  auto found = texts_.find(i);
  if (found == texts_.end()) {
    found = texts_.emplace(i, session_->store.text_of(file_->inside, showings_[i]->version)).first;
  }
  const std::optional<Text>& kept = found->second;
  return kept ? &*kept : nullptr;
}

std::vector<std::size_t> Basis::in_order(Belief belief, bool refused_before) const {
  std::vector<std::size_t> order(showings_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (belief != Belief::read || order.size() < 2) return order;
  const auto moment = [&](std::size_t i) {
    const bool by_refusal = refused_before && !showings_[i]->refused.empty();
    return showings_[i]->last_read > 0 && !by_refusal ? showings_[i]->last_read : showings_[i]->last;
  };
  // Usually they were read in the order in which they were last shown.
  if (!std::ranges::is_sorted(order, std::ranges::greater{}, moment)) {
    std::ranges::stable_sort(order, std::ranges::greater{}, moment);
  }
  return order;
}

LineSet Basis::rows(std::size_t i, Belief belief, bool refused_before) const {
  if (belief != Belief::read) return showings_[i]->lines;
  LineSet rows = showings_[i]->read;
  if (refused_before) rows.add(showings_[i]->refused);
  return rows;
}

std::vector<Leg> Basis::way_from_version(const Showing& showing, const Text& text) const {
  Store& store = session_->store;
  const std::string& path = file_->inside;
  const std::shared_ptr<const Way> own = way_from(*session_->ways, store, path, showing, &text);
  std::vector<Leg> legs;
  if (!own->is_lost && own->at == file_->version) return own->legs;
  const std::optional<Text> last = own->is_lost                 ? std::nullopt
                                   : own->at == showing.version ? std::optional(text)
                                                                : store.text_of(path, own->at);
  if (!last) {
    legs.emplace_back(drift_between(store, path, text, showing.version, file_->text, file_->version));
    return legs;
  }
  legs = own->legs;
  legs.emplace_back(drift_between(store, path, *last, own->at, file_->text, file_->version));
  return legs;
}

const std::vector<Leg>& Basis::way(std::size_t i) {
  const auto found = ways_.find(i);
  if (found != ways_.end()) return found->second;
  return ways_.emplace(i, way_from_version(*showings_[i], *text(i))).first->second;
}

const Whereabouts& Basis::whereabouts(std::size_t i) {
  const auto found = whereabouts_.find(i);
  if (found != whereabouts_.end()) return found->second;
  return whereabouts_.emplace(i, Whereabouts(*text(i), file_->text)).first->second;
}

std::expected<LineSpan, Unproven> Basis::follow(std::size_t i, LineSpan lines, const std::function<bool(const Text&)>& once) {
  std::expected<LineSpan, Unproven> now = lines;
  for (const Leg& leg : way(i)) {
    if (const LineMap* const own = std::get_if<LineMap>(&leg)) {
      now = own->follow(*now);
    } else {
      const auto& drift = std::get<Drift>(leg);
      const bool told_apart = !drift.is_known() && once(drift.shown()) && once(drift.current());
      now = drift.follow(*now, told_apart ? Drift::Support::given : Drift::Support::sought);
    }
    if (!now) return now;
  }
  return now;
}

std::optional<LineSpan> Basis::follow_own(std::size_t i, LineSpan lines) const {
  if (is_current(i)) return lines;
  const std::shared_ptr<const Way> way = way_from(*session_->ways, session_->store, file_->inside, *showings_[i], nullptr);
  if (way->is_lost || way->at != file_->version) return std::nullopt;
  std::expected<LineSpan, Unproven> now = lines;
  for (const Leg& leg : way->legs) {
    const LineMap* const own = std::get_if<LineMap>(&leg);
    if (own == nullptr || now->end > LineNo{own->lines_before() + 1}) return std::nullopt;
    now = own->follow(*now);
    if (!now) return std::nullopt;
  }
  return *now;
}

DriftMaker Basis::changed_by(std::size_t i) {
  constexpr std::size_t most_records = 64;  // read to find out who changed a file
  const Showing& showing = *showings_[i];
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
  const auto found = std::ranges::find_if(showings_, [&](const auto& showing) { return showing->version == file_->version; });
  return found != showings_.end() ? std::optional(static_cast<std::size_t>(found - showings_.begin())) : std::nullopt;
}

// Those of the lines of a named version that are the same lines, at the same numbers, in another that was shown.
LineSet Basis::in_place(const Showing& showing, const KnownText& named, const LineSet& lines, std::size_t& guesses) const {
  const bool is_now = showing.version == file_->version;
  std::optional<Text> text = is_now ? std::optional(file_->text) : session_->store.text_of(file_->inside, showing.version);
  if (!text) return {};
  std::vector<Leg> way;
  if (named.version == file_->version) way = way_from_version(showing, *text);
  if (way.size() != 1 || !is_own(way.front())) {
    if (++guesses > most_answers) return {};
    way.clear();
    way.emplace_back(drift_either_way(session_->store, file_->inside, {*text, showing.version}, named));
  }
  const auto stays = [&](LineSpan span) {
    return std::visit(overloaded{[&](const LineMap& map) { return map.follow(span) == span; },
                                 [&](const Drift& drift) { return stays_in_place(drift, span); }},
                      way.front());
  };
  LineSet same;
  for (const LineSpan& span : lines.spans()) {
    if (!text->has(span.last()) || !named.text.has(span.last())) continue;
    if (stays(span)) {
      same.add(span);
      continue;
    }
    for (LineNo line = span.first; line < span.end; line = line + 1) {
      if (stays(one_line(line))) same.add(one_line(line));
    }
  }
  return same;
}

LineSet Basis::not_shown(std::size_t i, const LineSet& lines, LineSet Showing::* counts) {
  LineSet seen = (*showings_[i]).*counts;
  const auto left = [&] {
    LineSet missing;
    for (const LineSpan& span : lines.spans()) missing.add(seen.missing(span));
    return missing;
  };
  LineSet missing = left();
  if (missing.empty()) return missing;
  const KnownText named{*text(i), showings_[i]->version};
  std::size_t guesses = 0;
  const auto look_in = [&](const OwnRows::Showings& others, bool were_read) {
    for (const std::shared_ptr<const Showing>& showing : others) {
      if (missing.empty()) break;
      const LineSet shown_there = common(missing, (*showing).*counts);
      if ((showing->last_read > 0) != were_read || showing->version == named.version || shown_there.empty()) continue;
      seen.add(in_place(*showing, named, shown_there, guesses));
      missing = left();
    }
  };
  // A reading is most likely to have them, and answers are many: each edit adds one.
  look_in(shown_to(*session_, file_->inside, {.answers = 0}), true);
  if (!missing.empty()) look_in(shown_to(*session_, file_->inside, {}), false);
  if (!by_tag_ || missing.empty()) return missing;
  // A caller that sends a tag with a number has both from whoever they were printed to: an agent that handed over to it, or the
  // same one before a restart.
  Store& store = session_->store;
  seen.add(store.shown_to_any(file_->inside, named.version).*counts);
  missing = left();
  for (const Digest& version : store.versions_shown_to_any(file_->inside, most_answers)) {
    if (missing.empty()) break;
    const Showing showing = store.shown_to_any(file_->inside, version);
    const LineSet shown_there = common(missing, showing.*counts);
    if (version == named.version || shown_there.empty()) continue;
    seen.add(in_place(showing, named, shown_there, guesses));
    missing = left();
  }
  return missing;
}

}  // namespace kedge
