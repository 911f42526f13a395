// A request resolved and applied in memory, with nothing on disk yet. A dry run shows it, a commit writes it.
#pragma once

#include "contract/receipt.hpp"
#include "plan/loaded_file.hpp"
#include "plan/session.hpp"
#include "verify/finding.hpp"

namespace kedge {

struct Plan {
  std::vector<FileOutcome> files;
  std::vector<std::string> warnings = {};
  std::vector<std::vector<Finding>> findings = {};  // of each file
  std::vector<std::string> misread = {};            // paths inside the root whose indentation was misquoted

  bool writes() const;  // any file at all
};

// Loads, resolves, proves and applies. A refusal covers everything that is wrong with the request.
Result<Plan> make_plan(const Request& request, const Session& session, Unread* unread = nullptr);

}  // namespace kedge
