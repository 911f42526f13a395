// kedge explain: the error catalogue, one page or all of it.
#include <array>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "error/reference.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Json page_json(const CatalogueRow& row) {
  return Json::object({{"error", row.name},
                       {"meaning", row.meaning},
                       {"next", row.next},
                       {"suggested_action", row.action},
                       {"text", row.text}});
}

Ended run_explain(const Arguments& arguments) {
  if (arguments.has("all")) {
    if (!arguments.json()) return print(error_reference());
    Json pages = Json::array();
    for (const CatalogueRow& row : catalogue()) pages.push(page_json(row));
    return print_json(Json::object({{"errors", std::move(pages)}}));
  }
  const std::string_view name = arguments.positional("CODE").value_or("");
  const CatalogueRow* row = find_row(name);
  if (row != nullptr) return arguments.json() ? print_json(page_json(*row)) : print(page_of(*row));

  std::vector<std::string_view> names;
  names.reserve(catalogue().size());
  for (const CatalogueRow& known : catalogue()) names.push_back(known.name);
  auto refused = name.empty() ? wrong_usage("CODE", "missing: name an error code", "explain")
                              : unknown_word(name, "error code", names, "explain");
  refused.error().next = "kedge explain --all lists every code.";
  return refused;
}

constexpr std::array<Positional, 1> explain_positionals{{{"CODE", "an error code, as snapshot_stale", false}}};
constexpr std::array<Option, 1> explain_options{{{"all", "", "the whole catalogue, as docs/errors.md"}}};

}  // namespace

namespace command {

extern const Command explain;
const Command explain{
    "explain", "Say what an error code means and what to do", "", explain_positionals, explain_options, &run_explain,
};

}  // namespace command
}  // namespace kedge
