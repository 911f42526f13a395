// What shall become of one file, and what became of it: the words between whoever decides and the commit.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fs/file_attributes.hpp"
#include "support/sha256.hpp"
#include "text/text.hpp"

namespace kedge {

enum class ChangeKind { create, replace, remove, move };

struct FileChange {
  ChangeKind kind = ChangeKind::replace;
  std::string path;              // as the caller spelled it
  std::string content = {};      // create, replace: all bytes of the file
  std::string destination = {};  // move
  // The digest of the bytes that the change was made for. The file has to have them still when the change is committed.
  // Required for all but create.
  std::optional<Digest> expected = std::nullopt;
  // Instead of `content` where a text is kept anyway, and needs no copy. move: the bytes that the file has under its new name;
  // nothing: those that it had.
  std::optional<Text> text = std::nullopt;
  // What is known of both sides, so that it needs no second reading or hashing.
  std::optional<Text> base = std::nullopt;      // the bytes of `expected`
  std::optional<Digest> result = std::nullopt;  // the digest of the new bytes
  // Where there are new bytes, also if they are the old ones: whether the file may be run. Nothing: as it was, and a new one
  // not.
  std::optional<bool> executable = std::nullopt;
  // create: what an earlier file of that name had besides its bytes; nothing: what the folder gives to a new one.
  std::optional<FileAttributes> attributes = std::nullopt;
  // remove, move: so many folders above the old name were made for it, and go with it unless something else is in them.
  std::size_t folders_to_remove = 0;

  std::string_view bytes() const { return text ? text->bytes() : std::string_view(content); }
  // The new name is given to a new file, which stands for the old one in everything but its bytes.
  bool moves_to_new_file() const { return kind == ChangeKind::move && text; }
};

enum class Durability {
  full,  // acknowledged means that it survives a power cut
  none,  // survives the death of the process only
};

enum class HardLinks { split, refuse };

struct CommitOptions {
  Durability durability = Durability::full;
  HardLinks hard_links = HardLinks::split;
  bool in_place = false;          // where a file cannot be exchanged: rewrite it, with a copy of the old bytes kept meanwhile
  bool ignore_read_only = false;  // replace a file whose permissions say that nobody may write it
  const std::atomic<bool>* cancelled = nullptr;  // nothing: it cannot be called off. Heeded while others are waited for
};

// What stood between the check of the old bytes and a foreign writer, strongest first.
enum class Guard {
  lease,     // who wanted to write had to wait
  exchange,  // whatever was displaced was looked at before it went
  recheck,   // the old bytes were compared a moment before they were replaced
};
std::string_view name_of(Guard guard);

struct FileReceipt {
  ChangeKind kind = ChangeKind::replace;
  std::string path;                        // inside the root: the referent, if the caller named a link
  std::string destination;                 // move
  std::optional<std::string> before = {};  // the bytes that were there, unless the change had brought them along
  std::optional<Digest> version_before = {};
  std::optional<Digest> version_after = {};       // what is there now; nothing after a removal
  bool was_executable = false;                    // the file that was there
  std::optional<FileAttributes> attributes = {};  // remove: what it had besides its bytes
  std::size_t folders_made = 0;                   // above the new name
  Guard guard = Guard::lease;
  std::uint64_t hard_links_broken = 0;  // other names that keep the old bytes
  bool changed = true;                  // false: the file had these bytes and this permission already, and nothing was written
};

struct CommitReceipt {
  std::vector<FileReceipt> files;  // in the order of the changes
  std::vector<std::string> warnings;
  Guard guard = Guard::lease;  // the weakest of all files
};

}  // namespace kedge
