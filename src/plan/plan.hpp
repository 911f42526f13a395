// A request resolved and applied in memory, nothing on disk yet: what a dry run shows and a commit carries out.
#pragma once

#include "contract/receipt.hpp"
#include "plan/session.hpp"
#include "verify/finding.hpp"

namespace kedge {

struct Plan {
  std::vector<FileOutcome> files;
  std::vector<std::string> warnings = {};
  std::vector<std::vector<Finding>> findings = {};  // of each file
  std::vector<std::string> misread = {};            // paths inside the root whose indentation was quoted otherwise than it is

  bool writes() const;  // any file at all
};

// Load, resolve, prove, apply. All refusals of the request together.
Result<Plan> make_plan(const Request& request, const Session& session);

}  // namespace kedge
