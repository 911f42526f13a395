#include "error/reference.hpp"

#include "support/strings.hpp"

namespace kedge {

std::string page_of(const CatalogueRow& row) {
  return concat(row.name, "\n\n", row.meaning, "\n\nWhat to do: ", row.next, "\nsuggested_action: ", row.action, '\n');
}

std::string error_reference() {
  std::string out =
      "# Errors\n\n"
      "Every way in which kedge refuses. A refusal is a result, not a crash: nothing was written unless its page says\n"
      "otherwise. The name is the wire code, `suggested_action` is for programs, \"what to do\" is for models and people.\n"
      "This page is generated: `kedge explain --all > docs/errors.md`.\n\n"
      "| code | suggested_action |\n|---|---|\n";
  for (const CatalogueRow& row : catalogue())
    append(out, concat("| [`", row.name, "`](#", row.name, ") | ", row.action, " |\n"));
  for (const CatalogueRow& row : catalogue()) {
    append(out, concat("\n## ", row.name, "\n\n", row.meaning, "\n\n- Says: `", row.text, "`\n- What to do: ", row.next,
                       "\n- suggested_action: `", row.action, "`\n"));
  }
  return out;
}

}  // namespace kedge
