// What a caller asks for, in words that no dialect owns: files, operations, and the choices by which dialects differ. A
// dialect makes one, the engine carries it out; neither includes the other.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "contract/row_style.hpp"
#include "error/error.hpp"
#include "support/sha256.hpp"
#include "text/units.hpp"

namespace kedge {

inline constexpr std::size_t most_files = 256;        // that one request may change
inline constexpr std::size_t most_operations = 1000;  // on one of them

// How closely a quotation has to fit. The order is the ladder: from the strictest down. Text is found by the rungs exact,
// line_trimmed and block_anchor, a passage of lines by the others.
enum class MatchMode : std::uint8_t {
  exact,
  trailing_blanks,
  line_trimmed,
  uniform_indentation,
  typographic_punctuation,
  block_anchor,
};
std::string_view name_of(MatchMode mode);

// The place where this text stands.
struct Match {
  std::string text;
  // Nothing: down the ladder as far as the policy applies a rung unasked.
  std::optional<MatchMode> mode = std::nullopt;
  bool all = false;  // every place, not the only one
  std::optional<std::uint64_t> expected = std::nullopt;
};

// What becomes of a row that a passage quotes.
enum class RowFate : std::uint8_t {
  kept,
  removed,
  added,
  elided,  // stands for itself or, where it does not stand in the file, for any number of lines that are kept
};

struct PassageRow {
  RowFate fate = RowFate::kept;
  std::string text;          // without its line break; with a CR at its end where the caller wrote one
  std::string written = {};  // elided: as it is to be written where it stands for itself
};

// Lines in a row, as the caller quotes them, and what becomes of each. The place is where the rows that are not added stand.
struct Passage {
  std::vector<PassageRow> rows;
  std::vector<std::string> below = {};        // lines that stand somewhere above it, outermost first: which place is meant
  std::optional<LineNo> line = std::nullopt;  // that its first row has, as the caller counts: tells equal places apart
  bool in_order = false;                      // it stands below the passage that comes before it in the request
  bool ends_file = false;                     // its last quoted row is the file's last; without quoted rows: behind all lines
  // Where the caller speaks of the line break at the end of the file: whether its last line has one, and is to have one.
  std::optional<bool> terminated_before = std::nullopt, terminated_after = std::nullopt;
};

// The whole file, which may not exist yet.
struct Whole {};

// Ways to name a line of the version that the request is about.
struct AtLine {
  LineNo line;
};
struct AtBlock {  // the construct that begins there, all of its lines
  LineNo opens_at;
};
enum class Edge : std::uint8_t { head, tail };
struct AtHash {  // the line whose content, or content with its neighbours, has a hash that begins so
  std::string prefix;
  std::optional<std::uint32_t> occurrence = std::nullopt;  // which of several, from 1
  std::optional<LineNo> line = std::nullopt;               // advice: tells several apart if one of them stands there
};
struct AtLineHash {  // the line of that number, if its hash begins so
  LineNo line;
  std::string prefix;
};
using Anchor = std::variant<AtLine, AtBlock, Edge, AtHash, AtLineHash>;

enum class Side : std::uint8_t { over, before, after };

// Lines to be replaced or deleted, or the place beside one.
struct Lines {
  Anchor first;
  std::optional<Anchor> last = std::nullopt;  // of several lines, inclusive
  Side side = Side::over;
  bool deletes = false;  // there is no body
};

// The file itself, which goes or gets another name.
struct Removal {};
struct Relocation {
  std::string destination;
};

using Target = std::variant<Match, Whole, Lines, Removal, Relocation, Passage>;

struct Operation {
  Target target;
  std::string body;
  std::uint32_t row = 0;  // where it stands in the text that was sent, from 1; 0: it stands in none
};

struct FileRequest {
  std::string path;  // as the caller spelled it
  // What the caller spelled where `path` is only what was probably meant: a file of that name comes first.
  std::optional<std::string> literal_path = std::nullopt;
  std::optional<Digest> version = std::nullopt;   // the bytes that the caller says the file has
  std::optional<std::string> tag = std::nullopt;  // the same by the label under which they were shown
  bool must_be_new = false;                       // there may be no such file yet
  std::optional<bool> executable = std::nullopt;  // the permission to run it is to be given or taken; nothing: as it is
  // All of one kind; behind passages, or alone, the file may also go (Removal: nothing is left of it) or get another name
  // (Relocation).
  std::vector<Operation> operations = {};
};

// What the log says about who made a version.
enum class Maker : std::uint8_t { edit, write };

// What becomes of a result that a check takes for damaged, unless the caller accepts it by name.
enum class Suspicion : std::uint8_t { warn, refuse };

// The choices by which dialects differ.
struct Policy {
  Maker maker = Maker::edit;
  MatchMode lowest_unasked = MatchMode::line_trimmed;  // rungs below it are proposed, not applied
  bool order_tells_apart = false;                      // of several places of a passage the one that its neighbours leave
  bool line_tells_apart = false;                       // and the one at the very line that the caller names
  Code other_version = Code::hash_mismatch;            // the refusal where the file has not the version that was named
  bool tags = false;                  // versions are named by their labels: refusals that show rows carry the current one
  bool needs_version = false;         // a whole file that exists is replaced only under its version
  bool refuses_no_change = false;     // an edit without effect points to a mistake
  Code stale = Code::snapshot_stale;  // the refusal where the file has moved on, and where a line went is not proven
  Code never_shown = Code::lines_not_shown;  // the refusal where the caller has seen nothing of the file
  bool stale_is_final = false;               // a version in which a line could not be followed is not built upon again
  bool swaps_reversed = false;       // a range from its last line to its first is turned round; one of one line is refused
  bool refuses_low_entropy = false;  // a line that says nothing is no anchor for an operation on that line alone
  RowStyle rows = nullptr;           // how refusals show rows; nothing: by their numbers
  PreviewShape answer = {};          // which rows stand in the answer
  Suspicion suspicious = Suspicion::warn;
};

struct Request {
  std::vector<FileRequest> files;
  Policy policy;
  bool dry_run = false;
  std::vector<std::string> accept_warnings = {};  // names of findings that the caller has seen and means
  std::string encoding = {};                      // of new text in files that are not UTF-8; empty: not said
  Digest identity{};                              // equal for calls that ask for the same
  std::vector<std::string> warnings = {};         // what was tolerated in hearing it
};

}  // namespace kedge
