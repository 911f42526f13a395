#include "cli/edit_call.hpp"

#include "cli/input.hpp"
#include "cli/usage.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {

Result<Json> edit_call(const Arguments& arguments, const Dialect& dialect, std::string_view command) {
  KEDGE_TRY(const std::string input, content_of(arguments));
  if (dialect.takes_text) {
    if (arguments.positional("PATH")) {
      return wrong_usage("PATH", concat("in the dialect ", dialect.name, " the patch names its files"), command);
    }
    return Json::object({{"input", input}});
  }
  std::expected<Json, JsonProblem> call = read_json(input);
  if (!call) {
    return wrong_usage("input",
                       concat("is not the JSON of an edit: line ", call.error().line, ", column ", call.error().column, ": ",
                              call.error().what),
                       command);
  }
  if (call->as_object() == nullptr) return wrong_usage("input", "must be a JSON object", command);
  if (const std::optional<std::string_view> path = arguments.positional("PATH")) {
    const bool names_one = call->find("file_path") != nullptr || call->find(dialect.fields.path) != nullptr;
    if (names_one) return wrong_usage("PATH", "the arguments name a file already; leave one of the two out", command);
    call->set(dialect.fields.path, *path);
  }
  return *std::move(call);
}

}  // namespace kedge
