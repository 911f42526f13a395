// The record of a change in progress: enough to complete it or roll it back after a crash, without any database. One
// small text file in the state folder's tx/, with a checksum at the end, named after the transaction.
//
//   kedge-journal 1
//   phase prepared
//   commit record
//   root fs 1:2 inode 3 born 4.5
//   folder<tab>src/new
//   file<tab>replace<tab>exchange or in-place<tab>path<tab>destination<tab>tx: or root: and the name of the file aside
//       <tab>digest before<tab>digest after<tab>inode before<tab>inode after
//   end <sha256 of everything above>
//
// (A file is one row.) In a path, only control characters and `%` are written as %XX. `-` means none.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "commit/file_change.hpp"
#include "fs/file_system.hpp"

namespace kedge {

enum class Phase {
  staging,    // new files are being written next to their targets; no target was touched
  prepared,   // targets are being changed
  committed,  // all targets are changed
};

// When a change counts as done: with the step on its only file, or with a record that says so for all files.
enum class CommitPoint { step, record };

// Before a step the new file, after it the displaced one: in tx/, or in the root next to its target if tx/ is on another
// mount.
struct AsideName {
  bool in_root = false;
  std::string path;  // relative to the root or to tx/
};

struct JournalEntry {
  ChangeKind kind = ChangeKind::replace;
  bool in_place = false;  // aside is a copy of the old bytes
  std::string path;       // relative to the root, without links
  std::string destination = {};
  AsideName aside = {};
  std::optional<Digest> before = {};
  std::optional<Digest> after = {};
  std::uint64_t base_inode = 0;
  std::uint64_t staged_inode = 0;  // 0 while staging
  std::optional<bool> staged_executable = {};
};

struct JournalRecord {
  Phase phase = Phase::prepared;
  CommitPoint commit_point = CommitPoint::step;
  std::string root_identity;
  std::vector<std::string> new_folders = {};  // relative to the root, outermost first
  std::vector<JournalEntry> entries = {};
};

// What a record may name: below the folder it is relative to, by plain components.
bool stays_inside(std::string_view path);

std::string encode(const JournalRecord& record);

// On error: why it cannot be read.
std::expected<JournalRecord, std::string> decode(std::string_view bytes);

// Whether an unreadable record is truncated, and so may have named more files.
bool is_cut_short(std::string_view bytes);
// The paths that a record names, or seems to name if it cannot be read.
std::vector<std::string> paths_named_in(std::string_view bytes);

// Atomically replaces an older record of that name. It is durable once the folder is synced, too.
Outcome<void> put_record(FileSystem& fs, const Handle& tx, const std::string& id, const JournalRecord& record,
                         Durability durability);

// 110 random bits, as letters that every file system accepts.
std::string random_name(FileSystem& fs);
// Of a change: older names sort first. `distinct` tells it from those that others choose at the same moment.
std::string dated_name(std::int64_t now, std::string_view distinct);

}  // namespace kedge
