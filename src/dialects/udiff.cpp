// The dialect of unified diffs, as `git diff` and `diff -u` write them: a line is named by the rows around it, and the number
// in the hunk header tells equal places apart.
#include <array>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/foreign_format.hpp"
#include "dialects/passage_results.hpp"
#include "dialects/udiff/diff_request.hpp"
#include "dialects/udiff/diff_writer.hpp"
#include "dialects/udiff/grammar.hpp"
#include "dialects/udiff/unified_diff_text.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `udiff`)

1. `read` the file first. Quote from what it shows, never from memory.
2. `edit` takes one unified diff, for one file or several:

--- a/src/shapes.py
+++ b/src/shapes.py
@@ -1,4 +1,5 @@
 def area(w, h):
-    return w * h
+    """Of a rectangle."""
+    return abs(w * h)
 
 def edge(w, h):

   - Rows begin with one mark: a blank for a line that stays, - for one that goes, + for one that comes. Behind it stands the
     line, with its indentation. An empty line that stays is a row with one blank.
   - Rows with a blank or - are the file's own lines, whole and without gaps, three of them above and below each change.
   - Each hunk has its header `@@ -FIRST,COUNT +FIRST,COUNT @@`: where its rows begin and how many there are, in the old file
     (blank and - rows) and in the new one (blank and + rows). Numbers are those of the file as it was read.
   - Hunks of a file stand in the order of its lines, below one `---` and `+++`.
   - `\ No newline at end of file` below a row says that the line is the last one and has no line break.
3. A new file:

--- /dev/null
+++ b/src/empty.py
@@ -0,0 +1,2 @@
+def nothing():
+    return None

   A file that goes has `+++ /dev/null` and all of its lines as - rows. A file that gets another name:

diff --git a/src/shapes.py b/src/forms.py
rename from src/shapes.py
rename to src/forms.py

4. All files change, or none. Line endings need no care: lines that stay keep their bytes.
5. A refusal has changed nothing. It says what is wrong, shows the rows that matter, and ends with what to do next:
   - no_match: a blank or - row is not as the file has it; compare with the nearest region that it shows.
   - multiple_matches: the rows stand in several places; quote more rows around yours, and give the right line number.
   - match_moved, file_not_read, lines_not_shown: look at the rows that it shows, then send the diff again.
   - patch_syntax: the row with that number is no row of a diff; correct it as shown.
6. "Already applied" is success: do not send the diff again. `undo` takes the newest edit of the session back.
)";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("input":{"type":"string","description":"The unified diff: for each file `--- a/PATH`, `+++ b/PATH` and its hunks, each below )"
    R"(`@@ -FIRST,COUNT +FIRST,COUNT @@`."},)" KEDGE_EDIT_OPTIONS R"(},"required":["input"],"additionalProperties":false})";

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "edit", "Apply a unified diff",
     "Applies a unified diff, as `diff -u` and `git diff` write it: several files, new ones (`--- /dev/null`), files that go "
     "(`+++ /dev/null`) or get another name (`rename from`, `rename to`). Context and - rows must be the file's own lines; "
     "the line numbers only tell equal places apart. All files change, or none; a refusal has changed nothing and says what "
     "to send instead. Lines that stay keep their bytes.",
     edit_schema, passages::edit_result_schema},
}};

std::optional<std::size_t> first_diff_mark(std::span<const std::string_view> rows) {
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const std::string_view row = rows[at];
    const bool names = row.starts_with("--- ") && at + 1 < rows.size() && rows[at + 1].starts_with("+++ ");
    if (names || row.starts_with("diff --git ") || row.starts_with("@@ -")) return at;
  }
  return std::nullopt;
}

Result<Request> hear_edit(const Json& arguments) {
  KEDGE_TRY(passages::Heard heard, passages::hear(arguments, "udiff"));
  SentFaults faults;
  const UnifiedDiff diff = read_unified_diff(heard.input, faults);
  if (!diff.has_marks) {
    if (std::optional<Error> foreign = foreign_format(heard.input, "udiff")) return std::unexpected(*std::move(foreign));
  }
  Request request = std::move(heard.request);
  request.files = files_of_diff(diff, faults);
  if (faults.empty() && request.files.empty()) {
    faults.refuse_row(1, "there is no diff in the input: each file begins with the rows `--- a/PATH` and `+++ b/PATH`.");
  }
  if (!faults.empty()) return std::unexpected(faults.take());
  for (std::string& warning : faults.take_warnings()) request.warnings.push_back(std::move(warning));
  if (!heard.input.ends_with('\n')) {
    request.warnings.emplace_back("the diff does not end in a line break: if it was cut off, its last row is not all of it");
  }
  request.policy.lowest_unasked = MatchMode::exact;
  request.policy.order_tells_apart = true;
  request.policy.signs = true;
  request.policy.line_tells_apart = true;
  return request;
}

Result<Json> say(std::span<const FileOutcome> files) {
  std::string diff = written_diff(files);
  if (diff.empty()) {
    return std::unexpected(refuse(Code::operation_count, "nothing changes, and a unified diff has no words for that."));
  }
  return passages::said(std::move(diff));
}

}  // namespace

namespace dialect {

extern const Dialect udiff;
const Dialect udiff{.name = "udiff",
                    .prompt = prompt,
                    .tools = tools,
                    .takes_text = true,
                    .fields = {.anchored = "numbers"},
                    .format = {.name = "a unified diff", .recognises = &first_diff_mark, .rank = 1},
                    .lark = udiff_lark,
                    .gbnf = udiff_gbnf,
                    .rows = &passages::rows,
                    .last_row = &passages::last_row,
                    .hear_edit = &hear_edit,
                    .tell = &passages::tell,
                    .say = &say,
                    .passage = &written_hunk};

}  // namespace dialect
}  // namespace kedge
