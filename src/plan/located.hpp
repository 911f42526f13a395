// An operation that was found in one version of a file, or why it was not. Each kind of target has one Locator, in a file of
// its own.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edit/replace_lines.hpp"
#include "edit/substitute.hpp"
#include "plan/basis.hpp"
#include "plan/misread_indentation.hpp"
#include "plan/planned_file.hpp"

namespace kedge {

// One file of a request while it is planned.
struct FileTask {
  const Request& request;
  const FileRequest& asked;
  const LoadedFile& file;
  const Session& session;
  Basis& basis;
  Repeats repeats = Repeats::nothing;  // of the operations of this file
  Basis* all_shown = nullptr;          // every version that was shown, if the basis is one that is named; null: the basis

  Basis& shown() const { return all_shown != nullptr ? *all_shown : basis; }

  bool refused_before() const { return repeats != Repeats::nothing; }
  const Policy& policy() const { return request.policy; }
};

struct QuotedPassage;

enum class Quotes : std::uint8_t { text, lines };

// REQUIRES: the Locator that made it outlives it.
struct Located {
  int op = 0;                                      // of the request, from 0
  std::uint32_t row = 0;                           // of the operation in the text that was sent
  std::vector<LineSpan> quoted = {};               // what it quotes; several places if all are meant
  std::vector<LineEdit> edits = {};                // what it changes, if it is about whole lines
  std::vector<Substitution> substitutions = {};    // or inside lines
  const QuotedPassage* passage = nullptr;          // if its rows may be taken byte for byte
  MatchMode mode = MatchMode::exact;               // how closely the quotation matches
  std::function<bool(const Text&)> once = {};      // whether the quotation occurs once in a text
  IndentedRows indented = {};                      // its new rows, and the indentation of what it quotes
  LineSet named = {};                              // lines that must have been shown,
  LineSet Showing::* counts = &Showing::numbered;  // in this way
  std::vector<ResolvedBlock> blocks = {};          // notes for the answer
  std::vector<AutoCorrection> auto_corrections = {};
};

// Why an operation has no place in a version.
struct Misfit {
  enum class Why : std::uint8_t {
    nowhere,
    several,
    out_of_order,    // it matches above the passage that it must follow
    not_at_end,      // it matches, but not at the end
    quotes_nothing,  // no row says where it belongs
    overlaps,        // another passage quotes the same lines
    not_below,       // a line that it must follow is missing, or is further down
    wrong_count,     // it matches a different number of places than was said
    far_off,         // it has no word in it, and matches far from where numbers or order suggest; `detail` says how far
    unclear,         // it matches except for indentation, and it is unclear how to indent the new rows
    refused,         // for a reason of its own
  };
  Why why = Why::nowhere;
  std::vector<LineSpan> places = {};            // that would match otherwise
  MatchMode mode = MatchMode::exact;            // of these matches
  std::string detail = {};                      // not_below: the line; unclear: why
  std::optional<Error> refusal = std::nullopt;  // refused
};

using Location = std::expected<Located, Misfit>;

struct Missed {
  std::size_t part = 0;
  Misfit misfit;
};

// Finds the parts of one file's request in versions of the file: its operations, or several parts of one.
class Locator {
 public:
  Locator() = default;
  Locator(const Locator&) = delete;
  Locator& operator=(const Locator&) = delete;
  virtual ~Locator() = default;

  // One result per part.
  virtual std::vector<Location> locate(std::size_t version, Belief belief) = 0;
  // The same in the current file, whatever was shown of it. Empty if nothing can be found there without a version.
  virtual std::vector<Location> locate_now() { return {}; }
  // The same in any text.
  virtual std::vector<Location> locate_in(const Text& /*text*/) { return {}; }
  // For parts that are in no version, or not in the current file.
  virtual std::vector<Error> refusals(const std::vector<Missed>& missed) = 0;
  // None if the parts name lines instead of quoting them.
  virtual std::optional<Quotes> quotes() const { return std::nullopt; }
};

// What the parts make of a text in which they were located. Refused (overlapping_operations) if two touch the same bytes.
Result<ChangeSet> changes_of(const Text& text, std::span<const Located> located);

}  // namespace kedge
