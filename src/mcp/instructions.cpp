#include "mcp/instructions.hpp"

#include <algorithm>
#include <vector>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

std::string quoted_name(const ServedTool& tool) { return concat('`', tool.name, '`'); }

// The first tool of the dialect that does this; empty if there is none.
std::string named(std::span<const ServedTool> tools, const Dialect* dialect, Verb verb) {
  const auto found =
      std::ranges::find_if(tools, [&](const ServedTool& tool) { return tool.dialect == dialect && tool.text->verb == verb; });
  return found == tools.end() ? std::string() : quoted_name(*found);
}

std::string for_dialect(std::span<const ServedTool> tools, const Dialect* dialect) {
  const std::string read = named(tools, dialect, Verb::read);
  const std::string search = named(tools, dialect, Verb::search);
  const std::string edit = named(tools, dialect, Verb::edit);
  const std::string write = named(tools, dialect, Verb::write);
  const std::string undo = named(tools, dialect, Verb::undo);
  std::vector<std::string> sentences;
  if (!read.empty() && !edit.empty()) {
    sentences.push_back(concat("Show a file with ", read, " before you change it with ", edit,
                               ": the two belong together, and what ", edit, " quotes or names is what ", read,
                               search.empty() ? "" : concat(" or ", search), " has shown."));
  }
  if (!search.empty()) sentences.push_back(concat("Find files, or rows in them, with ", search, "."));
  if (!write.empty()) {
    sentences.push_back(concat("Make a new file, or replace all of one that has been shown, with ", write, "."));
  }
  if (!undo.empty()) sentences.push_back(concat("Take back an edit with ", undo, "."));
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
      "files.";
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
