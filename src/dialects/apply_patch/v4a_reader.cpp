#include "dialects/apply_patch/v4a_reader.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "contract/request.hpp"
#include "dialects/apply_patch/v4a_marker.hpp"
#include "dialects/apply_patch/v4a_wrapping.hpp"
#include "dialects/sent_rows.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

using Kind = V4aMarker::Kind;

class V4aReader {
 public:
  Result<V4aText> read(std::string_view input);

 private:
  // What kind of section the rows belong to.
  enum class Section : std::uint8_t { none, add, remove, update, refused };

  void refuse_row(const std::string& problem, const std::string& corrected = {}) {
    faults_.refuse_row(row_, problem, corrected);
  }
  // What the rows say of the file contradicts what other rows say of it.
  void refuse_file(const std::string& path, std::string_view problem) {
    faults_.add(refuse(Code::overlapping_operations, concat("line ", row_, ": ", printable(path), ' ', problem),
                       {{"path", path}, {"patch_line", row_}}));
  }
  bool take_envelope(V4aWrapping& wrapping);
  void take_what_follows(std::size_t at, const V4aWrapping& wrapping);
  std::size_t diff_header_at(std::size_t at) const;
  void take(std::string_view row);
  void take_marker(const V4aMarker& marker, std::string_view row);
  void open_section(const V4aMarker& marker);
  void take_move(const std::string& path);
  void take_below(std::string_view row);
  void take_hunk_row(std::string_view row);
  void take_added_row(std::string_view row);
  void refuse_other(std::string_view row);
  void open_hunk(std::uint32_t row);
  void add_row(RowFate fate, std::string_view text);
  void close_hunk();
  void close_section();
  FileRequest& file() { return patch_.files[file_]; }
  Operation& operation() { return file().operations.back(); }
  Passage& hunk() { return std::get<Passage>(operation().target); }

  V4aText patch_;
  SentFaults faults_;
  std::vector<std::string_view> rows_;
  std::uint32_t row_ = 0;  // the current row, from 1
  bool ended_ = false;     // by the end marker
  bool gave_up_ = false;   // a limit was reached: the rest does not matter

  std::map<std::string, std::size_t, std::less<>> known_;  // files by path
  std::map<std::size_t, Operation> moves_;                 // by file: they come after all hunks
  Section section_ = Section::none;
  std::size_t file_ = 0;
  std::uint32_t section_row_ = 0;
  std::size_t hunks_of_section_ = 0;
  bool may_move_ = false;  // only the header of the section has been read

  bool hunk_open_ = false;
  bool has_rows_ = false;
  bool file_ended_ = false;                // `*** End of File` was read
  std::uint32_t counted_header_ = 0;       // the row of a header with line numbers
  std::vector<std::uint32_t> blank_rows_;  // above a hunk without a header, or after the rows of a new file
};

// The row with its first signs retyped as plain ones.
std::string with_plain_first(std::string_view row) {
  const Utf8Step step = next_code_point(row);
  const std::optional<std::string_view> plain = step.valid ? plain_form(step.code) : std::nullopt;
  return plain ? concat(*plain, row.substr(step.length)) : std::string(row);
}

// REQUIRES: path is not empty.
bool is_odd_path(std::string_view path) {
  std::size_t last = path.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(path[last]) & 0xC0U) == 0x80U) --last;
  return odd_first_character(path) || odd_first_character(path.substr(last));
}

bool quotes_nothing(const Passage& passage) {
  return std::ranges::all_of(passage.rows, [](const PassageRow& row) { return row.fate == RowFate::added; });
}

bool is_marker(std::string_view row, Kind kind) {
  const std::optional<V4aMarker> marker = read_v4a_marker(trimmed(row));
  return marker && marker->kind == kind;
}

