#include "engine/proposal.hpp"

#include <algorithm>
#include <vector>

#include "render/change_list.hpp"
#include "render/outcome_diff.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// When kedge last wrote the file, by the root's log; 0: never.
Moment last_written(Store& store, const std::string& path) {
  Moment last = 0;
  for (const Event& event : store.events(path)) {
    const bool wrote = event.kind == EventKind::edited || event.kind == EventKind::written || event.kind == EventKind::undone;
    if (wrote) last = std::max(last, event.moment);
  }
  return last;
}

// How many bytes of `room` each text gets: all that it needs if that is within its share; what these leave over goes to the
// others.
std::vector<std::size_t> shares(const std::vector<std::string>& texts, std::size_t room) {
  std::vector<std::size_t> order(texts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return texts[i].size(); });
  std::vector<std::size_t> share(texts.size());
  for (std::size_t taken = 0; taken < order.size(); ++taken) {
    const std::size_t i = order[taken];
    share[i] = std::min(texts[i].size(), room / (order.size() - taken));
    room -= share[i];
  }
  return share;
}

// The whole rows that fit, and how much is missing.
std::string cut_to(std::string diff, std::size_t share) {
  if (diff.size() <= share) return diff;
  const std::size_t end = share == 0 ? std::string::npos : diff.rfind('\n', share - 1);
  const std::size_t kept = end == std::string::npos ? 0 : end + 1;
  const std::size_t left_out = diff.size() - kept;
  diff.resize(kept);
  append(diff, concat("… (", counted(left_out, "more byte"), " of this diff not shown)\n"));
  return diff;
}

}  // namespace

Proposal proposal_of(const Receipt& planned, std::string_view op, Store& store) {
  std::string all;
  // With its length, so that different lists of fields never give the same text.
  const auto add = [&all](std::string_view field) { append(all, concat(field.size(), ':', field)); };
  add(op);
  for (const FileOutcome& file : planned.files) {
    for (const std::string_view name :
         {op_of(file), std::string_view(file.inside), std::string_view(file.destination), std::string_view(file.path)}) {
      add(name);
    }
    add(to_hex(file.version_before));
    add(to_hex(file.version_after));
    add(concat(static_cast<int>(file.effect), file.was_executable, file.executable ? *file.executable ? "x" : "-" : ""));
    add(concat(last_written(store, file.inside)));
    add(concat(file.destination.empty() ? Moment{0} : last_written(store, file.destination)));
  }
  for (const std::string& warning : planned.warnings) add(warning);
  return {.planned = planned, .op = op, .identity = to_hex(sha256(all))};
}

std::optional<std::string> question_about(const Receipt& planned, std::size_t diff_bytes) {
  std::string text = change_list(planned);
  if (text.size() > most_listed_bytes) return std::nullopt;
  for (const std::string& warning : planned.warnings) append(text, concat("warning: ", printable_rows(warning), '\n'));
  std::vector<std::string> diffs;
  for (const FileOutcome& file : planned.files) {
    if (file.effect != Effect::applied) continue;
    std::string diff = printable_rows(readable_diff(file, changed_hunks(file)));
    if (!diff.empty()) diffs.push_back(std::move(diff));
  }
  const std::vector<std::size_t> share = shares(diffs, diff_bytes);
  for (std::size_t i = 0; i < diffs.size(); ++i) append(text, concat('\n', cut_to(std::move(diffs[i]), share[i])));
  return text;
}

}  // namespace kedge
