#include "store/database_store.hpp"

namespace kedge {

std::unique_ptr<Store> open_store(FileSystem& fs, const StateFolder& state, ByteKeeping keeping, StoreLimits limits) {
  return std::make_unique<DatabaseStore>(Keeper(DatabaseFile(fs, state.path)), keeping, limits);
}

std::unique_ptr<Store> open_store(std::unique_ptr<DatabasePlace> place, ByteKeeping keeping, StoreLimits limits) {
  return std::make_unique<DatabaseStore>(Keeper(std::move(place)), keeping, limits);
}

std::unique_ptr<Store> memory_store(StoreLimits limits) {
  return std::make_unique<DatabaseStore>(Keeper(), ByteKeeping::when_needed, limits);
}

}  // namespace kedge
