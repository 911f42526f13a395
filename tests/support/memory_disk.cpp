#include "tests/support/memory_disk.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "support/repeatable_random.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::int64_t clock_tick = 4'000'000;  // of a modification time: two writes in a row may look like one
constexpr int most_links_followed = 40;

// What may be left of a file whose bytes were not synced.
std::string torn(const std::string& before, const std::string& after, RepeatableRandom& random) {
  switch (random.below(5)) {
    case 0: return before;
    case 1: return after;
    case 2: return after.substr(0, random.below(after.size() + 1));
    case 3: {
      std::string left = after;
      std::fill(left.begin() + static_cast<std::ptrdiff_t>(random.below(left.size() + 1)), left.end(), '\0');
      return left;
    }
    default: {
      std::string left = random.below(2) == 0 ? before : after;
      for (std::size_t i = 0; i < left.size(); ++i) {
        const std::string& source = random.below(2) == 0 ? before : after;
        if (i < source.size()) left[i] = source[i];
      }
      return left;
    }
  }
}

}  // namespace

MemoryDisk::MemoryDisk() : inodes_(2) {
  inodes_[0].in_use = false;
  edit(InodeNumber::top) = {
      .kind = FileKind::folder, .permissions = 0755, .links = 1, .synced = true, .durable_permissions = 0755};
}

InodeNumber MemoryDisk::find(InodeNumber folder, const std::string& name) const {
  const auto& names = at(folder).names;
  const auto found = names.find(name);
  return found == names.end() ? InodeNumber::none : found->second;
}

Outcome<InodeNumber> MemoryDisk::resolve(std::string_view absolute_path) const {
  std::string left(absolute_path);
  std::vector<InodeNumber> way{InodeNumber::top};
  for (int links = 0; !left.empty();) {
    const std::size_t end = std::min(left.find('/'), left.size());
    const std::string name = left.substr(0, end);
    left.erase(0, std::min(end + 1, left.size()));
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      if (way.size() > 1) way.pop_back();
      continue;
    }
    if (at(way.back()).kind != FileKind::folder) return failed(ENOTDIR);
    const InodeNumber next = find(way.back(), name);
    if (next == InodeNumber::none) return failed(ENOENT);
    if (at(next).kind != FileKind::link) {
      way.push_back(next);
      continue;
    }
    if (++links > most_links_followed) return failed(ELOOP);
    const std::string& target = at(next).bytes;
    if (target.starts_with('/')) way.resize(1);
    left = concat(target, '/', left);
  }
  return way.back();
}

InodeNumber MemoryDisk::make(FileKind kind, InodeNumber near, std::uint32_t permissions) {
  auto free = std::ranges::find(inodes_.begin() + 1, inodes_.end(), false, &MemoryInode::in_use);
  if (free == inodes_.end()) free = inodes_.emplace(inodes_.end());
  *free = {.kind = kind,
           .mount = at(near).mount,
           .permissions = permissions,
           .modified = now_ / clock_tick * clock_tick,
           .durable_permissions = permissions};
  return static_cast<InodeNumber>(free - inodes_.begin());
}

void MemoryDisk::set_bytes(InodeNumber number, std::string bytes) {
  MemoryInode& inode = edit(number);
  inode.bytes = std::move(bytes);
  inode.modified = now_ / clock_tick * clock_tick;
  inode.synced = false;
}

void MemoryDisk::set_permissions(InodeNumber number, std::uint32_t permissions) {
  edit(number).permissions = permissions;
  edit(number).synced = false;
}

void MemoryDisk::set_obstacle(InodeNumber number, std::string obstacle) { edit(number).obstacle = std::move(obstacle); }

void MemoryDisk::change_name(NameChange change) { apply({.first = std::move(change)}); }

void MemoryDisk::change_names(NameChange first, NameChange second) {
  apply({.first = std::move(first), .second = std::move(second)});
}

void MemoryDisk::make_mount(InodeNumber folder) {
  KEDGE_REQUIRE(at(folder).kind == FileKind::folder && at(folder).links > 0);
  edit(folder).mount = mounts_++;
}

bool MemoryDisk::Operation::touches(InodeNumber folder) const {
  return first.folder == folder || (second && second->folder == folder);
}

bool MemoryDisk::Operation::shares_entry_with(const Operation& other) const {
  const auto same = [](const NameChange& a, const NameChange& b) { return a.folder == b.folder && a.name == b.name; };
  return same(first, other.first) || (second && same(*second, other.first)) || (other.second && same(first, *other.second)) ||
         (second && other.second && same(*second, *other.second));
}

bool MemoryDisk::Operation::needs(const Operation& earlier) const {
  return shares_entry_with(earlier) || (emptied != InodeNumber::none && earlier.touches(emptied));
}

void MemoryDisk::apply(Operation operation) {
  if (!operation.second && operation.first.target == InodeNumber::none) {
    const InodeNumber gone = find(operation.first.folder, operation.first.name);
    if (gone != InodeNumber::none && at(gone).kind == FileKind::folder) operation.emptied = gone;
  }
  apply_now(operation.first);
  if (operation.second) apply_now(*operation.second);
  pending_.push_back(std::move(operation));
}

