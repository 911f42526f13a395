#include "tools/toolbox.hpp"

#include "support/strings.hpp"
#include "tools/verbs.hpp"

namespace kedge {
namespace {

Result<Reply> run(const ServedTool& tool, const Json& arguments, Session& session) {
  const Dialect& dialect = *tool.dialect;
  switch (tool.text->verb) {
    case Verb::read: return verb::read(dialect, arguments, session);
    case Verb::search: return verb::search(dialect, arguments, session);
    case Verb::write: return verb::write(dialect, arguments, session);
    case Verb::edit: return verb::edit(dialect, arguments, session);
    case Verb::undo: return verb::undo(dialect, arguments, session);
  }
  return Reply{};
}

}  // namespace

std::vector<ServedTool> served_tools(std::span<const Dialect* const> dialects) {
  std::vector<ServedTool> served;
  for (const Dialect* const dialect : dialects) {
    for (const ToolText& text : dialect->tools) {
      const std::string prefix = dialects.size() > 1 ? concat(dialect->name, '_') : std::string();
      served.push_back({concat(prefix, text.name), dialect, &text});
    }
  }
  return served;
}

Reply refused(const Error& error) { return {.text = to_text(error), .structured = to_json(error), .refusal = error}; }

Reply call(const ServedTool& tool, const Json& arguments, Session& session) {
  Result<Reply> reply = run(tool, arguments, session);
  return reply ? *std::move(reply) : refused(reply.error());
}

}  // namespace kedge
