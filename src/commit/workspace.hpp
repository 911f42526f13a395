// A root with its state folder. Opening one runs crash recovery.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commit/displaced_at_rest.hpp"
#include "commit/host_lease.hpp"
#include "commit/recovery.hpp"
#include "commit/rounds.hpp"
#include "commit/tenure.hpp"
#include "fs/root.hpp"
#include "fs/sightings.hpp"
#include "fs/staged_ahead.hpp"
#include "fs/state_folder.hpp"

namespace kedge {

struct WorkspaceSettings {
  RootSettings root;
  StateSettings state;
};

class Workspace {
 public:
  // Runs crash recovery at once, unless another process holds the lock, or other hosts change files here, too: then the first
  // change does, once it has the lease.
  static Result<Workspace> open(FileSystem& fs, const WorkspaceSettings& settings);

  FileSystem& fs() const { return *fs_; }
  const Root& root() const { return root_; }
  const StateFolder& state() const { return state_; }

  // Another root is served as well (see Root).
  void serve_beside(const std::string& absolute_path) { root_.serve_beside(absolute_path); }
  void call_root(std::string name) { root_.call_it(std::move(name)); }

  // For the caller's first answer: that the state folder is not in its usual place, what crash recovery found.
  const std::vector<std::string>& warnings() const { return warnings_; }
  const Recovered& recovered() const { return recovered_; }
  Tenure& tenure() { return *tenure_; }
  Rounds& rounds() { return *rounds_; }
  DisplacedAtRest& displaced_at_rest() { return *displaced_at_rest_; }
  StagedAhead& staged_ahead() { return *staged_ahead_; }
  Sightings& sightings() const { return *sightings_; }
  // For a change: a name in tx/ that no other process and no other change of this one gives.
  std::string next_name();
  // Before the first change, if several hosts share the tree. REQUIRES: it outlives the changes.
  void share(HostLease& lease) { lease_ = &lease; }
  HostLease* lease() const { return lease_; }  // null: no other host changes files here

 private:
  Workspace(FileSystem& fs, Root root, StateFolder state);

  FileSystem* fs_;
  Root root_;
  StateFolder state_;
  std::vector<std::string> warnings_;
  Recovered recovered_;
  std::string mark_;  // of this process, at random
  std::unique_ptr<std::atomic<std::uint32_t>> names_given_ = std::make_unique<std::atomic<std::uint32_t>>(0);
  std::unique_ptr<Tenure> tenure_;
  std::unique_ptr<Rounds> rounds_;
  std::unique_ptr<DisplacedAtRest> displaced_at_rest_ = std::make_unique<DisplacedAtRest>();
  std::unique_ptr<StagedAhead> staged_ahead_ = std::make_unique<StagedAhead>();
  std::unique_ptr<Sightings> sightings_ = std::make_unique<Sightings>();
  HostLease* lease_ = nullptr;
};

}  // namespace kedge
