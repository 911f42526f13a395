// A dialect is an accent: how a file is shown, an edit is heard and a result is told. What differs in behaviour between
// dialects is a value in the request's policy; nothing below this folder knows a dialect's name. A new one is one file and
// one row of dialects.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "contract/receipt.hpp"
#include "contract/request.hpp"
#include "error/error.hpp"
#include "support/json.hpp"
#include "text/line_set.hpp"

namespace kedge {

// A tool as a client sees it. Schemas are JSON text (2020-12).
struct ToolText {
  std::string_view verb;  // what it does, whatever a dialect calls it: a name in tools.def
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input_schema;
  std::string_view output_schema = {};  // none: the result is text only
};

// Which rows of which file a caller wants to see.
struct ReadRequest {
  std::string path;
  LineNo first{1};
  std::optional<LineNo> last = std::nullopt;  // inclusive; nothing: to the end
  bool anchored = false;                      // rows with what names them, where the dialect leaves that to the caller
};

// A file as it is about to be shown.
struct View {
  const Text& text;
  const Digest& version;
  std::string_view tag;  // empty unless the dialect uses tags
  const ReadRequest& request;
};

// A result as the model reads it and as data: the same facts twice, because clients show only one of them.
struct Told {
  std::string text;
  Json structured;
};

// What a dialect calls arguments that every dialect has.
struct FieldNames {
  std::string_view path = "path";
  std::string_view start = "start", end = "end";  // of a read
  std::string_view anchored = {};                 // whether a read shows what names the rows; empty: it always does
  std::string_view version = "expected_version";  // that a write replaces
};

// How edits in a dialect are recognised where another one was expected.
struct Format {
  std::string_view name = {};  // as in "a unified diff"; empty: it is not recognised
  // Of a text: the first row that bears its marks.
  std::optional<std::size_t> (*recognises)(std::span<const std::string_view> rows) = nullptr;
  std::span<const std::string_view> arguments = {};  // of a JSON object: one of them tells that it is in this dialect
  // Which format is meant where several are recognised: the highest. A format that can hold rows of another ranks above it.
  std::uint8_t rank = 0;
};

struct Dialect {
  std::string_view name;
  std::string_view prompt;                       // guidance for the model
  std::span<const ToolText> tools;               // that it words itself; the others are worded by their verbs
  std::span<const std::string_view> lacks = {};  // verbs that it does not offer
  bool tags = false;                             // versions are labelled, and named by their labels
  bool numbers = false;                          // rows are always shown with their numbers
  bool takes_text = false;                       // the edit is one text, `input`, and not a set of arguments
  bool arrives_in_rows = false;                  // and can be shown while it arrives
  bool publishes_reads = false;                  // what is read is put before whoever watches, too
  bool tells_writers = false;                    // results say whether others than edits have written the file
  bool by_anchor = false;                        // edits name lines by what stands before the rows
  bool write_needs_version = false;              // of a file that exists, however much of it was shown
  FieldNames fields = {};
  Format format = {};
  std::string_view lark = {}, gbnf = {};  // the grammar for constrained decoding, where the edit is a text
  Result<ReadRequest> (*hear_read)(const Json& arguments);
  RowPrinter (*rows)(const Text& text, bool anchored);  // anchored: with what names a line, where that is left to the caller
  std::string (*first_row)(const View& view);           // above the rows; may be empty
  std::string (*last_row)(const View& view);            // below them; may be empty
  Result<Request> (*hear_edit)(const Json& arguments);
  Told (*tell)(const Receipt& receipt, const Request& request);
  // An edit in the words of this dialect: arguments of its edit tool that make of every file's `before` its `after`. Names and
  // labels of versions are those of `before`. Refused (schema_invalid, operation_count) where it has no words for it.
  Result<Json> (*say)(std::span<const FileOutcome> files) = nullptr;
  Error (*reworded)(Error refusal) = nullptr;  // a refusal in the dialect's own words; nothing: as it is
};

// The refusal as the dialect words it.
Error in_words_of(const Dialect& dialect, Error refusal);

std::span<const Dialect* const> dialects();
const Dialect* find_dialect(std::string_view name);

}  // namespace kedge
