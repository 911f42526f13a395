// What a caller is told whose quotation fits nowhere: what is nearest, where it differs, and what would work instead.
#pragma once

#include "plan/shown_versions.hpp"

namespace kedge {

// `not_uniform` says why a place that fits but for its indentation could not be taken; empty if there was none.
Error unmatched(const LoadedFile& file, ShownVersions& shown, const Match& match, const std::string& body,
                const std::string& not_uniform);

}  // namespace kedge
