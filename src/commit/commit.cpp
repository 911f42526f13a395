#include "commit/commit.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "commit/displaced.hpp"
#include "commit/root_lock.hpp"
#include "commit/transaction.hpp"
#include "contract/request.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_new_bytes = 128UL * 1024 * 1024;

Result<void> check_limits(std::span<const FileChange> changes) {
  if (changes.size() > most_files) return std::unexpected(beyond_limit("the number of files", changes.size(), most_files));
  std::size_t bytes = 0;
  for (const FileChange& change : changes) bytes += change.bytes().size();
  if (bytes > most_new_bytes) return std::unexpected(beyond_limit("the size of all new content", bytes, most_new_bytes));
  return {};
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The file that a change creates, if any.
std::string_view made_by(const PreparedFile& file) {
  if (file.kind == ChangeKind::create) return file.receipt.path;
  return file.receipt.destination;
}

// Two changes of one file, possibly by another of its names, or a file where another needs a folder. The refusal names their
// numbers, from 1.
std::optional<Error> clash_of(const PreparedFile& one, const PreparedFile& other) {
  const std::size_t first = one.change + 1;
  const std::size_t second = other.change + 1;
  const FileReceipt& a = one.receipt;
  const FileReceipt& b = other.receipt;
  const bool same_base = one.has_base() && other.has_base() && one.base.info.identity == other.base.info.identity;
  const std::string_view made = made_by(other);
  const bool same_made = !made.empty() && (made == a.path || made == a.destination);
  const bool same_name = same_base || a.path == b.path || a.destination == b.path || same_made;
  if (same_name) {
    const std::string_view shared = same_made && made == b.destination ? made : other.given;
    Error refused = refuse(Code::overlapping_operations,
                           concat(printable(shared), ": changes ", first, " and ", second, " are about the same file."),
                           {{"path", shared}, {"first", first}, {"second", second}});
    refused.next = "Send one change for each file.";
    return refused;
  }
  if (!made.empty() && !made_by(one).empty() && is_below(made, made_by(one))) {
    return refuse(Code::path_invalid,
                  {{"path", made}, {"problem", concat("change ", first, " makes a file of ", made_by(one))}});
  }
  return std::nullopt;
}

std::optional<Error> clash(std::span<const PreparedFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (std::optional<Error> found = clash_of(files[k], files[i])) return found;
      if (std::optional<Error> found = clash_of(files[i], files[k])) return found;
    }
  }
  return std::nullopt;
}

std::optional<Error> blocked(std::span<const PreparedFile> files, const std::vector<BlockedPath>& paths) {
  for (const PreparedFile& file : files) {
    for (const std::string& path : {file.receipt.path, file.receipt.destination}) {
      if (path.empty()) continue;
      const auto found =
          std::ranges::find_if(paths, [&](const BlockedPath& blocked) { return blocked.path.empty() || blocked.path == path; });
      if (found == paths.end()) continue;
      Error refused = refuse(Code::cannot_replace,
                             {{"path", file.given},
                              {"problem", concat("an unfinished change that this version cannot read ",
                                                 found->path.empty() ? "may have named it: " : "names it: ", found->record)}});
      refused.next = "Ask the user to look at the file and to move that record away.";
      return refused;
    }
  }
  return std::nullopt;
}

// Each new file may be allowed by itself, while all together would make a git repository.
Result<void> check_made(const Root& root, std::span<const PreparedFile> files) {
  std::vector<std::string> made;
  for (const PreparedFile& file : files) {
    if (!made_by(file).empty()) made.emplace_back(made_by(file));
  }
  return root.check_made(made);
}

Result<std::vector<PreparedFile>> prepare_all(Workspace& workspace, std::span<const FileChange> changes,
                                              const CommitOptions& options, const std::vector<BlockedPath>& blocked_paths) {
  std::vector<PreparedFile> files;
  std::vector<Error> refusals;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (Result<std::vector<PreparedFile>> prepared = prepare(workspace, changes[i], i, options)) {
      std::ranges::move(*prepared, std::back_inserter(files));
    } else {
      refusals.push_back(std::move(prepared).error());
    }
  }
  if (std::optional<Error> clashing = clash(files)) refusals.push_back(*std::move(clashing));
  if (std::optional<Error> busy = blocked(files, blocked_paths)) refusals.push_back(*std::move(busy));
  if (Result<void> free = check_made(workspace.root(), files); !free) refusals.push_back(std::move(free).error());
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return files;
}

