// The dialect of V4A patches: a line is named by itself and the lines around it.
#include <algorithm>
#include <array>
#include <iterator>

#include "dialects/apply_patch/v4a_grammar.hpp"
#include "dialects/apply_patch/v4a_reader.hpp"
#include "dialects/apply_patch/v4a_writer.hpp"
#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/foreign_format.hpp"
#include "dialects/passage_results.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `apply_patch`)

`read` the file first, and quote from what it shows, never from memory. `apply_patch` takes one patch for all files:

*** Begin Patch
*** Update File: src/shop.py
@@ class Cart:
@@     def total(self):
         amount = sum(self.prices)
-        return amount
+        return round(amount, 2)
 
     def clear(self):
*** Add File: docs/cart.md
+# Cart
+
+Totals are rounded.
*** Delete File: notes.txt
*** End Patch

Files:
  *** Update File: PATH   hunks follow. Directly below it may stand `*** Move to: NEW/PATH`.
  *** Add File: PATH      rows of the new file follow, each with +. The file must not exist yet.
  *** Delete File: PATH   nothing follows.
Hunks, each opened by a row @@:
  - A row begins with a blank (it stays), a - (it goes) or a + (it is new); the rest of it is the line with its whole
    indentation. An empty line that stays is a row with one blank.
  - Quote about 3 lines above and below what changes, as the file has them. The quoted lines must fit one place only, below the
    place of the hunk before. If they fit several, quote more, or write above them `@@ LINE` with a line that stands
    somewhere above, such as the head of the function; several, outermost first.
  - `*** End of File` behind the rows says that they are the last lines of the file.
  - Hunks of a file stand in its order. Line numbers have no place in a patch.
  - New rows stand next to quoted ones. Do not write a hunk of + rows alone, unless they go to the end of the file.
All files change, or none. Line endings (LF, CRLF), BOM and final newline need no care: the file keeps its own.
A refusal has changed nothing. It says what is wrong, shows the rows that matter, and ends with what to send instead:
  - no_match: compare with the nearest region that it shows, and quote the file's own lines.
  - multiple_matches: quote more lines, or add @@ rows.
  - match_moved, file_not_read: look at the rows that it shows, then send the patch again.
"Already applied" is success: do not send the patch again. `undo` takes your newest edit back.
)";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("input":{"type":"string","description":"The patch: *** Begin Patch, for each file *** Update File: PATH with its hunks, )"
    R"(*** Add File: PATH with + rows or *** Delete File: PATH, *** End Patch."},)" KEDGE_EDIT_OPTIONS
    R"(},"required":["input"],"additionalProperties":false})";

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "apply_patch", "Patch files by context lines",
     "Applies a patch between `*** Begin Patch` and `*** End Patch`: `*** Update File: PATH` with hunks, `*** Add File: PATH` "
     "with + rows, `*** Delete File: PATH`, and `*** Move to: PATH` below an update. A hunk begins with @@ and quotes lines "
     "as the file has them, each behind a blank (stays), - (goes) or + (new); the quoted lines must fit one place only. All "
     "files change, or none; a refusal has changed nothing and says what to send instead. Line endings, BOM, final newline "
     "and permissions stay as they are. Better than a patch tool without these checks: lines that have changed since they "
     "were read are not overwritten, and every patch can be undone.",
     edit_schema, passages::edit_result_schema},
}};

std::optional<std::size_t> first_v4a_mark(std::span<const std::string_view> rows) {
  const auto found = std::ranges::find_if(rows, [](std::string_view row) {
    return starts_with_any(row, {"*** Update File: ", "*** Add File: ", "*** Delete File: "});
  });
  return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

Result<Request> hear_edit(const Json& arguments) {
  KEDGE_TRY(passages::Heard heard, passages::hear(arguments, "apply_patch"));
  Result<V4aText> patch = read_v4a(heard.input);
  if (!patch) return std::unexpected(or_foreign(std::move(patch).error(), heard.input, "apply_patch"));
  Request& request = heard.request;
  request.files = std::move(patch->files);
  std::ranges::move(patch->warnings, std::back_inserter(request.warnings));
  request.policy.lowest_unasked = MatchMode::typographic_punctuation;
  request.policy.order_tells_apart = true;
  request.policy.signs = true;
  return std::move(request);
}

Result<Json> say(std::span<const FileOutcome> files) {
  KEDGE_TRY(std::string patch, v4a_patch(files));
  return passages::said(std::move(patch));
}

}  // namespace

namespace dialect {

extern const Dialect apply_patch;
const Dialect apply_patch{.name = "apply_patch",
                          .prompt = prompt,
                          .tools = tools,
                          .takes_text = true,
                          .fields = {.anchored = "numbers"},
                          // Its hunks may begin with the header of a unified diff.
                          .format = {.name = "a patch in the format of apply_patch", .recognises = &first_v4a_mark, .rank = 3},
                          .lark = v4a_lark,
                          .gbnf = v4a_gbnf,
                          .rows = &passages::rows,
                          .last_row = &passages::last_row,
                          .hear_edit = &hear_edit,
                          .tell = &passages::tell,
                          .say = &say,
                          .passage = &v4a_section};

}  // namespace dialect
}  // namespace kedge
