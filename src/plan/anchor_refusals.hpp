// Refusals of anchors that fit no line, or more than one.
#pragma once

#include <string>
#include <vector>

#include "plan/located.hpp"
#include "resolve/line_labels.hpp"

namespace kedge {

// Which of an operation's anchors this is; a range has two.
enum class RangeEnd : std::uint8_t { only, first, last };

struct AskedAnchor {
  const Anchor* anchor;
  int op;
  RangeEnd end;
};

// Several lines of a version match, and nothing says which is meant.
Error ambiguous_anchor(const LoadedFile& file, const Text& text, const AskedAnchor& asked, const AtHash& at,
                       const std::vector<LineNo>& candidates);
Error no_such_occurrence(const LoadedFile& file, const AskedAnchor& asked, const AtHash& at, std::size_t count);
// A line without distinctive content occurs in many places, and one slip is enough to change the wrong one.
Error low_entropy(const LoadedFile& file, const Text& text, const LineLabels& labels, const AskedAnchor& asked, LineNo line);
// The anchor fits a line that was read, and another that an answer or a refusal has shown since.
Error means_two_lines(const FileTask& task, const AskedAnchor& asked, LineNo shown_since);
// An anchor also has the digits of the line next to it (anchor_context_ambiguous); the same call passes when it is sent again.
Error same_digits(const FileTask& task, const AskedAnchor& asked, LineNo line, LineNo other);
// Puts the first line of a range first; refused (invalid_range_order) if the policy does not allow it.
std::optional<Error> put_in_order(const FileTask& task, const AskedAnchor& asked, LineNo& first, LineNo& last,
                                  std::vector<AutoCorrection>& corrections);

// One refusal for all anchors that fit no version, with the rows that the caller should look at before the next try.
class UnfitAnchors {
 public:
  explicit UnfitAnchors(const FileTask& task) : task_(&task) {}

  // `known`: it fits a row that was shown, but in another version than the other anchors of its operation.
  void add(const AskedAnchor& asked, bool known);
  void add(Error refusal);
  // The rows count as shown if nothing else is wrong: then the same call, sent again, means them.
  Error finish();

 private:
  void add(const AskedAnchor& asked, const AtHash& at, bool known);
  void add(const AskedAnchor& asked, const AtLineHash& at);
  void stale(const AskedAnchor& asked, const std::string& hash, const std::string& what);

  const FileTask* task_;
  std::vector<Error> refusals_;
  bool retry_passes_ = true;
  LineSet unseen_;  // rows that the anchors match and that were not shown
  LineSet around_;  // rows near lines that are gone
};

}  // namespace kedge
