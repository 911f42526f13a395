// A store that several threads may use: one lock around each call.
#pragma once

#include <memory>

#include "store/store.hpp"

namespace kedge {

std::unique_ptr<Store> locked(std::unique_ptr<Store> store);

}  // namespace kedge
