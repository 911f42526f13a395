#include "mcp/instructions.hpp"

#include <algorithm>
#include <vector>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

std::string quoted_name(const ServedTool& tool) { return concat('`', tool.name, '`'); }

// The first tool of the dialect that does this; empty if there is none.
std::string named(std::span<const ServedTool> tools, const Dialect* dialect, std::string_view verb) {
  const auto found =
      std::ranges::find_if(tools, [&](const ServedTool& tool) { return tool.dialect == dialect && tool.text->verb == verb; });
  return found == tools.end() ? std::string() : quoted_name(*found);
}

std::string for_dialect(std::span<const ServedTool> tools, const Dialect* dialect) {
  const ToolNames names = [&](std::string_view verb) { return named(tools, dialect, verb); };
  std::vector<std::string> sentences;
  for (const Verb* const verb : verbs()) {
    if (verb->advice == nullptr || names(verb->name).empty()) continue;
    if (std::string sentence = verb->advice(names); !sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return join(sentences, " ");
}

}  // namespace

std::string instructions_for(std::span<const ServedTool> tools) {
  std::vector<const Dialect*> dialects;
  for (const ServedTool& tool : tools) {
    if (std::ranges::find(dialects, tool.dialect) == dialects.end()) dialects.push_back(tool.dialect);
  }
  std::string out =
      "kedge reads, searches and changes the files of this project. Use its tools rather than other ways to read and edit "
      "files. Do not fall back to shell commands or scripts that rewrite files: they overwrite what others have changed, and "
      "nothing can "
      "undo them.";
  for (const Dialect* dialect : dialects) {
    append(out, dialects.size() == 1 ? std::string("\n\n") : concat("\n\n", dialect->name, ": "));
    append(out, for_dialect(tools, dialect));
  }
  if (dialects.size() > 1) {
    append(out, "\n\nRows that one of these families has shown are changed with the edit tool of the same family.");
  }
  append(out,
         "\n\nA call that is refused has changed nothing, and its answer says what to send instead. A result says what the "
         "file looks like now: read it again only if you need rows that it does not show.");
  return out;
}

}  // namespace kedge::mcp
