#include "plan/known_ways.hpp"

#include <algorithm>

#include "plan/basis.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_ways = 256;    // that a session remembers
constexpr std::size_t most_guesses = 32;  // in one way

class WayMaker {
 public:
  WayMaker(Store& store, const std::string& path, const Showing& showing, const Text* text, Way way)
      : store_(&store), path_(&path), start_(showing.version), text_(text), way_(std::move(way)) {}

  Way extended(const std::vector<OwnStep>& steps) {
    for (const OwnStep& step : steps) take(step);
    compose();
    return std::move(way_);
  }

 private:
  void take(const OwnStep& step) {
    way_.up_to = step.moment;
    if (step.before == step.after) return;
    if (step.after == start_) {  // an undo, for example: it is as it was shown
      steps_.clear();
      way_.legs.clear();
      way_.at = start_;
      way_.is_lost = false;
      return;
    }
    if (way_.is_lost) return;
    if (step.before != way_.at) guess(way_.at, step.before);
    if (step.lines != nullptr && !way_.is_lost) {
      steps_.push_back(step.lines);
    } else {
      guess(step.before, step.after);
    }
    way_.at = step.after;
  }

  // What somebody else did, or a change of which the lines are not recorded.
  void guess(const Digest& from, const Digest& to) {
    if (text_ == nullptr) {
      steps_.clear();
      way_.is_lost = true;
      return;
    }
    compose();
    const std::optional<Text> before = text_of(from);
    const std::optional<Text> after = text_of(to);
    const auto guesses =
        static_cast<std::size_t>(std::ranges::count_if(way_.legs, [](const Leg& leg) { return !is_own(leg); }));
    if (!before || !after || guesses >= most_guesses) {
      way_.is_lost = true;
      return;
    }
    way_.legs.emplace_back(drift_between(*store_, *path_, *before, from, *after, to));
  }

  std::optional<Text> text_of(const Digest& version) {
    return version == start_ ? std::optional(*text_) : store_->text_of(*path_, version);
  }

  void compose() {
    if (steps_.empty()) return;
    std::vector<const LineMap*> maps;
    LineMap* const own = way_.legs.empty() ? nullptr : std::get_if<LineMap>(&way_.legs.back());
    if (own != nullptr) maps.push_back(own);
    for (const std::shared_ptr<const LineMap>& step : steps_) {
      // A record that does not lead on is useless, whatever it says.
      if (!maps.empty() && maps.back()->lines_after() != step->lines_before()) way_.is_lost = true;
      maps.push_back(step.get());
    }
    if (!way_.is_lost) {
      LineMap all = LineMap::composed(maps);
      if (own != nullptr) {
        *own = std::move(all);
      } else {
        way_.legs.emplace_back(std::move(all));
      }
    }
    steps_.clear();
  }

  Store* store_;
  const std::string* path_;
  Digest start_;
  const Text* text_;
  Way way_;
  std::vector<std::shared_ptr<const LineMap>> steps_;  // that follow the last leg
};

// For a version that the session was not shown: since the first of kedge's changes to it.
Moment first_change_of(Store& store, const std::string& path, const Digest& version) {
  const std::vector<OwnStep> steps = store.steps_since(path, 0);
  const auto first = std::ranges::find(steps, version, &OwnStep::before);
  return first != steps.end() ? first->moment - 1 : steps.empty() ? 0 : steps.back().moment;
}

}  // namespace

bool is_own(const Leg& leg) {
  const Drift* const drift = std::get_if<Drift>(&leg);
  return drift == nullptr || drift->is_known();
}

std::shared_ptr<const Way> KnownWays::find(const std::string& path, const Digest& version, Moment last_shown) const {
  const std::lock_guard lock(mutex_);
  const auto found = ways_.find({path, version, last_shown});
  return found != ways_.end() ? found->second : nullptr;
}

void KnownWays::put(const std::string& path, const Digest& version, Moment last_shown, std::shared_ptr<const Way> way) {
  const std::lock_guard lock(mutex_);
  if (ways_.size() >= most_ways) ways_.clear();
  ways_.insert_or_assign({path, version, last_shown}, std::move(way));
}

std::shared_ptr<const Way> way_from(KnownWays& known, Store& store, const std::string& path, const Showing& showing,
                                    const Text* text) {
  const std::uint64_t unanswered = store.unanswered();
  std::shared_ptr<const Way> before = known.find(path, showing.version, showing.last);
  const auto shown_at = [&] { return showing.last > 0 ? showing.last : first_change_of(store, path, showing.version); };
  const Moment since = before != nullptr ? before->up_to : shown_at();
  const std::vector<OwnStep> steps = store.steps_since(path, since);
  if (before != nullptr && steps.empty()) return before;
  Way way = before != nullptr ? *before : Way{.at = showing.version, .up_to = since};
  auto after = std::make_shared<const Way>(WayMaker(store, path, showing, text, std::move(way)).extended(steps));
  // What was not answered may be answered the next time, and with its bytes more may be known of a way.
  const bool is_final = text != nullptr || !after->is_lost;
  if (is_final && store.unanswered() == unanswered) known.put(path, showing.version, showing.last, after);
  return after;
}

}  // namespace kedge