void MemoryDisk::apply_now(const NameChange& change) {
  const InodeNumber before = find(change.folder, change.name);
  if (before != InodeNumber::none) --edit(before).links;
  MemoryInode& folder = edit(change.folder);
  if (change.target == InodeNumber::none) {
    folder.names.erase(change.name);
  } else {
    folder.names[change.name] = change.target;
    ++edit(change.target).links;
    edit(change.target).was_named = true;
  }
  edit(change.folder).modified = now_ / clock_tick * clock_tick;
}

void MemoryDisk::make_durable(const NameChange& change) {
  auto& names = edit(change.folder).durable_names;
  if (change.target == InodeNumber::none) {
    names.erase(change.name);
  } else {
    names[change.name] = change.target;
  }
}

void MemoryDisk::make_durable(const Operation& operation) {
  make_durable(operation.first);
  if (operation.second) make_durable(*operation.second);
}

void MemoryDisk::sync(InodeNumber number) {
  MemoryInode& inode = edit(number);
  inode.synced = true;
  inode.durable_bytes = inode.bytes;
  inode.durable_permissions = inode.permissions;
  if (inode.kind != FileKind::folder) return;

  std::vector<bool> included(pending_.size(), false);
  std::vector<const Operation*> later;  // those included, the last one first
  for (std::size_t i = pending_.size(); i-- > 0;) {
    const Operation& operation = pending_[i];
    const auto needs_it = [&](const Operation* other) { return other->needs(operation); };
    included[i] = operation.touches(number) || std::ranges::any_of(later, needs_it);
    if (included[i]) later.push_back(&operation);
  }
  std::vector<Operation> left;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (included[i]) {
      make_durable(pending_[i]);
    } else {
      left.push_back(std::move(pending_[i]));
    }
  }
  pending_ = std::move(left);
}

void MemoryDisk::sync_everything() {
  for (const Operation& operation : std::exchange(pending_, {})) make_durable(operation);
  for (std::size_t i = 1; i < inodes_.size(); ++i) sync(static_cast<InodeNumber>(i));
}

void MemoryDisk::collect(std::span<const InodeNumber> open) {
  std::vector<bool> found(inodes_.size(), false);
  std::vector<InodeNumber> to_visit(open.begin(), open.end());
  to_visit.push_back(InodeNumber::top);
  const auto visit_change = [&](const NameChange& change) {
    to_visit.push_back(change.folder);
    to_visit.push_back(change.target);
  };
  for (const Operation& operation : pending_) {
    visit_change(operation.first);
    if (operation.second) visit_change(*operation.second);
  }
  while (!to_visit.empty()) {
    const InodeNumber number = to_visit.back();
    to_visit.pop_back();
    if (number == InodeNumber::none || found[static_cast<std::size_t>(number)]) continue;
    found[static_cast<std::size_t>(number)] = true;
    for (const auto& [name, target] : at(number).names) to_visit.push_back(target);
    for (const auto& [name, target] : at(number).durable_names) to_visit.push_back(target);
  }
  for (std::size_t i = 1; i < inodes_.size(); ++i) {
    if (!found[i] && inodes_[i].in_use) inodes_[i] = {.in_use = false};
  }
}

void MemoryDisk::cut_power(std::uint64_t seed) {
  RepeatableRandom random(seed);
  // From a disk that wrote nothing by itself to one that had written all but a little.
  const std::size_t eighths = std::array<std::size_t, 5>{0, 1, 4, 7, 8}[random.below(5)];
  std::vector<const Operation*> lost;
  for (const Operation& operation : pending_) {
    const bool possible = std::ranges::none_of(lost, [&](const Operation* earlier) { return operation.needs(*earlier); });
    if (possible && random.below(8) < eighths) {
      make_durable(operation);
    } else {
      lost.push_back(&operation);
    }
  }
  pending_.clear();
  for (std::size_t i = 1; i < inodes_.size(); ++i) {
    MemoryInode& inode = inodes_[i];
    if (!inode.in_use) continue;
    if (!inode.synced) {
      if (inode.kind == FileKind::regular) inode.durable_bytes = torn(inode.durable_bytes, inode.bytes, random);
      if (inode.kind == FileKind::link) inode.durable_bytes = inode.bytes;
      if (random.below(2) == 0) inode.durable_permissions = inode.permissions;
    }
    inode.bytes = inode.durable_bytes;
    inode.permissions = inode.durable_permissions;
    inode.names = inode.durable_names;
    inode.synced = true;
    inode.links = 0;
  }
  ++starts_;
  collect({});
  edit(InodeNumber::top).links = 1;
  for (std::size_t i = 1; i < inodes_.size(); ++i) {
    for (const auto& [name, target] : inodes_[i].names) ++edit(target).links;
  }
}

}  // namespace kedge
