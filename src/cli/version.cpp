// kedge version: which program this is, for reports of bugs and for whoever ships it.
#include "cli/build_facts.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

struct LinkedGrammar {
  std::string_view name, version;
};

std::vector<LinkedGrammar> linked_grammars(std::string_view rows) {
  std::vector<LinkedGrammar> found;
  for (const std::string_view row : split(rows, '|')) {
    const std::size_t blank = row.rfind(' ');
    if (blank != std::string_view::npos) found.push_back({row.substr(0, blank), row.substr(blank + 1)});
  }
  return found;
}

Json flags_of(std::string_view words) {
  Json flags = Json::array();
  for (const std::string_view word : split(words, ' ')) {
    if (!word.empty()) flags.push(word);
  }
  return flags;
}

Ended run_version(const Arguments& arguments) {
  const BuildFacts& built = arguments.built();
  const std::vector<LinkedGrammar> linked = linked_grammars(built.grammars);
  if (arguments.json()) {
    Json grammars = Json::object();
    for (const LinkedGrammar& grammar : linked) grammars.set(grammar.name, grammar.version);
    return print_json(Json::object({{"version", KEDGE_VERSION},
                                    {"commit", built.commit},
                                    {"target", built.target},
                                    {"compiler", built.compiler},
                                    {"flags", flags_of(built.flags)},
                                    {"grammars", std::move(grammars)}}));
  }
  std::string text =
      concat("kedge ", KEDGE_VERSION, "\ncommit    ", built.commit.empty() ? "unknown" : built.commit, "\ntarget    ",
             built.target, "\ncompiler  ", built.compiler, "\nflags     ", built.flags, "\ngrammars\n");
  for (const LinkedGrammar& grammar : linked) append(text, concat("  ", grammar.name, ' ', grammar.version, '\n'));
  return print(text);
}

}  // namespace

namespace command {

extern const Command version;
const Command version{
    "version",
    "Print the version, and what kedge was built from",
    "The commit ends in -modified if the sources differed from it.",
    {},
    {},
    &run_version,
};

}  // namespace command
}  // namespace kedge
