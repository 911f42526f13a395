// Makes a store thread-safe with one lock around each call.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "store/store.hpp"

namespace kedge {

// Called after each call of a store with how long it took, without the wait for the lock. Does not throw.
using TimeSpent = std::function<void(std::chrono::nanoseconds)>;

std::unique_ptr<Store> locked(std::unique_ptr<Store> store, TimeSpent spent = {});

}  // namespace kedge