Result<void> run_to_end(Transaction& transaction, std::string_view path, const std::function<void()>& when_changed) try {
  return transaction.run(when_changed);
} catch (const std::bad_alloc&) {
  return std::unexpected(transaction.give_up(refuse(Code::io_failed, {{"path", path}, {"problem", "out of memory"}})));
}

// Merges the receipt of the removed old name into that of the new name.
void add_old_name(FileReceipt& moved, FileReceipt old) {
  moved.kind = ChangeKind::move;
  moved.destination = std::exchange(moved.path, std::move(old.path));
  moved.before = std::move(old.before);
  moved.version_before = old.version_before;
  moved.was_executable = old.was_executable;
  moved.attributes = std::move(old.attributes);
  moved.guard = std::max(moved.guard, old.guard);
  moved.hard_links_broken = old.hard_links_broken;
}

void add_receipt(CommitReceipt& receipt, std::size_t change, FileReceipt file) {
  const bool has_begun = receipt.files.size() > change;
  if (has_begun) {
    add_old_name(receipt.files.back(), std::move(file));
  } else {
    receipt.files.push_back(std::move(file));
  }
}

struct TakenLease {
  std::unique_ptr<HostLease, Rounds::GiveBack> held = nullptr;  // null: no other host changes files here
  bool is_unbroken = true;                                      // nor has one done so since this process last did
};

Result<TakenLease> take_lease(Workspace& workspace, const CommitOptions& options) {
  HostLease* const lease = workspace.lease();
  KEDGE_REQUIRE(lease != nullptr || workspace.root().shared_name().empty());
  if (lease == nullptr) return TakenLease();
  KEDGE_TRY(const bool is_unbroken, lease->take(options.cancelled));
  return TakenLease{std::unique_ptr<HostLease, Rounds::GiveBack>(lease), is_unbroken};
}

// Completes what dead processes left. If there is known to be nothing, nothing is looked for.
Result<Recovered> recover_if_needed(Workspace& workspace, const Handle& lock, bool is_lease_unbroken) {
  Tenure& tenure = workspace.tenure();
  const std::string& state = workspace.state().path;
  const auto others = workspace.lease() == nullptr ? Tenure::Others::trusted : Tenure::Others::doubted;
  KEDGE_OS(const bool is_unbroken, tenure.begin(lock, others), state);
  tenure.unsettle();
  if (workspace.displaced_at_rest().take_all_gone()) tenure.displaced.clear();
  Recovered recovered;
  if (is_unbroken && is_lease_unbroken) {
    const auto look_after = workspace.lease() == nullptr ? make_room_for_displaced : look_after_displaced;
    KEDGE_DO(look_after(workspace.fs(), workspace.state(), tenure.displaced, recovered.remarks));
  } else {
    KEDGE_TRY(recovered, recover_changes(workspace.fs(), workspace.root(), workspace.state()));
    tenure.displaced = std::move(recovered.displaced);
    if (!tenure.displaced.empty()) workspace.displaced_at_rest().note(workspace.fs().now());
  }
  std::ranges::move(workspace.displaced_at_rest().take_remarks(), std::back_inserter(recovered.remarks));
  return recovered;
}

// Among others, or alone.
Result<Rounds::Seat> take_seat(Workspace& workspace, bool alone, const CommitOptions& options) {
  FileSystem& fs = workspace.fs();
  const std::int64_t since = options.after_lock_wait ? fs.now() : 0;
  std::optional<std::int64_t> locked;
  const auto begin = [&]() -> Result<Rounds::Begun> {
    Rounds::Begun begun;
    KEDGE_TRY(begun.lock, lock_root(fs, workspace.state(), workspace.root(), options.cancelled));
    if (options.after_lock_wait) locked = fs.now();
    KEDGE_TRY(TakenLease lease, take_lease(workspace, options));
    begun.lease = std::move(lease.held);
    KEDGE_TRY(begun.recovered, recover_if_needed(workspace, begun.lock, lease.is_unbroken));
    return begun;
  };
  Result<Rounds::Seat> seat = workspace.rounds().join(alone, workspace.root().path(), options.cancelled, begin);
  if (options.after_lock_wait) options.after_lock_wait(locked.value_or(fs.now()) - since, locked || seat);
  return seat;
}

