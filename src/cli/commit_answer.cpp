#include "cli/commit_answer.hpp"

#include "render/framing.hpp"
#include "support/strings.hpp"

namespace kedge {

std::string_view op_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::create: return "create";
    case ChangeKind::replace: return "update";
    case ChangeKind::remove: return "delete";
    case ChangeKind::move: return "move";
  }
  return "";
}

void complete_warnings(CommitReceipt& receipt, const Workspace& workspace, std::span<const FileChange> changes) {
  const std::vector<std::string>& earlier = workspace.warnings();
  receipt.warnings.insert(receipt.warnings.begin(), earlier.begin(), earlier.end());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const FileReceipt& file = receipt.files[i];
    if (file.kind != ChangeKind::replace || !file.before) continue;
    for (const std::string& warning : framing_changes(Text(*file.before), Text(changes[i].content))) {
      receipt.warnings.push_back(concat(printable(file.path), ": ", warning));
    }
  }
}

}  // namespace kedge
