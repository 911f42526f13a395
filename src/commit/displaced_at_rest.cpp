#include "commit/displaced_at_rest.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "commit/displaced.hpp"
#include "commit/root_lock.hpp"

namespace kedge {
namespace {

// A change that comes meanwhile has to wait until so many are removed.
constexpr std::size_t most_removed_together = 8;
constexpr std::int64_t pause_between_removals = 50'000'000;  // nanoseconds

}  // namespace

void DisplacedAtRest::note(std::int64_t now) {
  const std::lock_guard lock(mutex_);
  last_ = now;
}

std::optional<std::int64_t> DisplacedAtRest::remove_some(FileSystem& fs, const StateFolder& state) {
  std::optional<std::int64_t> last;
  {
    const std::lock_guard lock(mutex_);
    last = last_;
  }
  if (!last) return std::nullopt;
  const std::int64_t since = fs.now() - *last;
  if (since >= 0 && since <= grace_for_writers) return grace_for_writers - since + 1;
  const Result<std::optional<Handle>> lock_of_root = try_lock_root(fs, state);
  if (lock_of_root && !*lock_of_root) return pause_between_removals;
  std::vector<std::string> remarks;
  const Result<DisplacedLeft> left =
      lock_of_root ? drop_expired(fs, state, remarks, most_removed_together) : std::unexpected(lock_of_root.error());
  if (!left) remarks.push_back(left.error().what);
  const std::lock_guard lock(mutex_);
  std::ranges::move(remarks, std::back_inserter(remarks_));
  if (left == DisplacedLeft::expired) return pause_between_removals;
  if (left == DisplacedLeft::fresh) return grace_for_writers;
  if (left) are_all_gone_ = true;
  if (last_ == last) last_.reset();
  return last_ ? std::optional(grace_for_writers) : std::nullopt;
}

bool DisplacedAtRest::take_all_gone() {
  const std::lock_guard lock(mutex_);
  return std::exchange(are_all_gone_, false);
}

std::vector<std::string> DisplacedAtRest::take_remarks() {
  const std::lock_guard lock(mutex_);
  return std::exchange(remarks_, {});
}

}  // namespace kedge
