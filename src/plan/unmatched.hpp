// The refusal for a quotation that matches nowhere: what is nearest, where it differs, and what would work instead.
#pragma once

#include "plan/shown_versions.hpp"

namespace kedge {

// `not_uniform` says why a place that matches except for indentation was not taken; empty if there was none.
Error unmatched(const LoadedFile& file, ShownVersions& shown, const Match& match, const std::string& body,
                const std::string& not_uniform);

}  // namespace kedge
