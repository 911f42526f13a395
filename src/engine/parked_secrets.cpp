#include "engine/parked_secrets.hpp"

#include <utility>

#include "commit/displaced.hpp"
#include "commit/root_lock.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t pause_between_tries = 20'000;          // microseconds
constexpr std::int64_t patience_with_others = 10'000'000'000;  // nanoseconds

}  // namespace

bool ParkedSecrets::drop_those_in_time() {
  const std::optional<std::int64_t> last = store_->last_secret();
  if (!last || last == dropped_) return true;
  FileSystem& fs = workspace_->fs();
  const std::int64_t now = fs.now();
  const bool is_known = last == noted_;
  if (is_known && now < due_ && due_ - now <= grace_for_writers) return false;
  const Result<std::optional<Handle>> lock = try_lock_root(fs, workspace_->state());
  if (lock && !*lock) return false;
  if (!is_known) {
    // A change is recorded before it is done: its two seconds begin when it has let go of the lock, at the latest.
    noted_ = last;
    due_ = now + grace_for_writers;
    return false;
  }
  const Result<DisplacedLeft> dropped = lock ? drop_expired(fs, workspace_->state(), remarks_) : std::unexpected(lock.error());
  if (!dropped) remarks_.push_back(dropped.error().what);
  dropped_ = last;
  return true;
}

void ParkedSecrets::drop_all() {
  constexpr std::int64_t longest = (grace_for_writers + patience_with_others) / 1000;
  for (std::int64_t waited = 0; !drop_those_in_time() && waited < longest; waited += pause_between_tries) {
    workspace_->fs().pause(pause_between_tries);
  }
}

std::vector<std::string> ParkedSecrets::take_remarks() { return std::exchange(remarks_, {}); }

}  // namespace kedge
