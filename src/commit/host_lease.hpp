// The right to change files of a tree that several hosts share. Locks of files may not be seen from another host; what all of
// them see is the database that has their records.
#pragma once

#include <atomic>

#include "error/error.hpp"

namespace kedge {

// REQUIRES, for each call: the root's lock is held.
class HostLease {
 public:
  HostLease() = default;
  HostLease(const HostLease&) = delete;
  HostLease& operator=(const HostLease&) = delete;
  virtual ~HostLease() = default;

  // Waits while another host has it, and takes it over from one whose time is over. Whether nobody else has had it since this
  // process last did. Refused: busy, cancelled, store_unavailable.
  virtual Result<bool> take(const std::atomic<bool>* cancelled) = 0;
  // Refused (busy): this process was away for so long that another host may have taken it over, so no file may be changed.
  virtual Result<void> check() = 0;
  virtual void give_back() noexcept = 0;
};

}  // namespace kedge
