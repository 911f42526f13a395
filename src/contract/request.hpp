// What a caller asks for, independent of the dialect: files, operations, and the policy by which dialects differ. A
// dialect makes a Request, the engine carries it out; neither includes the other.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "contract/row_style.hpp"
#include "error/error.hpp"
#include "support/sha256.hpp"
#include "text/passage_row.hpp"
#include "text/units.hpp"

namespace kedge {

inline constexpr std::size_t most_files = 256;        // that one request may change
inline constexpr std::size_t most_operations = 1000;  // on one of them

// How closely a quotation has to match, strictest first. Text is matched by exact, line_trimmed and block_anchor, a passage by
// exact and the others.
enum class MatchMode : std::uint8_t {
  exact,
  trailing_blanks,
  line_trimmed,
  uniform_indentation,
  typographic_punctuation,
  block_anchor,
};
std::string_view name_of(MatchMode mode);

// The place where this text occurs.
struct Match {
  std::string text;
  // nullopt: from the strictest mode down to the policy's lowest_unasked.
  std::optional<MatchMode> mode = std::nullopt;
  bool all = false;  // every match instead of exactly one
  std::optional<std::uint64_t> expected = std::nullopt;
};

// Consecutive lines, as the caller quotes them, and what happens to each. The place is where the rows that are not added occur.
struct Passage {
  std::vector<PassageRow> rows;
  bool compared = false;                      // which rows are kept was found by comparing two texts; the caller did not say it
  std::vector<std::string> below = {};        // lines somewhere above it, outermost first, which say which place is meant
  std::optional<LineNo> line = std::nullopt;  // of its first row, as the caller counts; decides between equal places
  bool in_order = false;                      // it is below the previous passage of the request
  bool ends_file = false;                     // its last quoted row is the file's last; without quoted rows: after all lines
  // If the caller mentions the line break at the end of the file: whether the last line has one, and whether it shall.
  std::optional<bool> terminated_before = std::nullopt, terminated_after = std::nullopt;
};

// The whole file, which may not exist yet.
struct Whole {};

// Ways to name a line of the version that the request is about.
struct AtLine {
  LineNo line;
};
struct AtBlock {  // all lines of the construct that begins there
  LineNo opens_at;
};
enum class Edge : std::uint8_t { head, tail };
struct AtHash {  // the line whose hash, of its content or of its content with its neighbours, has this prefix
  std::string prefix;
  std::optional<std::uint32_t> occurrence = std::nullopt;  // which of several, from 1
  std::optional<LineNo> line = std::nullopt;               // a hint: decides between several if one of them is there
};
struct AtLineHash {  // the line of that number, if its hash has this prefix
  LineNo line;
  std::string prefix;
};
using Anchor = std::variant<AtLine, AtBlock, Edge, AtHash, AtLineHash>;

enum class Side : std::uint8_t { over, before, after };

// Lines to replace or delete, or the place next to one.
struct Lines {
  Anchor first;
  std::optional<Anchor> last = std::nullopt;  // of several lines, inclusive
  Side side = Side::over;
  bool deletes = false;  // there is no body
};

// The file itself is deleted or renamed.
struct Removal {};
struct Relocation {
  std::string destination;
};

using Target = std::variant<Match, Whole, Lines, Removal, Relocation, Passage>;

struct Operation {
  Target target;
  std::string body;
  std::uint32_t row = 0;  // its row in the text that was sent, from 1; 0: none
  // Rows of the body, from 0, that came without the sign of a new row: they may be context. The body begins right below `row`.
  std::vector<std::uint32_t> unmarked = {};
};

// Equal for equal operations on the same file.
Digest identity_of(const std::string& path, const Operation& operation);

struct FileRequest {
  std::string path;  // as the caller spelled it
  // The caller's spelling, if `path` is only what was probably meant: a file of that name takes precedence.
  std::optional<std::string> literal_path = std::nullopt;
  std::optional<Digest> version = std::nullopt;   // the bytes that the caller says the file has
  std::optional<std::string> tag = std::nullopt;  // the same, by tag
  bool must_be_new = false;                       // the file must not exist yet
  bool may_be_empty = false;                      // with `must_be_new`: an empty file is as good as none
  std::optional<bool> executable = std::nullopt;  // the new executable bit; nullopt: unchanged
  // All of one kind. After passages, or alone, the file may also be deleted (Removal: nothing is left of it) or renamed
  // (Relocation).
  std::vector<Operation> operations = {};
};

// How the log says that a version was made.
enum class Maker : std::uint8_t { edit, write };

// What to do with a result that looks damaged, unless the caller accepts the finding by name.
enum class Suspicion : std::uint8_t { warn, refuse };

// What differs between dialects.
struct Policy {
  Maker maker = Maker::edit;
  MatchMode lowest_unasked = MatchMode::line_trimmed;  // looser modes are suggested, not applied
  bool order_tells_apart = false;                      // the order of passages decides between several places
  bool line_tells_apart = false;                       // so does the line number that the caller names, if it is exact
  Code other_version = Code::hash_mismatch;            // the refusal if the file does not have the named version
  bool tags = false;                         // versions are named by tags: refusals that show rows include the current one
  bool needs_version = false;                // an existing file is replaced as a whole only if its version is named
  bool refuses_no_change = false;            // an edit without effect is probably a mistake
  bool signs = false;                        // new rows have a + before them
  Code stale = Code::snapshot_stale;         // the refusal if the file has changed and a line cannot be followed
  Code never_shown = Code::lines_not_shown;  // the refusal if the caller was shown nothing of the file
  bool stale_is_final = false;               // after one stale refusal, no more edits are based on that version
  bool swaps_reversed = false;               // a reversed range is swapped; a range of one line is refused
  bool refuses_low_entropy = false;          // a low-quality line cannot be the only anchor of an operation
  EditStyle edit = nullptr;                  // how warnings say an edit of lines; null: in plain words
  RowStyle rows = nullptr;                   // how refusals show rows; null: with their numbers
  PreviewShape answer = {};                  // which rows are in the answer
  Suspicion suspicious = Suspicion::warn;
};

struct Request {
  std::vector<FileRequest> files;
  Policy policy;
  bool dry_run = false;
  std::vector<std::string> accept_warnings = {};  // names of findings that the caller accepts
  std::string encoding = {};                      // of new text in files that are not UTF-8; empty: not given
  Digest identity{};                              // equal for equal calls
  std::vector<std::string> warnings = {};         // what was tolerated in parsing it
};

}  // namespace kedge
