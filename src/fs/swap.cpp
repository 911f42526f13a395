#include "fs/swap.hpp"

#include <cerrno>

#include "support/strings.hpp"

namespace kedge {
namespace {

// The second name of the old file while a swap is made of single steps.
std::string second_name(const Spot& aside) { return concat(aside.name, "~"); }

// Syncing takes a while; a file that somebody put there meanwhile must not be overwritten.
Outcome<void> still_the_same(FileSystem& fs, const Spot& target, const Spot& kept) {
  KEDGE_TRY(const FileInfo now, fs.look_at(*target.folder, target.name));
  KEDGE_TRY(const FileInfo linked, fs.look_at(*kept.folder, kept.name));
  return now.identity == linked.identity ? Outcome<void>() : failed(ESTALE);
}

}  // namespace

Outcome<Atomic> swap_at_once(FileSystem& fs, const Spot& target, const Spot& aside) {
  const Outcome<void> exchanged = fs.exchange(*aside.folder, aside.name, *target.folder, target.name);
  return exchanged ? Outcome<Atomic>(Atomic::yes) : std::unexpected(exchanged.error());
}

Outcome<Atomic> swap(FileSystem& fs, const Spot& target, const Spot& aside, bool durable) {
  const Outcome<Atomic> exchanged = swap_at_once(fs, target, aside);
  if (exchanged || !is_unsupported(exchanged.error())) return exchanged;

  const std::string kept = second_name(aside);
  const Outcome<void> linked = fs.link(*target.folder, target.name, *aside.folder, kept);
  if (!linked) return std::unexpected(linked.error());
  Outcome<void> step = durable ? fs.sync(*aside.folder) : Outcome<void>();
  if (step) step = still_the_same(fs, target, {aside.folder, kept});
  if (step) step = fs.move_over(*aside.folder, aside.name, *target.folder, target.name);
  if (!step) {
    best_effort(fs.remove(*aside.folder, kept));
    return std::unexpected(step.error());
  }
  step = fs.move_over(*aside.folder, kept, *aside.folder, aside.name);
  if (!step) return std::unexpected(step.error());
  return Atomic::no;
}

Outcome<void> mend_swap(FileSystem& fs, const Spot& aside) {
  const std::string kept = second_name(aside);
  const Outcome<FileInfo> second = fs.look_at(*aside.folder, kept);
  if (!second) return second.error().number == ENOENT ? Outcome<void>() : std::unexpected(second.error());
  const Outcome<FileInfo> first = fs.look_at(*aside.folder, aside.name);
  if (first) return fs.remove(*aside.folder, kept);  // the new file never took the place of the old
  if (first.error().number != ENOENT) return std::unexpected(first.error());
  return fs.move_over(*aside.folder, kept, *aside.folder, aside.name);
}

Outcome<Atomic> move_to_free_name(FileSystem& fs, const Spot& from, const Spot& to, bool durable) {
  const Outcome<void> moved = fs.move_new(*from.folder, from.name, *to.folder, to.name);
  if (moved) return Atomic::yes;
  if (!is_unsupported(moved.error())) return std::unexpected(moved.error());
  if (const Outcome<void> linked = fs.link(*from.folder, from.name, *to.folder, to.name); !linked) {
    return std::unexpected(linked.error());
  }
  // Without it the old name could be gone for good before the new one is there for good.
  Outcome<void> step = durable ? fs.sync(*to.folder) : Outcome<void>();
  if (step) step = fs.remove(*from.folder, from.name);
  if (!step) {
    // Only the second name of the file: another file may have it by now, and the first name may be gone although that failed.
    if (still_the_same(fs, to, from)) best_effort(fs.remove(*to.folder, to.name));
    return std::unexpected(step.error());
  }
  return Atomic::no;
}

Outcome<Atomic> move_aside(FileSystem& fs, const Spot& from, const Spot& aside) {
  const Outcome<void> moved = fs.move_new(*from.folder, from.name, *aside.folder, aside.name);
  if (moved) return Atomic::yes;
  if (!is_unsupported(moved.error()) && moved.error().number != EEXIST) return std::unexpected(moved.error());
  // Two names of one file, from a move that was cut off: a plain rename would leave both.
  KEDGE_TRY(const FileInfo one, fs.look_at(*from.folder, from.name));
  const Outcome<FileInfo> other = fs.look_at(*aside.folder, aside.name);
  if (!other && other.error().number != ENOENT) return std::unexpected(other.error());
  const bool same = other && one.identity == other->identity;
  if (!same && moved.error().number == EEXIST) return std::unexpected(moved.error());
  const Outcome<void> step =
      same ? fs.remove(*from.folder, from.name) : fs.move_over(*from.folder, from.name, *aside.folder, aside.name);
  if (!step) return std::unexpected(step.error());
  return Atomic::no;
}

}  // namespace kedge