// The one row below that begins a patch, if no row above it could be part of one.
std::optional<std::size_t> only_envelope_below(std::span<const std::string_view> rows, std::size_t at) {
  std::optional<std::size_t> found;
  for (; at < rows.size(); ++at) {
    if (is_marker(rows[at], Kind::begin)) {
      if (found) return std::nullopt;
      found = at;
    } else if (!found && !is_remark(rows[at])) {
      return std::nullopt;
    }
  }
  return found;
}

// Whether a row such as `--- a/PATH` names the file, as a unified diff would.
bool names_file(std::string_view row, std::string_view sign, std::string_view path) {
  if (!row.starts_with(sign)) return false;
  std::string_view name = trimmed(row.substr(sign.size()));
  name = trimmed(name.substr(0, name.find('\t')));
  if (name == path || name == "/dev/null") return true;
  return (name.starts_with("a/") || name.starts_with("b/")) && name.substr(2) == path;
}

// Whether it is a hunk header of a unified diff: numbers, then `@@`. The grammar rules out what it begins with.
bool has_line_numbers(std::string_view row) {
  if (!row.starts_with("@@ -") || row.find_first_of("0123456789") != 4) return false;
  const std::size_t end = row.find(" @@", 4);
  return end != std::string_view::npos && row.substr(4, end - 4).find_first_not_of("0123456789, +") == std::string_view::npos;
}

bool V4aReader::take_envelope(V4aWrapping& wrapping) {
  row_ = static_cast<std::uint32_t>(std::min(wrapping.begin + 1, std::max<std::size_t>(rows_.size(), 1)));
  if (wrapping.begin == rows_.size()) {
    refuse_row("the patch is empty; it begins with `*** Begin Patch`, then come `*** Update File: PATH` and its hunks.");
    return false;
  }
  const std::string_view first = rows_[wrapping.begin];
  if (is_marker(first, Kind::begin)) return true;
  if (const std::optional<std::size_t> only = only_envelope_below(rows_, wrapping.begin)) {
    faults_.warn(row_, "the text above `*** Begin Patch` was dropped; send the patch alone.");
    wrapping.begin = *only;
    return true;
  }
  if (corrected_v4a_marker(first) == "*** Begin Patch") {
    const std::optional<std::string> odd = odd_character_in(first);
    refuse_row(concat("the row is not `*** Begin Patch`", odd ? concat(": it holds the character ", *odd) : ""),
               "*** Begin Patch");
    return true;
  }
  refuse_row(concat("a patch begins with `*** Begin Patch`; got: ", quoted_row(first)), "*** Begin Patch");
  return false;
}

Result<V4aText> V4aReader::read(std::string_view input) {
  rows_ = sent_rows(input);
  V4aWrapping wrapping = wrapping_of(rows_);
  if (!take_envelope(wrapping)) return std::unexpected(faults_.take());
  std::size_t at = wrapping.begin + 1;
  for (; at < rows_.size() && !ended_ && !gave_up_ && !faults_.full(); ++at) {
    row_ = static_cast<std::uint32_t>(at + 1);
    if (const std::size_t rows = diff_header_at(at); rows > 0) {
      faults_.warn(row_, "the header of a unified diff was dropped; `*** Update File:` says which file it is.");
      at += rows - 1;
      continue;
    }
    take(rows_[at]);
  }
  if (gave_up_ || faults_.full()) return std::unexpected(faults_.take());
  if (!ended_) {
    row_ = static_cast<std::uint32_t>(rows_.size() + 1);
    close_section();
    refuse_row(
        "the patch is cut off: `*** Begin Patch` is not followed by `*** End Patch`. Nothing of it was applied; send all of "
        "it.");
  }
  take_what_follows(at, wrapping);
  if (faults_.empty() && patch_.files.empty()) {
    refuse_row(
        "the patch is empty; between the markers stand `*** Update File: PATH` and its hunks, `*** Add File: PATH` or "
        "`*** Delete File: PATH`.");
  }
  if (!faults_.empty()) return std::unexpected(faults_.take());
  for (auto& [file, move] : moves_) patch_.files[file].operations.push_back(std::move(move));
  patch_.warnings = faults_.take_warnings();
  return std::move(patch_);
}

