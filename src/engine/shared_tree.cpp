#include "engine/shared_tree.hpp"

#include <ctime>
#include <new>

#include "fs/random_id.hpp"

namespace kedge {
namespace {

constexpr std::chrono::milliseconds pause_between_questions{50};
constexpr std::chrono::seconds patience{10};

// Goes on while this process is stopped, and while the machine sleeps.
std::chrono::nanoseconds time_since_start() {
#ifdef CLOCK_BOOTTIME
  constexpr clockid_t clock = CLOCK_BOOTTIME;
#else
  constexpr clockid_t clock = CLOCK_MONOTONIC;
#endif
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

Error taken_by_another(std::string_view tree, std::string_view problem) {
  return refuse(Code::busy, {{"path", tree}, {"problem", problem}});
}

}  // namespace

SharedTree::SharedTree(FileSystem& fs, Store& store, std::string name)
    : fs_(fs), store_(store), name_(std::move(name)), holder_(random_id(fs)) {}

Result<bool> SharedTree::take(const std::atomic<bool>* cancelled) {
  const std::chrono::nanoseconds begun = time_since_start();
  for (;;) {
    if (cancelled != nullptr && *cancelled) return std::unexpected(refuse(Code::cancelled));
    asked_at_ = time_since_start();
    KEDGE_TRY(const LeaseAnswer answer, store_.take_lease(name_, holder_, time));
    if (answer.is_ours) return answer.was_ours;
    if (asked_at_ - begun >= patience) {
      return std::unexpected(taken_by_another(name_, "another host has been changing files of this tree for 10 s"));
    }
    fs_.pause(static_cast<std::uint32_t>(std::chrono::microseconds(pause_between_questions).count()));
  }
}

Result<void> SharedTree::check() {
  // The time began when it was asked for or later, so it ends here first. A slow disk gets more of it.
  const std::chrono::nanoseconds now = time_since_start();
  if (now - asked_at_ < time / 3) return {};
  Result<LeaseAnswer> answer = store_.take_lease(name_, holder_, time);
  if (!answer) return std::unexpected(std::move(answer).error());
  asked_at_ = now;
  if (answer->is_ours && answer->was_ours) return {};
  if (answer->is_ours) give_back();
  return std::unexpected(
      taken_by_another(name_, "another host has gone on with this tree, since this one was not heard of for 5 s"));
}

void SharedTree::give_back() noexcept try {
  store_.give_lease_back(name_, holder_);
} catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): it ends by itself
}

std::unique_ptr<HostLease> share_tree(Workspace& workspace, Store& store) {
  if (workspace.root().shared_name().empty()) return nullptr;
  auto lease = std::make_unique<SharedTree>(workspace.fs(), store, workspace.root().shared_name());
  workspace.share(*lease);
  return lease;
}

}  // namespace kedge
