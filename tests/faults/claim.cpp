#include "claim.hpp"

#include "answer.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

std::string on_disk_now(const Tree& tree, const std::string& path) {
  const auto it = tree.find(path);
  return it == tree.end() ? "missing" : hex_digest(it->second.bytes);
}

}  // namespace

Claim claim_of(const Ended& ended, const Tree& found, bool could_answer) {
  switch (ended.status) {
    case 0: return {"done", Verdict::after, "", ""};
    case 1:
    case 2: return {"refused", Verdict::before, "", ""};
    case 3: break;
    default: return {"died", std::nullopt, "", ""};
  }
  const Answer answer = answer_in(ended.output);
  if (!answer.whole) return {"could not answer", std::nullopt, could_answer ? "no answer" : "", ""};
  if (answer.error != "no_space" && answer.error != "io_failed" && answer.error != "indeterminate") {
    return {"failed", std::nullopt, "wrong error", concat(answer.error.value_or("none"), " does not belong to exit 3")};
  }
  if (answer.unchanged) return {"failed, unchanged", Verdict::before, "", ""};
  if (!answer.on_disk) return {"failed", std::nullopt, "silent", "the answer says nothing about the disk"};
  bool unreadable = false;
  for (const auto& [path, content] : *answer.on_disk) {
    unreadable |= content.starts_with("unreadable");
    if (unreadable) continue;
    if (on_disk_now(found, path) != content)
      return {"failed, on disk", std::nullopt, "untrue", concat("on_disk is wrong for ", path)};
  }
  return {unreadable ? "failed, disk unreadable" : "failed, on disk", std::nullopt, "", ""};
}

}  // namespace faults
