// The dialect of SEARCH/REPLACE blocks: a line is named by itself and the lines around it.
#include <algorithm>
#include <array>
#include <iterator>

#include "dialects/blocks/block_grammar.hpp"
#include "dialects/blocks/block_marker.hpp"
#include "dialects/blocks/block_reader.hpp"
#include "dialects/blocks/block_writer.hpp"
#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/foreign_format.hpp"
#include "dialects/passage_results.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    R"(Editing files with kedge (dialect `blocks`)

`read` the file first, and quote from what it shows, never from memory. `edit` takes SEARCH/REPLACE blocks for any number of
files:

`src/shop.py`
```python
<<<<<<< SEARCH
        amount = sum(self.prices)
        return amount
=======
        amount = sum(self.prices)
        return round(amount, 2)
>>>>>>> REPLACE
```

`docs/cart.md`
```
<<<<<<< SEARCH
=======
# Cart
Totals are rounded.
>>>>>>> REPLACE
```

  - The name of the file stands alone on the row above the fence, in backticks if it holds blanks. A block without a name is about
    the file of the block before it; nothing is ever tried on another file.
  - SEARCH holds whole lines, exactly as the file has them, with their indentation and without line numbers. They must
    fit one place only: quote more lines around the place if they do not.
  - REPLACE holds all lines that shall stand there instead, also those that stay. Empty, it deletes the lines of SEARCH.
  - An empty SEARCH makes a new file, or fills an empty one.
  - Lines that stay in the middle of a long block may be left out on both sides: a row `...` on either side stands for them. The
    lines above and below it must each fit one place only.
  - Several changes of a file are several blocks, each as small as it can be; all against the file as it was read, none
    overlapping. All files change, or none.
  - A file with a line of ======= is edited by blocks that leave that line out.
Line endings (LF, CRLF), BOM and final newline need no care: the file keeps its own.
A refusal has changed nothing. It says what is wrong, shows the rows that matter, and ends with what to send instead:
  - no_match: compare with the nearest region that it shows, and quote the file's own lines.
  - multiple_matches: quote more lines around the place that you mean.
  - match_moved, file_not_read: look at the rows that it shows, then send the blocks again.
"Already applied" is success: do not send the blocks again. `undo` takes your newest edit back.
)";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{)"
    R"("input":{"type":"string","description":"For each change the name of the file on a row of its own, then <<<<<<< SEARCH, lines )"
    R"(as the file has them, =======, lines that shall stand there instead, >>>>>>> REPLACE, each marker on a row of its own."},)" KEDGE_EDIT_OPTIONS
    R"(},"required":["input"],"additionalProperties":false})";

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "edit", "Replace lines by SEARCH/REPLACE blocks",
     "Applies SEARCH/REPLACE blocks. Put the file's name on the row above the block or its fence; between `<<<<<<< "
     "SEARCH` and `=======` stand whole lines as the file has them, which must fit one place only; between that and `>>>>>>> "
     "REPLACE` the lines that shall stand there instead. An empty SEARCH makes a new file, or fills an empty one. All files "
     "change, or none; a "
     "refusal "
     "has changed nothing and says what to send instead. Line endings, BOM, final newline and permissions stay as they are.",
     edit_schema, passages::edit_result_schema},
}};

std::optional<std::size_t> first_block_mark(std::span<const std::string_view> rows) {
  const auto found =
      std::ranges::find_if(rows, [](std::string_view row) { return block_marker_of(row) == BlockMarker::search; });
  return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

// Dots mean unchanged lines only if both sides have them.
Error loose_dots(const BlockText::LooseDots& where) {
  const Json warning = Json::object({{"name", "elision_placeholder"},
                                     {"line", where.row},
                                     {"message", "a row of dots in REPLACE has no counterpart in SEARCH"}});
  Error refused =
      refuse(Code::safety_check_failed,
             concat(printable(where.path), ": the REPLACE of the block of line ", where.row,
                    " has a row of dots, and its SEARCH has none for it. If dots stand for lines that stay, both sides "
                    "have them."),
             {{"path", where.path}, {"patch_line", where.row}, {"safety_warnings", Json::array({warning})}});
  refused.next =
      "Put the dots into SEARCH, too, or write the lines out; if the file shall have a line of dots, send it again with "
      "accept_warnings: [\"elision_placeholder\"].";
  return refused;
}

Result<Request> hear_edit(const Json& arguments) {
  KEDGE_TRY(passages::Heard heard, passages::hear(arguments, "blocks"));
  Result<BlockText> text = read_blocks(heard.input);
  if (!text) return std::unexpected(or_foreign(std::move(text).error(), heard.input, "blocks"));
  Request& request = heard.request;
  const bool dots_are_meant =
      std::ranges::find(request.accept_warnings, "elision_placeholder") != request.accept_warnings.end();
  const auto& dots = text->loose_dots;
  if (dots && !dots_are_meant) return std::unexpected(loose_dots(*dots));
  request.files = std::move(text->files);
  std::ranges::move(text->warnings, std::back_inserter(request.warnings));
  request.policy.lowest_unasked = MatchMode::typographic_punctuation;
  return std::move(request);
}

Result<Json> say(std::span<const FileOutcome> files) {
  KEDGE_TRY(std::string text, search_replace_blocks(files));
  return passages::said(std::move(text));
}

}  // namespace

namespace dialect {

extern const Dialect blocks;
const Dialect blocks{.name = "blocks",
                     .prompt = prompt,
                     .tools = tools,
                     .takes_text = true,
                     .fields = {.anchored = "numbers"},
                     // Its rows have no sign, so they can begin like those of any other format.
                     .format = {.name = "a text of SEARCH/REPLACE blocks", .recognises = &first_block_mark, .rank = 4},
                     .lark = blocks_lark,
                     .gbnf = blocks_gbnf,
                     .rows = &passages::rows,
                     .last_row = &passages::last_row,
                     .hear_edit = &hear_edit,
                     .tell = &passages::tell,
                     .say = &say,
                     .passage = &search_replace_block};

}  // namespace dialect
}  // namespace kedge
