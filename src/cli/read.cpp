// kedge read: a file as a dialect shows it.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> read_positionals{
    {{"PATH", "the file, relative to the root; PATH:A-B for some of its lines"}}};
constexpr std::array<Option, 1> read_own_options{{{"numbers", "", "put the line number before each row"}}};
constexpr auto read_options = joined_options(read_own_options, dialect_options, workspace_options);

Ended run_read(const Arguments& arguments) {
  KEDGE_TRY(const Dialect* const dialect, dialect_of(arguments, "read"));
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "read"));
  const PathAndLines asked = path_and_lines(arguments.required("PATH"));
  const FieldNames& fields = dialect->fields;
  Json call = Json::object({{std::string(fields.path), asked.path}});
  if (asked.first) call.set(fields.start, *asked.first);
  if (asked.last) call.set(fields.end, *asked.last);
  const bool anchored = arguments.has("numbers") || dialect->by_anchor;
  if (anchored && !fields.anchored.empty()) call.set(fields.anchored, true);
  return opened->run(*dialect, verb::read, call, arguments);
}

}  // namespace

namespace command {

extern const Command read;
const Command read{
    "read",
    "Show a file, and remember what was shown",
    R"(Prints the file, or the lines A to B of it, as the dialect shows it to a model. What was shown may be edited afterwards by
other commands on the same root; the last row is the SHA-256 of the whole file.)",
    read_positionals,
    read_options,
    &run_read,
};

}  // namespace command
}  // namespace kedge
