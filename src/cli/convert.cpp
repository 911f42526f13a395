// kedge convert: rewrites an edit in another dialect.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/edit_call.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "support/strings.hpp"
#include "tools/convert.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> convert_positionals{{{"PATH", "the file, if the arguments do not name it", false}}};
constexpr std::array<Option, 3> convert_own_options{{
    {"from", "DIALECT", "the dialect that the edit is written in"},
    {"to", "DIALECT", "the dialect to write it in"},
    {"input", "FILE", "the edit (standard input)"},
}};
constexpr auto convert_options = joined_options(convert_own_options, workspace_options);

Ended run_convert(const Arguments& arguments) {
  const auto dialect_by = [&](std::string_view option) -> Result<const Dialect*> {
    const std::optional<std::string_view> name = arguments.option(option);
    if (name) return dialect_named(*name, "convert");
    return wrong_usage(concat("--", option), "is missing; it must name a dialect", "convert");
  };
  KEDGE_TRY(const Dialect* const from, dialect_by("from"));
  KEDGE_TRY(const Dialect* const to, dialect_by("to"));
  KEDGE_TRY(const Json call, or_unreadable(edit_call(arguments, *from, "convert")));
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "convert"));
  Result<Json> answer = convert(*from, *to, call, opened->session());
  KEDGE_DO(opened->heard_all());
  opened->finish();
  KEDGE_TRY(const Json said, std::move(answer));
  const Json* const input = to->takes_text ? said.find("input") : nullptr;
  if (arguments.json() || input == nullptr) return print_json(said);
  return print(*input->as_string());
}

}  // namespace

namespace command {

extern const Command convert;
const Command convert{
    "convert",
    "Write an edit of one dialect in the words of another",
    R"(Works out what the edit does to the files as they are, without writing anything, and prints that in the other dialect: a
patch as text, the arguments of a call as JSON. So an edit can be read as a diff, or passed to git apply:
  kedge convert --from replace --to udiff --input edit.json | git apply
Refused if the edit would be, or if the other dialect cannot express it.)",
    convert_positionals,
    convert_options,
    &run_convert,
};

}  // namespace command
}  // namespace kedge
