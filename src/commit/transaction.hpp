// Writes a set of files: all change or none. The order of the steps is the protocol; each sync is there because the crash model
// fails without it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "commit/step.hpp"

namespace kedge {

class Transaction {
 public:
  // `claim` is called with each new file before it takes the place of another. False: another commit of this process changes
  // it.
  using Claim = std::function<bool(const FileIdentity& staged)>;
  Transaction(Workspace& workspace, CommitOptions options, std::vector<PreparedFile>& files, Claim claim);

  // A refusal leaves every file as it was, or as another program left it, unless it is indeterminate. `when_changed` is called
  // as CommitOptions says.
  Result<void> run(const std::function<void()>& when_changed);
  // Rolls back what was done so far, if something other than a refusal ended it.
  Error give_up(Error reason) { return abort(std::move(reason)); }

  std::vector<std::string> take_remarks() { return std::move(remarks_); }

  // After a success: whether nothing is left to be completed but to remove the displaced files, which are done with this name;
  // empty if there are none.
  const std::optional<std::string>& done_as() const { return done_as_; }

 private:
  bool is_batch() const { return files_.size() > 1; }
  bool durable() const { return options_.durability == Durability::full; }
  FileSystem& fs() const { return workspace_->fs(); }
  const Handle& tx() const { return workspace_->state().tx; }
  Outcome<void> sync(const Handle& handle);

  // Everything up to the last rename.
  Result<void> change_names();
  Result<void> choose_aside(PreparedFile& file, std::size_t index);
  Result<void> stage(PreparedFile& file);
  // Whether the name of the file aside can stand for a record.
  bool can_tell_by_name(const PreparedFile& file) const;
  Result<void> claim_staged(const PreparedFile& file);
  Result<void> take(PreparedFile& file);
  Result<void> fill(PreparedFile& file, const Handle& staged);
  // The file that the staged one replaces, possibly under another name; null: it is new.
  const PreparedFile* predecessor_of(const PreparedFile& file) const;
  JournalRecord record_of(Phase phase) const;
  Result<void> record(Phase phase);
  void note_new_folders(const Place& place);
  Result<void> make_folders(Place& place, std::string_view given);

  Outcome<void> sync_folders(const std::function<void()>& meanwhile = {});
  void retire();

  Error abort(Error reason);
  bool clean_up();
  static std::optional<Digest> aside_bytes(const PreparedFile& file);
  Outcome<void> remove_new_folder(const std::string& path);  // unless it is not empty
  Error indeterminate(std::string_view problem);

  Workspace* workspace_;
  CommitOptions options_;
  Claim claim_;
  std::vector<PreparedFile*> files_;  // those that change
  std::string id_;
  std::vector<std::string> new_folders_;  // relative to the root, outermost first
  bool recorded_ = false;
  std::optional<std::string> done_as_;
  std::vector<std::string> remarks_;
};

}  // namespace kedge