// How many rows of a diff's header come here, directly below the name of the file that they repeat.
std::size_t V4aReader::diff_header_at(std::size_t at) const {
  if (section_ != Section::update || hunks_of_section_ > 0 || !may_move_) return 0;
  const std::string& path = patch_.files[file_].path;
  std::size_t rows = 0;
  const auto next = [&] { return at + rows < rows_.size() ? rows_[at + rows] : std::string_view(); };
  while (starts_with_any(next(), {"diff --git ", "index "})) ++rows;
  if (!names_file(next(), "--- ", path)) return 0;
  ++rows;
  return names_file(next(), "+++ ", path) ? rows + 1 : 0;
}

// Another patch may be meant; anything else is a remark.
void V4aReader::take_what_follows(std::size_t at, const V4aWrapping& wrapping) {
  const auto rest = std::span(rows_).subspan(at);
  const auto first = std::ranges::find_if(rest, [&](std::string_view row) { return !is_wrapping_row(row, wrapping); });
  if (first == rest.end()) return;
  row_ = static_cast<std::uint32_t>(first - rest.begin()) + static_cast<std::uint32_t>(at) + 1;
  if (!std::ranges::all_of(rest, is_remark)) {
    return refuse_row("text follows `*** End Patch`, where the patch is at its end; put every file before the marker.");
  }
  faults_.warn(row_, "the text below `*** End Patch` was dropped; send the patch alone.");
}

void V4aReader::take(std::string_view row) {
  // Inside a hunk, a marker with a blank before it is a row that stays, unless nothing follows it.
  const bool may_be_row = section_ == Section::update && (hunk_open_ || !may_move_);
  const auto below = std::span(rows_).subspan(row_);
  const bool is_last = std::ranges::all_of(below, [](std::string_view other) { return trimmed(other).empty(); });
  const bool ends = is_last && is_marker(row, Kind::end);
  if (const std::optional<V4aMarker> marker = read_v4a_marker(may_be_row && !ends ? row : trimmed(row))) {
    return take_marker(*marker, row);
  }
  if (row.starts_with("***")) {
    may_move_ = false;
    const std::string meant = corrected_v4a_marker(row);
    const std::optional<std::string> odd = odd_character_in(row);
    return refuse_row(
        concat("this is no marker of a patch: ", quoted_row(row), odd ? concat(" (it holds the character ", *odd, ")") : "",
               meant.empty() ? ". A row of a file that begins so needs a blank, a - or a + before it." : ""),
        meant);
  }
  switch (section_) {
    case Section::refused: return;
    case Section::none:
      if (!trimmed(row).empty()) {
        section_ = Section::refused;  // this refusal covers what follows
        refuse_row(concat("a row stands above the first file: ", quoted_row(row)), "*** Update File: PATH");
      }
      return;
    case Section::add: return take_added_row(row);
    case Section::remove:
      if (trimmed(row).empty()) return;
      section_ = Section::refused;
      return refuse_row("`*** Delete File:` is not followed by rows; to remove lines, write `*** Update File:` and - rows.");
    case Section::update: break;
  }
  if (!row.empty()) may_move_ = false;
  if (row.starts_with("@@")) return take_below(row);
  take_hunk_row(row);
}

void V4aReader::take_marker(const V4aMarker& marker, std::string_view row) {
  switch (marker.kind) {
    case Kind::begin: return refuse_row("`*** Begin Patch` stands inside a patch; one patch holds all files.");
    case Kind::end:
      close_section();
      ended_ = true;
      return;
    case Kind::end_of_file:
      if (section_ == Section::refused) return;
      if (section_ == Section::add) return;  // true anyway for a new file
      if (section_ != Section::update || !has_rows_) {
        return refuse_row("`*** End of File` has to follow the rows of a hunk.");
      }
      file_ended_ = true;
      hunk().ends_file = true;
      return;
    case Kind::move:
    case Kind::add:
    case Kind::remove:
    case Kind::update: break;
  }
  if (marker.path.empty() || is_odd_path(marker.path)) {
    const std::optional<std::string> odd = odd_character_in(marker.path);
    refuse_row(odd ? concat("the name of the file begins or ends with the character ", *odd) : "the row names no file",
               odd ? with_plain_forms(row) : concat(without_trailing_blanks(row), " PATH"));
    if (marker.kind != Kind::move) {
      close_section();
      section_ = Section::refused;
    }
    return;
  }
  if (marker.kind == Kind::move) return take_move(marker.path);
  open_section(marker);
}

