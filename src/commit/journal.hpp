// The record of a change that is under way: enough to finish it or to take it back after a crash, without any database. One
// small text file in the state's tx/ folder, closed by a checksum; its name is the transaction's.
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
// (A file is one row.) In a path, control characters, `%` and nothing else are written as %XX. `-` stands for none.
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
  staging,    // new files are being written beside their targets; no target was touched
  prepared,   // targets are being changed
  committed,  // all of them are
};

// When a change counts as done: with the step on its one file, or with the record that says so for all of them.
enum class CommitPoint { step, record };

// The file that is put in place of another, and afterwards the one that was displaced: in tx/, or in the root beside its
// target where the two are on different mounts.
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

std::string encode(const JournalRecord& record);

// The record, or why it cannot be read.
std::expected<JournalRecord, std::string> decode(std::string_view bytes);

// Whether a record that cannot be read was cut off before its last row, and may have named more files.
bool is_cut_short(std::string_view bytes);
// The paths that a record names, or seems to name where it cannot be read.
std::vector<std::string> paths_named_in(std::string_view bytes);

// Puts the record whole or not at all in place of an older one of that name. It is certain to be found after a power cut once
// the folder is synced, too.
Outcome<void> put_record(FileSystem& fs, const Handle& tx, const std::string& id, const JournalRecord& record,
                         Durability durability);

// 110 random bits, as letters that every file system takes.
std::string random_name(FileSystem& fs);
// The same behind the time: what is older comes first in the order of names.
std::string dated_name(FileSystem& fs);

}  // namespace kedge
