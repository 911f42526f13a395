// The kinds of stores, which all promise the same.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "store/locked_store.hpp"
#include "store/postgres.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::test {

enum class StoreKind : std::uint8_t { memory, disk_at_once, disk_when_needed, locked, postgres, postgres_pool };

// tests/fleet/with_cluster says where there is a server.
inline std::vector<StoreKind> kinds_with_a_server() {
  std::vector<StoreKind> kinds;
  if (std::getenv("KEDGE_TEST_POSTGRES") != nullptr) kinds.push_back(StoreKind::postgres);
  if (std::getenv("KEDGE_TEST_POOL") != nullptr) kinds.push_back(StoreKind::postgres_pool);
  return kinds;
}

inline std::unique_ptr<Store> open_kind(StoreKind kind, ScratchState& state, StoreLimits limits) {
  const bool is_pooled = kind == StoreKind::postgres_pool;
  switch (kind) {
    case StoreKind::memory: return memory_store(limits);
    case StoreKind::disk_at_once: return open_store(state.fs(), state.state(), ByteKeeping::at_once, limits);
    case StoreKind::disk_when_needed: return open_store(state.fs(), state.state(), ByteKeeping::when_needed, limits);
    case StoreKind::locked: return locked(memory_store(limits));
    case StoreKind::postgres:
    case StoreKind::postgres_pool: break;
  }
  return open_store(postgres_place({.where = std::getenv(is_pooled ? "KEDGE_TEST_POOL" : "KEDGE_TEST_POSTGRES"),
                                    .schema = concat("kedge_", to_hex(sha256(state.state().path)).substr(0, 16)),
                                    .is_pooled = is_pooled},
                                   postgres::start_channel(std::getenv("KEDGE_TEST_POSTGRES_PROGRAM"))),
                    ByteKeeping::at_once, limits);
}

inline std::string name_of_kind(const testing::TestParamInfo<StoreKind>& info) {
  switch (info.param) {
    case StoreKind::memory: return "Memory";
    case StoreKind::disk_at_once: return "DiskAtOnce";
    case StoreKind::disk_when_needed: return "DiskWhenNeeded";
    case StoreKind::locked: return "Locked";
    case StoreKind::postgres: return "Postgres";
    case StoreKind::postgres_pool: return "PostgresPool";
  }
  return "Unknown";
}

}  // namespace kedge::test
