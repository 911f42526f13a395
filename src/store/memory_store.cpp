#include "store/sqlite_store.hpp"

namespace kedge {

std::unique_ptr<Store> memory_store(StoreLimits limits) {
  return std::make_unique<SqliteStore>(Keeper(), ByteKeeping::when_needed, limits);
}

}  // namespace kedge
