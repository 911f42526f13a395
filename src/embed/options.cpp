#include "embed/options.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "dialects/fields.hpp"
#include "embed/served_roots.hpp"
#include "support/strings.hpp"
#include "text/encoding.hpp"
#include "tools/toolbox.hpp"

namespace kedge::embed {
namespace {

constexpr std::int64_t half_a_day = 12LL * 60 * 60, a_week = 7LL * 24 * 60 * 60;  // seconds

// The place of a value in the list of those that it can have; none if it is not given.
std::optional<std::size_t> choice(Fields& fields, std::string_view name, std::span<const std::string_view> values) {
  const std::optional<std::string> given = fields.text(name);
  if (!given) return std::nullopt;
  const auto found = std::ranges::find(values, *given);
  if (found != values.end()) return static_cast<std::size_t>(found - values.begin());
  const std::vector<std::string> names(values.begin(), values.end());
  fields.problem(name, concat("is none of ", join(names, ", ")));
  return std::nullopt;
}

std::vector<const Dialect*> dialects_in(Fields& fields) {
  std::vector<std::string> names = fields.texts("dialects");
  if (std::optional<std::string> one = fields.text("dialect")) {
    if (!names.empty()) fields.problem("dialect", "not together with dialects");
    names = {*std::move(one)};
  }
  if (names.empty()) return {dialects().front()};
  std::vector<const Dialect*> found;
  for (const std::string& name : names) {
    const Dialect* const dialect = find_dialect(name);
    if (dialect == nullptr) {
      std::vector<std::string> known;
      for (const Dialect* const each : dialects()) known.emplace_back(each->name);
      fields.problem("dialect", concat('\'', printable(name), "' is none of ", join(known, ", ")));
    } else if (std::ranges::find(found, dialect) == found.end()) {
      found.push_back(dialect);
    }
  }
  return found;
}

std::vector<std::string> roots_in(Fields& fields) {
  std::vector<std::string> roots = fields.texts("roots");
  if (std::optional<std::string> one = fields.text("root")) roots.insert(roots.begin(), *std::move(one));
  if (roots.empty()) fields.problem("root", "is missing: it names the folder that no path leaves");
  if (std::ranges::find(roots, "") != roots.end()) fields.problem("root", "names no folder");
  for (std::string& root : roots) root = absolute_from_here(root);
  return each_once(fields.flag("worktrees").value_or(false) ? with_work_trees(roots) : roots);
}

std::string prefix_in(Fields& fields) {
  std::string prefix = fields.text("prefix").value_or("");
  if (!is_prefix(prefix)) {
    fields.problem("prefix", concat("has at most ", longest_prefix, " letters, digits, _ and -"));
  }
  return prefix;
}

CommitOptions commit_in(Fields& fields) {
  CommitOptions options;
  const auto durability = choice(fields, "durability", std::array<std::string_view, 2>{"full", "none"});
  options.durability = durability == 1 ? Durability::none : Durability::full;
  const auto links = choice(fields, "hardlinks", std::array<std::string_view, 2>{"split", "refuse"});
  options.hard_links = links == 1 ? HardLinks::refuse : HardLinks::split;
  options.in_place = fields.flag("in_place").value_or(false);
  options.ignore_read_only = fields.flag("force").value_or(false);
  return options;
}

mcp::MannersWanted manners_in(Fields& fields) {
  mcp::MannersWanted manners;
  const auto form = choice(fields, "results", std::array<std::string_view, 3>{"text", "structured", "both"});
  // A program reads data, and passes text on to its model.
  manners.form = form ? static_cast<mcp::ResultForm>(*form) : mcp::ResultForm::both;
  if (const auto page = fields.number("page_size", mcp::shortest_page, mcp::longest_page)) {
    manners.page = static_cast<std::size_t>(*page);
  }
  return manners;
}

mcp::ConfirmPolicy confirm_in(Fields& fields) {
  mcp::ConfirmPolicy policy;
  const auto when = choice(fields, "confirm", std::array<std::string_view, 3>{"never", "always", "suspicious"});
  policy.when = static_cast<mcp::ConfirmWhen>(when.value_or(0));
  policy.otherwise = choice(fields, "confirm_default", std::array<std::string_view, 2>{"deny", "allow"}) == 1;
  return policy;
}

std::string encoding_in(Fields& fields) {
  std::string encoding = fields.text("encoding").value_or("");
  if (encoding.empty()) return encoding;
  if (const auto known = encoded("", encoding); !known) fields.problem("encoding", known.error());
  return encoding;
}

}  // namespace

Result<Options> read_options(const Json& json, std::string own_program) {
  Fields fields(json);
  Options options;
  options.roots = roots_in(fields);
  const std::optional<std::string> state = fields.text("state");
  if (state && state->empty()) fields.problem("state", "names no folder");
  options.root.state = state_wanted(state.value_or(""));
  options.root.allow = fields.texts("allow");
  options.root.allow_wide = fields.flag("allow_wide_root").value_or(false);
  options.root.mounts = fields.flag("cross_mounts").value_or(false) ? Mounts::cross : Mounts::refuse;
  options.dialects = dialects_in(fields);
  options.prefix = prefix_in(fields);
  if (std::optional<std::string> client = fields.text("client"); client && !client->empty())
    options.client = *std::move(client);
  options.program = fields.text("program").value_or(std::move(own_program));
  options.service.commit = commit_in(fields);
  options.service.encoding = encoding_in(fields);
  options.service.strict = fields.flag("strict").value_or(false);
  options.service.confirm = confirm_in(fields);
  options.service.manners = manners_in(fields);
  options.patience = std::chrono::seconds(fields.number("confirm_timeout", 1, a_week).value_or(half_a_day));
  KEDGE_DO(fields.finish());
  return options;
}

}  // namespace kedge::embed
