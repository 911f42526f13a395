// kedge grammar: the grammar of a dialect's edits, for constrained decoding.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 1> grammar_own_options{{{"format", "FORM", "lark (default) or gbnf"}}};
constexpr auto grammar_options = joined_options(grammar_own_options, dialect_options);

Ended run_grammar(const Arguments& arguments) {
  KEDGE_TRY(const Dialect* const dialect, dialect_of(arguments, "grammar"));
  const std::string_view format = arguments.option("format").value_or("lark");
  if (format != "lark" && format != "gbnf") {
    return wrong_usage("--format", concat("'", printable(format), "' is none of lark, gbnf"), "grammar");
  }
  const std::string_view grammar = format == "lark" ? dialect->lark : dialect->gbnf;
  if (grammar.empty()) {
    return wrong_usage(
        "--dialect", concat("edits of ", dialect->name, " are JSON arguments, which have a schema and no grammar"), "grammar");
  }
  if (!arguments.json()) return print(grammar);
  return print_json(Json::object({{"dialect", dialect->name}, {"format", format}, {"grammar", grammar}}));
}

}  // namespace

namespace command {

extern const Command grammar;
const Command grammar{
    "grammar",
    "Print a dialect's grammar for constrained decoding",
    "What the grammar lets through is what the strict reader takes without a warning.",
    {},
    grammar_options,
    &run_grammar,
};

}  // namespace command
}  // namespace kedge
