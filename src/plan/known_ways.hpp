// The way from a version that a session was shown to what kedge made of it since. Each edit adds one step to it, and steps that
// follow each other are composed, so that the next edit costs what the first one did.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "edit/drift.hpp"
#include "edit/line_map.hpp"
#include "store/store.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// kedge's own changes, or what somebody else did in between.
using Leg = std::variant<LineMap, Drift>;

// Whether kedge made these changes itself, so that nothing is guessed.
bool is_own(const Leg& leg);

struct Way {
  std::vector<Leg> legs = {};
  Digest at{};           // the version that it leads to
  Moment up_to = 0;      // of the last step
  bool is_lost = false;  // a version in between is no longer kept, or there are too many changes by others to follow one by one
};

// Of one session. Calls may come from any thread.
class KnownWays {
 public:
  // From a version as it was last shown; null if it is not known yet.
  std::shared_ptr<const Way> find(const std::string& path, const Digest& version, Moment last_shown) const;
  void put(const std::string& path, const Digest& version, Moment last_shown, std::shared_ptr<const Way> way);

 private:
  using Start = std::tuple<std::string, Digest, Moment>;

  mutable OrderedMutex mutex_{LockOrder::known_ways};
  std::map<Start, std::shared_ptr<const Way>> ways_;
};

// The way as far as kedge's records lead. `text` are the bytes of the version; null: only where kedge alone has changed the
// file since. Elsewhere such a way is lost, at little cost, and is not remembered.
std::shared_ptr<const Way> way_from(KnownWays& known, Store& store, const std::string& path, const Showing& showing,
                                    const Text* text);

}  // namespace kedge
