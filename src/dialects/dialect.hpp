// A dialect is an edit format: how a file is shown, how an edit is read and how a result is worded. Differences in behaviour
// are values in the request's policy; nothing below this folder knows a dialect's name. A new one is one file and one row of
// dialects.def.
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
  std::optional<LineNo> last = std::nullopt;  // inclusive; none: to the end
  bool anchored = false;                      // rows with their anchors, if the dialect makes that optional
};

// A file as it is about to be shown.
struct View {
  const Text& text;
  const Digest& version;
  std::string_view tag;  // empty unless the dialect uses tags
  const ReadRequest& request;
};

// A result as text for the model and as data: the same facts twice, because clients show only one of them.
struct Told {
  std::string text;
  Json structured;
};

// What a dialect calls arguments that every dialect has.
struct FieldNames {
  std::string_view path = "path";
  std::string_view start = "start", end = "end";  // of a read
  std::string_view anchored = {};                 // whether a read shows anchors; empty: it always does
  std::string_view version = "expected_version";  // that a write replaces
};

// How edits in a dialect are recognised when another dialect was expected.
struct Format {
  std::string_view name = {};  // as in "a unified diff"; empty: it is not recognised
  // For text: the first row that is typical of the format.
  std::optional<std::size_t> (*recognises)(std::span<const std::string_view> rows) = nullptr;
  std::span<const std::string_view> arguments = {};  // for a JSON object: any of them identifies the dialect
  // If several formats are recognised, the highest rank wins. A format that can contain rows of another ranks above it.
  std::uint8_t rank = 0;
};

inline std::string no_row(const View& /*view*/) { return {}; }

struct Dialect {
  std::string_view name;
  std::string_view prompt;                       // guidance for the model
  std::span<const ToolText> tools;               // with text of its own; the others are described by their verbs
  std::span<const std::string_view> lacks = {};  // verbs that it does not offer
  bool tags = false;                             // versions have tags, and edits name them
  bool numbers = false;                          // rows are always shown with their numbers
  bool takes_text = false;                       // the edit is one text, `input`, and not a set of arguments
  bool arrives_in_rows = false;                  // and can be shown while it arrives
  bool publishes_reads = false;                  // what is read is also sent to views
  bool tells_writers = false;                    // results say whether anything but edits has written the file
  bool by_anchor = false;                        // edits name lines by what is printed before the rows
  bool write_needs_version = false;              // for an existing file, however much of it was shown
  FieldNames fields = {};
  Format format = {};
  std::string_view lark = {}, gbnf = {};                 // the grammar for constrained decoding, if the edit is a text
  RowPrinter (*rows)(const Text& text, bool anchored);   // anchored: with anchors, if the dialect makes that optional
  std::string (*first_row)(const View& view) = &no_row;  // above the rows; may be empty
  std::string (*last_row)(const View& view) = &no_row;   // below them; may be empty
  Result<Request> (*hear_edit)(const Json& arguments);
  Told (*tell)(const Receipt& receipt, const Request& request);
  // Writes an edit in this dialect: arguments of its edit tool that turn every file's `before` into its `after`. Names and tags
  // are those of `before`. Refused (schema_invalid, operation_count) if the dialect cannot express it.
  Result<Json> (*say)(std::span<const FileOutcome> files) = nullptr;
  Error (*reworded)(Error refusal) = nullptr;  // rewords a refusal for the dialect; null: unchanged
  // Writes a corrected passage, to be sent instead: `first` is the line of its first row. Empty if it cannot be written.
  std::string (*passage)(const std::string& path, const std::vector<PassageRow>& rows, LineNo first) = nullptr;
};

// The arguments of a read, by the dialect's names for them.
Result<ReadRequest> hear_read(const Dialect& dialect, const Json& arguments);

// The refusal as the dialect words it.
Error in_words_of(const Dialect& dialect, Error refusal);

std::span<const Dialect* const> dialects();
const Dialect* find_dialect(std::string_view name);

}  // namespace kedge
