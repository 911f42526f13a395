// All checks over one file of a plan.
#pragma once

#include <span>

#include "contract/request.hpp"
#include "edit/change_set.hpp"
#include "verify/check.hpp"

namespace kedge {

std::span<const Check* const> checks();
// REQUIRES: there is one of that name.
const Check& check_named(std::string_view name);

// How a file was changed, ready to be looked at. REQUIRES: after == changes.apply(before).
ChangedFile changed_file(std::string_view path, const Text& before, const Text& after, const ChangeSet& changes,
                         Syntax* syntax = nullptr);

// What one check sees, by line; of many findings the first few, and how many there are.
std::vector<Finding> findings_of(const Check& check, const ChangedFile& file);

// What all of them see, with the weight that the policy gives it.
std::vector<Finding> verify(const ChangedFile& file, Suspicion suspicious);

}  // namespace kedge
