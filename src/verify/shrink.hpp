// A whole file that comes back as a stump: models that are asked for a file sometimes send its beginning.
#pragma once

#include <optional>

#include "text/text.hpp"
#include "verify/finding.hpp"

namespace kedge {

// A file of more than 4 KiB that would become less than a tenth of itself.
std::optional<Finding> shrink(const Text& before, const Text& after);

}  // namespace kedge
