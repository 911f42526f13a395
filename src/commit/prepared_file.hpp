// One file of a transaction: where it is, what was in it, what replaces it. A file that gets new bytes and another name is two
// of them: one is created, the other removed.
#pragma once

#include "commit/aside.hpp"
#include "commit/journal.hpp"
#include "commit/workspace.hpp"
#include "fs/open_regular.hpp"

namespace kedge {

struct PreparedFile {
  ChangeKind kind = ChangeKind::replace;
  std::size_t change = 0;  // index of the change it belongs to
  bool in_place = false;
  std::string_view given;  // the path as the caller spelled it, for refusals
  std::string_view content = {};
  std::optional<bool> executable = {};         // of the staged file; nullopt: unchanged
  const FileAttributes* attributes = nullptr;  // of the staged file; null: those of its predecessor or its folder
  std::size_t folders_to_remove = 0;           // above the old name, once it is removed

  Place place;             // `folder` is final once its missing folders are made
  Place destination = {};  // move
  FileInfo above = {};     // the folder of `place`, once it was looked at

  OpenedFile base = {};  // open, and under a lease if `leased`
  bool leased = false;
  std::optional<Text> known = {};  // the bytes of the base, if the change had them; compared with the file
  std::string read = {};           // otherwise the bytes as read
  TwoFiles files = {};

  AsideName aside_name = {};
  Handle aside_folder = {};  // if it is not the state folder's tx/
  Handle unnamed = {};       // staged; gets its name only after the journal has recorded it

  bool at_once = false;       // the step must be one exchange: the aside name is all that is recorded of it
  bool needs_record = false;  // that is not possible here
  bool named = false;         // the aside name may exist
  bool taken = false;         // the step on the target was taken
  bool was_visible = false;   // the new file may have been visible under the user's name for a moment
  FileReceipt receipt = {};

  std::string_view before() const { return known ? known->bytes() : std::string_view(read); }
  bool has_base() const { return kind != ChangeKind::create; }
  bool has_staged() const { return kind == ChangeKind::create || kind == ChangeKind::replace; }
  Spot target() const { return {&place.folder, place.name}; }
  Spot destination_spot() const { return {&destination.folder, destination.name}; }
  Spot aside(const StateFolder& state) const;
};

// Finds, opens, leases and reads the file, and compares it with what the change was made for. Writes nothing. `number` is the
// index of the change.
Result<std::vector<PreparedFile>> prepare(Workspace& workspace, const FileChange& change, std::size_t number,
                                          const CommitOptions& options);

JournalEntry entry_for(const PreparedFile& file);

}  // namespace kedge
