// One file of a transaction between being found and being changed: where it is, what it held, what shall take its place.
// A file that gets new bytes and another name is two of them: one is created, the other removed.
#pragma once

#include "commit/aside.hpp"
#include "commit/journal.hpp"
#include "commit/workspace.hpp"
#include "fs/open_regular.hpp"

namespace kedge {

struct PreparedFile {
  ChangeKind kind = ChangeKind::replace;
  std::size_t change = 0;  // which one of the commit it belongs to, from 0
  bool in_place = false;
  std::string_view given;  // the path as the caller spelled it, for refusals
  std::string_view content = {};
  std::optional<bool> executable = {};         // whether the staged file may be run; nothing: as it comes
  const FileAttributes* attributes = nullptr;  // of the staged file; nothing: those of its predecessor or its folder
  std::size_t folders_to_remove = 0;           // above the old name, once it is gone

  Place place;             // `folder` holds the name once its missing folders are made
  Place destination = {};  // move

  OpenedFile base = {};  // open, and lent to nobody if `leased`
  bool leased = false;
  std::optional<Text> known = {};  // the bytes of the base as the change had brought them along, held against the file
  std::string read = {};           // the same where it had not
  TwoFiles files = {};

  AsideName aside_name = {};
  Handle aside_folder = {};  // where it is not the state's
  Handle unnamed = {};       // staged, and named only when the journal says what the name will be

  bool named = false;        // something may stand under the aside name
  bool taken = false;        // the step on the target was made
  bool was_visible = false;  // the new file may have stood under the user's name for a moment
  FileReceipt receipt = {};

  std::string_view before() const { return known ? known->bytes() : std::string_view(read); }
  bool has_base() const { return kind != ChangeKind::create; }
  bool has_staged() const { return kind == ChangeKind::create || kind == ChangeKind::replace; }
  Spot target() const { return {&place.folder, place.name}; }
  Spot destination_spot() const { return {&destination.folder, destination.name}; }
  Spot aside(const StateFolder& state) const;
};

// Finds, opens, leases and reads; compares with what the change was made for. Nothing is written. `number` is that of the
// change, from 0.
Result<std::vector<PreparedFile>> prepare(Workspace& workspace, const FileChange& change, std::size_t number,
                                          const CommitOptions& options);

JournalEntry entry_for(const PreparedFile& file);

}  // namespace kedge
