// kedge stats: how the calls of each client went.
#include <algorithm>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge {
namespace {

Json json_of(const CallCounts& counts) {
  Json codes = Json::object();
  for (const auto& [code, count] : counts.by_code) codes.set(code, count);
  return Json::object({{"client", counts.client},
                       {"dialect", counts.dialect},
                       {"since", time_text(counts.since)},
                       {"calls", counts.calls},
                       {"changes", counts.changes},
                       {"refusals", counts.refusals},
                       {"repairs", counts.repairs},
                       {"retries", counts.retries},
                       {"codes", std::move(codes)}});
}

// The most frequent first.
std::string codes_of(const CallCounts& counts) {
  std::vector<std::pair<std::string, std::uint64_t>> codes(counts.by_code.begin(), counts.by_code.end());
  std::ranges::stable_sort(codes, std::ranges::greater{}, [](const auto& code) { return code.second; });
  std::string out;
  for (const auto& [code, count] : codes) append(out, concat(out.empty() ? "" : ", ", code, ' ', count));
  return out;
}

using StatsRow = std::array<std::string, 8>;

// Columns are as wide as their widest cell; numbers are to the right.
std::string table_of(const std::vector<StatsRow>& rows) {
  std::array<std::size_t, std::tuple_size_v<StatsRow>> widths{};
  for (const StatsRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const StatsRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string gap(widths[i] - row[i].size(), ' ');
      const bool is_number = i >= 2 && i + 1 < row.size();
      append(line, concat(i == 0 ? "" : "  ", is_number ? gap : "", row[i], is_number ? "" : gap));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    append(out, concat(line, '\n'));
  }
  return out;
}

std::string text_of(const std::vector<CallCounts>& all) {
  if (all.empty()) return "no calls have been counted here yet\n";
  std::vector<StatsRow> rows{{"client", "dialect", "calls", "changes", "refused", "repaired", "repeated", "codes"}};
  std::int64_t since = all.front().since;
  for (const CallCounts& counts : all) {
    since = std::min(since, counts.since);
    rows.push_back({printable(counts.client), counts.dialect, std::to_string(counts.calls), std::to_string(counts.changes),
                    std::to_string(counts.refusals), std::to_string(counts.repairs), std::to_string(counts.retries),
                    codes_of(counts)});
  }
  return concat(table_of(rows), "since ", time_text(since), '\n');
}

Ended run_stats(const Arguments& arguments) {
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "stats"));
  const std::vector<CallCounts> all = opened->session().store.call_counts();
  KEDGE_DO(opened->heard_all());
  opened->finish();
  if (!arguments.json()) return print(text_of(all));
  Json rows = Json::array();
  for (const CallCounts& counts : all) rows.push(json_of(counts));
  return print_json(Json::object({{"clients", std::move(rows)}}));
}

}  // namespace

namespace command {

extern const Command stats;
const Command stats{
    "stats",
    "Show how the calls of each client went",
    R"(One row for each client and dialect: how often tools were called under this root, how many of these calls were of tools that
change files, how many were refused and with which codes, how many of those were repaired (the same session then changed
that file) and how many were repeated (the same session sent the same change again). Only numbers are kept: no paths and no
content. kedge read, edit and write are the client cli; each is a session of its own. kedge state purge forgets them.)",
    {},
    workspace_options,
    &run_stats,
};

}  // namespace command
}  // namespace kedge
