// A verb that only exists while it is tested that a verb is one file and one row: it counts the lines of a file.
#include "dialects/fields.hpp"
#include "plan/loaded_file.hpp"
#include "support/strings.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr ToolText measure_text{"measure", "measure", "Count lines", "Says how many lines a file has.",
                                R"({"type":"object","properties":{"path":{"type":"string"}},"required":["path"],)"
                                R"("additionalProperties":false})"};

Result<Reply> call_measure(const Dialect& /*dialect*/, const Json& arguments, Session& session) {
  Fields fields(arguments);
  const std::string path = fields.required_text("path");
  KEDGE_DO(fields.finish());
  KEDGE_TRY(const LoadedFile file, load_existing(session, path, Access::read));
  return Reply{.text = concat(printable(path), " has ", counted(file.text.line_count(), "line"), '\n')};
}

std::string advice_on_measuring(const ToolNames& names) {
  return concat("Count the lines of a file with ", names("measure"), ".");
}

}  // namespace

constexpr Verb measure{.name = "measure", .call = &call_measure, .text = &measure_text, .advice = &advice_on_measuring};

}  // namespace kedge::verb
