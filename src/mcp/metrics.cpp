#include "mcp/metrics.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

using std::chrono::nanoseconds;

constexpr std::array<std::string_view, call_outcomes> outcome_names{"done", "refused", "asked", "failed"};

constexpr auto relaxed = std::memory_order_relaxed;

// A double would lose the last digits of a long sum.
std::string in_seconds(std::uint64_t of_nanoseconds) {
  constexpr std::uint64_t in_a_second = 1'000'000'000;
  const std::string rest = concat(of_nanoseconds % in_a_second);
  constexpr std::size_t digits = 9;
  return concat(of_nanoseconds / in_a_second, '.', std::string(digits - rest.size(), '0'), rest);
}

std::string opening(std::string_view name, std::string_view type, std::string_view help) {
  return concat("# HELP ", name, ' ', help, "\n# TYPE ", name, ' ', type, '\n');
}

std::string single(std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
  return concat(opening(name, type, help), name, ' ', value, '\n');
}

}  // namespace

std::string_view name_of(CallOutcome outcome) { return outcome_names[static_cast<std::size_t>(outcome)]; }

const std::array<TimeHistogram::Bound, TimeHistogram::buckets - 1> TimeHistogram::bounds{{
    {nanoseconds(10'000), "0.00001"},
    {nanoseconds(100'000), "0.0001"},
    {nanoseconds(1'000'000), "0.001"},
    {nanoseconds(2'500'000), "0.0025"},
    {nanoseconds(5'000'000), "0.005"},
    {nanoseconds(10'000'000), "0.01"},
    {nanoseconds(50'000'000), "0.05"},
    {nanoseconds(100'000'000), "0.1"},
    {nanoseconds(500'000'000), "0.5"},
    {nanoseconds(1'000'000'000), "1"},
    {nanoseconds(5'000'000'000), "5"},
    {nanoseconds(10'000'000'000), "10"},
}};

void TimeHistogram::add(nanoseconds time) {
  // A clock that was set back has measured nothing.
  time = std::max(time, nanoseconds(0));
  const auto* const found = std::ranges::find_if(bounds, [&](const Bound& bound) { return time <= bound.time; });
  counts_[static_cast<std::size_t>(found - bounds.begin())].fetch_add(1, relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(time.count()), relaxed);
}

std::string TimeHistogram::lines(std::string_view name, std::string_view label) const {
  std::string text;
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    so_far += counts_[i].load(relaxed);
    append(text, concat(name, "_bucket{", label, label.empty() ? "" : ",", "le=\"",
                        i < bounds.size() ? bounds[i].seconds : "+Inf", "\"} ", so_far, '\n'));
  }
  const std::string labels = label.empty() ? "" : concat('{', label, '}');
  append(text, concat(name, "_sum", labels, ' ', in_seconds(nanoseconds_.load(relaxed)), '\n'));
  append(text, concat(name, "_count", labels, ' ', so_far, '\n'));
  return text;
}

Metrics::Metrics(const std::vector<std::string>& tools, std::string version)
    : refusals_(catalogue().size()), version_(std::move(version)) {
  for (const std::string& tool : tools) tools_.emplace_back().name = tool;
}

void Metrics::count_call(std::string_view tool, const CountedOutcome& outcome, nanoseconds took) {
  const auto found = std::ranges::find(tools_, tool, &OfTool::name);
  if (found == tools_.end()) return;
  found->calls[static_cast<std::size_t>(outcome.outcome)].fetch_add(1, relaxed);
  found->took.add(took);
  if (outcome.code) refusals_[static_cast<std::size_t>(*outcome.code)].fetch_add(1, relaxed);
  files_changed_.fetch_add(outcome.files_changed, relaxed);
}

void Metrics::count_lock_wait(nanoseconds waited, bool has_lock) {
  lock_waits_.add(waited);
  if (has_lock) commit_rounds_.fetch_add(1, relaxed);
}

std::string Metrics::text(const Present& present) const {
  std::string text = opening("kedge_build_info", "gauge", "The version that runs.");
  append(text, concat("kedge_build_info{version=\"", version_, "\"} 1\n"));

  append(text, opening("kedge_calls_total", "counter", "Calls of tools, by how they ended."));
  for (const OfTool& tool : tools_) {
    for (std::size_t i = 0; i < call_outcomes; ++i) {
      append(text, concat("kedge_calls_total{tool=\"", tool.name, "\",outcome=\"", outcome_names[i], "\"} ",
                          tool.calls[i].load(relaxed), '\n'));
    }
  }
  append(text, opening("kedge_refusals_total", "counter", "Refused calls, by error code."));
  for (const CatalogueRow& row : catalogue()) {
    const std::uint64_t count = refusals_[static_cast<std::size_t>(row.code)].load(relaxed);
    append(text, concat("kedge_refusals_total{code=\"", row.name, "\"} ", count, '\n'));
  }
  append(text, opening("kedge_call_seconds", "histogram", "How long calls took, without waiting for a worker."));
  for (const OfTool& tool : tools_) append(text, tool.took.lines("kedge_call_seconds", concat("tool=\"", tool.name, '"')));

  append(text, single("kedge_files_changed_total", "counter", "Files that calls have changed.", files_changed_.load(relaxed)));
  append(text, single("kedge_commit_rounds_total", "counter", "How often a commit had the lock of its root.",
                      commit_rounds_.load(relaxed)));
  append(text, opening("kedge_lock_wait_seconds", "histogram", "How long commits waited for the lock of their root."));
  append(text, lock_waits_.lines("kedge_lock_wait_seconds"));
  append(text, opening("kedge_store_seconds", "histogram", "How long calls of the store took."));
  append(text, store_.lines("kedge_store_seconds"));

  append(text, single("kedge_http_connections", "gauge", "Open connections.", present.connections));
  append(text, single("kedge_sessions", "gauge", "Sessions that initialize has opened.", present.sessions));
  return text;
}

}  // namespace kedge::mcp
