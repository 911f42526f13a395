// All checks over one file of a plan.
#pragma once

#include <span>

#include "contract/request.hpp"
#include "edit/change_set.hpp"
#include "verify/check.hpp"

namespace kedge {

std::span<const Check* const> checks();
// REQUIRES: a check has that name.
const Check& check_named(std::string_view name);

// A change in the form that checks need. REQUIRES: after == changes.apply(before).
ChangedFile changed_file(std::string_view path, const Text& before, const Text& after, const ChangeSet& changes,
                         Syntax* syntax = nullptr);

// The findings of one check, by line; of many, the first few and the total.
std::vector<Finding> findings_of(const Check& check, const ChangedFile& file);

// The findings of all checks, with the weight that the policy gives them.
std::vector<Finding> verify(const ChangedFile& file, Suspicion suspicious);

}  // namespace kedge