void V4aReader::take_move(const std::string& path) {
  if (section_ == Section::refused) return;
  if (section_ != Section::update || !may_move_) {
    return refuse_row("`*** Move to:` stands directly below `*** Update File:`.");
  }
  may_move_ = false;
  const auto [place, is_new] = moves_.try_emplace(file_, Operation{.target = Relocation{path}, .body = {}, .row = row_});
  if (!is_new) refuse_file(file().path, "has a new name in this patch already; a file is moved only once.");
}

void V4aReader::open_section(const V4aMarker& marker) {
  close_section();
  section_row_ = row_;
  hunks_of_section_ = 0;
  may_move_ = marker.kind == Kind::update;
  section_ = marker.kind == Kind::add ? Section::add : marker.kind == Kind::remove ? Section::remove : Section::update;
  const auto [place, is_new] = known_.try_emplace(marker.path, patch_.files.size());
  file_ = place->second;
  if (!is_new) {
    const bool updated = file().operations.empty() || std::holds_alternative<Passage>(file().operations.front().target);
    if (marker.kind == Kind::update && updated) return;
    section_ = Section::refused;
    return refuse_file(marker.path, "is already in this patch; a file is added, deleted or updated, and only once.");
  }
  if (patch_.files.size() == most_files) {
    faults_.add(beyond_limit("the number of files in the patch", most_files + 1, most_files));
    section_ = Section::refused;
    gave_up_ = true;
    return;
  }
  FileRequest request{.path = marker.path};
  if (marker.kind == Kind::add) {
    request.must_be_new = true;
    request.operations.push_back({.target = Whole{}, .body = {}, .row = row_});
  } else if (marker.kind == Kind::remove) {
    request.operations.push_back({.target = Removal{}, .body = {}, .row = row_});
  }
  patch_.files.push_back(std::move(request));
}

void V4aReader::take_added_row(std::string_view row) {
  if (trimmed(row).empty()) return blank_rows_.push_back(row_);
  if (!row.starts_with('+')) {
    return refuse_row(concat("the rows of a new file begin with +: ", quoted_row(row)), concat('+', row));
  }
  for (const std::uint32_t blank : blank_rows_) faults_.refuse_row(blank, "an empty row of a new file begins with +, too", "+");
  blank_rows_.clear();
  append(operation().body, concat(row.substr(1), '\n'));
}

// A row `@@`: ends the hunk above it, and is about the next one.
void V4aReader::take_below(std::string_view row) {
  if (has_rows_) close_hunk();
  blank_rows_.clear();
  if (!hunk_open_) open_hunk(row_);
  if (has_line_numbers(row)) {
    faults_.warn(row_,
                 "the line numbers behind @@ are not used in this format; the place is where the rows of the hunk stand.");
    counted_header_ = row_;
    return;
  }
  if (trimmed(row) == "@@") return;
  if (!row.starts_with("@@ ")) {
    const std::optional<std::string> odd = odd_character_in(row.substr(2, 4));
    return refuse_row(concat("a blank stands between @@ and the line", odd ? concat(", not the character ", *odd) : ""),
                      concat("@@ ", trimmed(with_plain_forms(row.substr(2)))));
  }
  hunk().below.emplace_back(row.substr(3));
}

