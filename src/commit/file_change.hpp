// A requested change of one file, and its result: the interface of the commit.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fs/file_attributes.hpp"
#include "fs/root.hpp"
#include "fs/sightings.hpp"
#include "support/sha256.hpp"
#include "text/text.hpp"

namespace kedge {

enum class ChangeKind { create, replace, remove, move };

struct FileChange {
  ChangeKind kind = ChangeKind::replace;
  std::string path;              // as the caller spelled it
  std::string content = {};      // create, replace: all bytes of the file
  std::string destination = {};  // move
  // The digest of the bytes that the change was made for. The file must still have them when the change is committed.
  // Required except for create.
  std::optional<Digest> expected = std::nullopt;
  // Instead of `content`, if there is a Text that need not be copied. move: the bytes under the new name; nullopt: the
  // old ones.
  std::optional<Text> text = std::nullopt;
  // What is already known, so that it need not be read or hashed again.
  std::optional<Text> base = std::nullopt;      // the bytes of `expected`
  std::optional<Digest> result = std::nullopt;  // the digest of the new bytes
  // With new bytes, even if they equal the old ones: the executable bit. nullopt: as it was; not set for a new file.
  std::optional<bool> executable = std::nullopt;
  // create: the metadata of an earlier file of that name; nullopt: the folder's defaults.
  std::optional<FileAttributes> attributes = std::nullopt;
  // remove, move: this many folders above the old name were made for it and are removed with it if they are empty.
  std::size_t folders_to_remove = 0;
  std::optional<Vetted> vetted = std::nullopt;  // the file at `path`, when the change was planned

  std::string_view bytes() const { return text ? text->bytes() : std::string_view(content); }
  // The new name is given to a new file with the metadata of the old one.
  bool moves_to_new_file() const { return kind == ChangeKind::move && text; }
};

enum class Durability {
  full,  // what is acknowledged survives a power cut
  none,  // survives a killed process only
};

enum class HardLinks { split, refuse };

struct CommitReceipt;

struct CommitOptions {
  Durability durability = Durability::full;
  HardLinks hard_links = HardLinks::split;
  bool in_place = false;          // rewrite a file that cannot be exchanged, with a copy of the old bytes kept meanwhile
  bool ignore_read_only = false;  // replace a read-only file
  const std::atomic<bool>* cancelled = nullptr;  // null: cannot be cancelled. Checked while waiting for others
  // Called once the files are changed, and before that is durable: what is written meanwhile has to become durable as well. If
  // the commit then fails (indeterminate), it is not known which of the two survive. Of several files, after all of them. If
  // memory runs out in it, the commit goes on.
  std::function<void(const CommitReceipt&)> when_changed = {};
  // Called with how long the root's lock was waited for, in nanoseconds, and whether the commit has it now.
  std::function<void(std::int64_t waited, bool has_lock)> after_lock_wait = {};
};

// What protected the time between the check of the old bytes and the write from other writers, strongest first.
enum class Guard {
  lease,     // other writers had to wait
  exchange,  // the displaced file was checked before it was removed
  recheck,   // the old bytes were compared just before they were replaced
};
std::string_view name_of(Guard guard);

struct FileReceipt {
  ChangeKind kind = ChangeKind::replace;
  std::string path;                        // inside the root; the target, if the caller named a link
  std::string destination;                 // move
  std::optional<std::string> before = {};  // the old bytes, unless the change already had them
  std::optional<Digest> version_before = {};
  std::optional<Digest> version_after = {};       // nullopt after a removal
  bool was_executable = false;                    // the old file
  std::optional<FileAttributes> attributes = {};  // remove: its metadata
  std::size_t folders_made = 0;                   // for the new name
  std::optional<Sighting> new_file = {};          // what it looks like, if there is one
  Guard guard = Guard::lease;
  std::uint64_t hard_links_broken = 0;  // other hard links, which keep the old bytes
  bool changed = true;                  // false: the file already was like this, and nothing was written
};

struct CommitReceipt {
  std::vector<FileReceipt> files;  // in the order of the changes
  std::vector<std::string> warnings;
  Guard guard = Guard::lease;  // the weakest of all files
};

}  // namespace kedge
