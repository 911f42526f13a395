// Makes a store thread-safe with one lock around each call.
#pragma once

#include <memory>

#include "store/store.hpp"

namespace kedge {

std::unique_ptr<Store> locked(std::unique_ptr<Store> store);

}  // namespace kedge
