// kedge prompt: what a model needs to know to use a dialect.
#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"

namespace kedge {
namespace {

Ended run_prompt(const Arguments& arguments) {
  KEDGE_TRY(const Dialect* const dialect, dialect_of(arguments, "prompt"));
  if (!arguments.json()) return print(dialect->prompt);
  return print_json(Json::object({{"dialect", dialect->name}, {"prompt", dialect->prompt}}));
}

}  // namespace

namespace command {

extern const Command prompt;
const Command prompt{
    "prompt",
    "Print a dialect's guidance for a model",
    "The text belongs into the system prompt of an agent that uses the dialect's tools.",
    {},
    dialect_options,
    &run_prompt,
};

}  // namespace command
}  // namespace kedge
