// The lease of a tree that several hosts share, in the records that they share: docs/fleet.md.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "commit/workspace.hpp"
#include "store/store.hpp"

namespace kedge {

class SharedTree : public HostLease {
 public:
  // How long a host keeps the lease without being heard of.
  static constexpr std::chrono::milliseconds time{5'000};

  // `name` is that of the tree, the same on all hosts. REQUIRES: both outlive this.
  SharedTree(FileSystem& fs, Store& store, std::string name);

  Result<bool> take(const std::atomic<bool>* cancelled) override;
  Result<void> check() override;
  void give_back() noexcept override;

 private:
  FileSystem& fs_;
  Store& store_;
  std::string name_;
  std::string holder_;                   // this process, among all hosts
  std::chrono::nanoseconds asked_at_{};  // when it was last asked for
};

// The lease of a workspace that other hosts change, too, which it uses from now on; null: there are none. REQUIRES: it outlives
// the changes.
std::unique_ptr<HostLease> share_tree(Workspace& workspace, Store& store);

}  // namespace kedge