void V4aReader::take_hunk_row(std::string_view row) {
  if (file_ended_) {
    if (trimmed(row).empty()) return;
    return refuse_row("rows follow `*** End of File`; a further hunk begins with @@.", "@@");
  }
  // Above the first hunk, blank rows are layout unless rows follow them.
  if (row.empty() && !hunk_open_) return blank_rows_.push_back(row_);
  if (!hunk_open_) {
    open_hunk(blank_rows_.empty() ? row_ : blank_rows_.front());
    for (std::size_t i = blank_rows_.size(); i > 0; --i) add_row(RowFate::kept, "");
    blank_rows_.clear();
  }
  if (row.empty()) return add_row(RowFate::kept, "");
  switch (row.front()) {
    case ' ': return add_row(RowFate::kept, row.substr(1));
    case '-': return add_row(RowFate::removed, row.substr(1));
    case '+': return add_row(RowFate::added, row.substr(1));
    default: return refuse_other(row);
  }
}

void V4aReader::refuse_other(std::string_view row) {
  has_rows_ = true;  // it has content, even if not understood
  if (row.starts_with("\\ ")) {
    return refuse_row(
        "this format does not speak of the line break at the end of a file: leave the row out; the file keeps its own end.");
  }
  if (const std::optional<std::string> odd = odd_first_character(row)) {
    const std::string plain = with_plain_first(row);
    const bool is_sign = plain.starts_with('-') || plain.starts_with(' ');
    return refuse_row(concat("the row begins with the character ", *odd), is_sign ? plain : concat(' ', row));
  }
  refuse_row(concat("a row of a hunk begins with a blank (it stays), a - (it goes) or a + (it is new): ", quoted_row(row)),
             concat(' ', row));
}

void V4aReader::open_hunk(std::uint32_t row) {
  if (file().operations.size() == most_operations) {
    faults_.add(beyond_limit("the number of hunks for one file", most_operations + 1, most_operations, file().path));
    gave_up_ = true;
  }
  Passage passage;
  passage.in_order = hunks_of_section_ > 0;
  file().operations.push_back({.target = std::move(passage), .body = {}, .row = row});
  ++hunks_of_section_;
  hunk_open_ = true;
  has_rows_ = false;
  counted_header_ = 0;
}

void V4aReader::add_row(RowFate fate, std::string_view text) {
  has_rows_ = true;
  hunk().rows.push_back({.fate = fate, .text = std::string(text)});
}

void V4aReader::close_hunk() {
  file_ended_ = false;
  if (!std::exchange(hunk_open_, false)) return;
  const std::uint32_t row = operation().row;
  Passage& closed = hunk();
  if (!std::exchange(has_rows_, false)) {
    return faults_.refuse_row(row, "the hunk holds no row; below @@ belong the rows that stay, go and are new.");
  }
  if (closed.rows.empty() || closed.ends_file || !quotes_nothing(closed)) return;
  if (!closed.below.empty()) {
    return faults_.refuse_row(
        row,
        concat("the hunk adds rows and does not say between which lines: @@ only says below which line to "
               "look for the place. Quote the line next to the new rows as a row that stays"),
        concat(' ', closed.below.back()));
  }
  if (counted_header_ != 0) {
    return faults_.refuse_row(row,
                              "the hunk adds rows and says by line numbers alone where; quote the line next to them as a row "
                              "that begins with a blank.");
  }
  faults_.warn(row,
               "the hunk quotes no line, so its rows go to the end of the file; to put them elsewhere, quote the line next to "
               "them.");
  closed.ends_file = true;
}

void V4aReader::close_section() {
  if (section_ == Section::update) {
    close_hunk();
    if (hunks_of_section_ == 0 && !moves_.contains(file_)) {
      faults_.refuse_row(section_row_,
                         concat("nothing is said about ", printable(file().path),
                                "; below `*** Update File:` stand hunks, each with @@ and its rows, or `*** Move to: PATH`."));
    }
  }
  blank_rows_.clear();
  section_ = Section::none;
}

}  // namespace

Result<V4aText> read_v4a(std::string_view input) { return V4aReader().read(input); }

}  // namespace kedge
