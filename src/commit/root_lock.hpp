// One process at a time changes files below a root. The lock is on an open file, so it is released when its holder dies.
#pragma once

#include <atomic>
#include <optional>

#include "fs/root.hpp"
#include "fs/state_folder.hpp"

namespace kedge {

// Waits up to ten seconds, then refuses (busy); or until `cancelled` is set (cancelled). Held as long as the handle is open.
Result<Handle> lock_root(FileSystem& fs, const StateFolder& state, const Root& root,
                         const std::atomic<bool>* cancelled = nullptr);

// For whoever has waited that long.
Error root_is_busy(std::string_view root_path);

// nullopt if another process holds it.
Result<std::optional<Handle>> try_lock_root(FileSystem& fs, const StateFolder& state);

}  // namespace kedge