// Whether the change may be made beside others.
bool is_sociable(const Workspace& workspace, std::span<const FileChange> changes) {
  return changes.size() == 1 && changes.front().kind == ChangeKind::replace && workspace.lease() == nullptr;
}

// The same, now that the file is known: it is exchanged under a lease, so that it can be told from every other one by its
// inode.
bool is_sociable(const PreparedFile& file) {
  return file.leased && !file.in_place && file.receipt.hard_links_broken == 0 && !file.files.staged_executable;
}

Result<CommitReceipt> change_prepared(Workspace& workspace, std::vector<PreparedFile>& files, const CommitOptions& options,
                                      Rounds::Seat& seat) {
  seat.begin_changes();
  Transaction transaction(workspace, options, files, [&](const FileIdentity& staged) { return seat.claim(staged); });
  const Result<void> run = run_to_end(transaction, files.front().given, [&] {
    if (!options.when_changed) return;
    try {
      CommitReceipt so_far;
      for (const PreparedFile& file : files) add_receipt(so_far, file.change, file.receipt);
      options.when_changed(so_far);
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the files are changed, and stay so
    }
  });
  std::vector<std::string> remarks = transaction.take_remarks();
  if (!run) {
    Error error = run.error();
    for (const std::string& remark : remarks) append(error.what, concat(' ', remark, '.'));
    return std::unexpected(std::move(error));
  }
  if (const std::optional<std::string>& done = transaction.done_as()) {
    std::uint64_t displaced = 0;
    for (const PreparedFile& file : files) displaced += file.base.info.size;
    seat.done({*done, displaced});
    if (!done->empty()) workspace.displaced_at_rest().note(workspace.fs().now());
  }
  CommitReceipt receipt;
  // What was reported when the workspace was opened is not repeated.
  std::ranges::copy_if(seat.recovered().remarks, std::back_inserter(receipt.warnings), [&](const std::string& remark) {
    return seat.is_first() && std::ranges::find(workspace.warnings(), remark) == workspace.warnings().end();
  });
  receipt.warnings.insert(receipt.warnings.end(), remarks.begin(), remarks.end());
  for (PreparedFile& file : files) {
    for (const std::string& path : {file.receipt.path, file.receipt.destination}) {
      const Rule* const rule = warning_rule(path);
      if (rule == nullptr) continue;
      receipt.warnings.push_back(concat(printable(path), " is run by other programs (rule ", rule->pattern, ')'));
    }
    if (file.has_base() && !file.known) file.receipt.before = std::move(file.read);
    if (file.receipt.changed) receipt.guard = std::max(receipt.guard, file.receipt.guard);
    add_receipt(receipt, file.change, std::move(file.receipt));
  }
  return receipt;
}

Result<CommitReceipt> commit_changes(Workspace& workspace, std::span<const FileChange> changes, const CommitOptions& options) {
  KEDGE_DO(check_limits(changes));
  if (is_sociable(workspace, changes)) {
    KEDGE_TRY(Rounds::Seat seat, take_seat(workspace, false, options));
    KEDGE_TRY(std::vector<PreparedFile> files, prepare_all(workspace, changes, options, seat.recovered().blocked_paths));
    const bool can_go_on = is_sociable(files.front()) ? seat.claim(files.front().base.info.identity) : seat.be_alone();
    if (can_go_on) return change_prepared(workspace, files, options, seat);
  }
  KEDGE_TRY(Rounds::Seat seat, take_seat(workspace, true, options));
  KEDGE_TRY(std::vector<PreparedFile> files, prepare_all(workspace, changes, options, seat.recovered().blocked_paths));
  return change_prepared(workspace, files, options, seat);
}

}  // namespace

Result<CommitReceipt> commit(Workspace& workspace, std::span<const FileChange> changes, const CommitOptions& options) {
  KEDGE_REQUIRE(!changes.empty());
  Result<CommitReceipt> receipt = commit_changes(workspace, changes, options);
  if (!receipt && receipt.error().code != Code::indeterminate) receipt.error().facts.set("unchanged", true);
  return receipt;
}

}  // namespace kedge
