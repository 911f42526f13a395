#include "dialects/patch/patch_reader.hpp"

#include <algorithm>
#include <array>

#include "contract/request.hpp"
#include "dialects/patch/hunk_header.hpp"
#include "dialects/sent_rows.hpp"
#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

using HunkVerb = PatchHunk::Verb;

constexpr std::string_view verbs_to_use = "Use `replace N..M:`, `delete N..M`, or `insert before|after|head|tail:`";

bool is_blank_row(std::string_view row) { return row.find_first_not_of(" \t") == std::string_view::npos; }

// Characters that look like those of the grammar but are different.
std::optional<std::string> odd_character(std::string_view row) {
  constexpr std::array<char32_t, 8> odd{0x00A0, 0xFEFF, 0x200B, 0x2018, 0x2019, 0x201C, 0x201D, 0x2007};
  for (std::string_view left = row; !left.empty();) {
    const Utf8Step step = next_code_point(left);
    if (step.valid && std::ranges::find(odd, step.code) != odd.end()) return code_name(step.code);
    left.remove_prefix(step.length);
  }
  return std::nullopt;
}

// A row that could be meant as part of a patch, outside of its envelope.
bool may_be_patch(std::string_view row) {
  // A command could run it in another folder.
  if (row.starts_with("cd ") || row.find("&&") != std::string_view::npos) return true;
  return row.starts_with("***") || row.starts_with("@@") || row.starts_with('+') || read_section_header(row).has_value() ||
         read_hunk_header(row).has_value();
}

bool begins_envelope(std::string_view row) { return row.starts_with("*** Begin Patch") && is_blank_row(row.substr(15)); }

// The rows above the only envelope, if they are remarks, fences or the beginning of a here-document.
std::size_t rows_above_envelope(const std::vector<std::string_view>& rows) {
  const auto begin = std::ranges::find_if(rows, begins_envelope);
  if (begin == rows.end() || std::ranges::any_of(begin + 1, rows.end(), begins_envelope)) return 0;
  const bool remarks = std::ranges::none_of(rows.begin(), begin, may_be_patch);
  return remarks ? static_cast<std::size_t>(begin - rows.begin()) : 0;
}

// What the header of another format would be here.
std::string own_header(std::string_view row) {
  const std::size_t colon = row.find(':');
  if (colon == std::string_view::npos) return {};
  std::string_view path = row.substr(colon + 1);
  const std::size_t first = path.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  path = path.substr(first, path.find_last_not_of(" \t") - first + 1);
  const bool needs_tag = !row.starts_with("*** Add File:") && path.find('#') == std::string_view::npos;
  return needs_tag ? section_header(path, "TAG") : concat("¶", path);
}

}  // namespace

bool PatchReader::has_ended() const {
  return state_ == State::at_end || state_ == State::at_end_warned || state_ == State::at_end_told || state_ == State::aborted;
}

bool PatchReader::in_section() const { return state_ == State::in_section || state_ == State::in_refused_hunk || in_hunk(); }

std::optional<PatchReader::Place> PatchReader::open_hunk() const {
  if (!in_hunk()) return std::nullopt;
  return Place{section_, patch_.sections[section_].hunks.size() - 1};
}

void PatchReader::refuse_row(const std::string& problem, const std::string& corrected) {
  if (refusals_.size() == most_refusals) {
    enter(State::aborted);  // nobody reads more than that
    return;
  }
  Facts facts{{"patch_line", row_}, {"problem", problem}};
  std::string what = concat("line ", row_, ": ", problem);
  if (!corrected.empty()) {
    append(what, concat(what.ends_with('.') ? "" : ".", " Send instead: `", corrected, "`."));
    facts.set("corrected", corrected);
  }
  refusals_.push_back(refuse(Code::patch_syntax, std::move(what), std::move(facts)));
}

void PatchReader::warn_at(std::uint32_t row, const std::string& sentence) {
  patch_.warnings.push_back(concat("line ", row, ": ", sentence));
}

void PatchReader::drop(std::span<const std::string_view> rows) {
  row_ += static_cast<std::uint32_t>(rows.size());
  const auto remark = std::ranges::find_if_not(rows, is_blank_row);
  if (remark == rows.end()) return;
  warn_at(static_cast<std::uint32_t>(remark - rows.begin()) + 1,
          "the text above `*** Begin Patch` was dropped; send the patch alone.");
}

void PatchReader::take(std::string_view row) {
  ++row_;
  if (is_blank_row(row)) {
    if (in_body()) blank_rows_.emplace_back(row);
    return;
  }
  if (state_ == State::at_end || state_ == State::at_end_warned) {
    if (may_be_patch(row)) {
      enter(State::at_end_told);
      return refuse_row("text follows `*** End Patch`, where the patch is at its end; put every section before the marker.");
    }
    if (state_ == State::at_end) warn("the text below `*** End Patch` was dropped; send the patch alone.");
    return enter(State::at_end_warned);
  }
  if (has_ended()) return;
  const bool first = state_ == State::at_start;
  if (first) enter(State::before_sections);
  if (row.starts_with('+')) return take_body_row(row.substr(1));
  if (row.starts_with("***")) {
    if (first && row.starts_with("*** Begin Patch") && is_blank_row(row.substr(15))) {
      envelope_row_ = row_;
      return;
    }
    if (take_sentinel(row)) return;
  }
  if (const std::optional<SectionHeader> header = read_section_header(row)) return take_section(*header, row);
  if (row.starts_with('-') && in_section()) {
    return refuse_row(
        "`-` rows are not valid; hashline ranges already name the lines being changed. To insert a literal line starting with "
        "`-`, write `+-…`.");
  }
  if (in_section() && (take_foreign_header(row) || take_hunk(row))) return;
  take_bare_row(row);
}

bool PatchReader::take_sentinel(std::string_view row) {
  if (row.starts_with("*** End Patch") && is_blank_row(row.substr(13))) {
    close_section();
    enter(State::at_end);
    return true;
  }
  if (row.starts_with("*** Abort") && is_blank_row(row.substr(9))) {
    close_section();
    enter(State::aborted);
    warn("`*** Abort`: everything below it was dropped; what stands above it was taken.");
    return true;
  }
  if (row.find("¶") != std::string_view::npos) return false;  // part of a header with noise around it
  if (!starts_with_any(row, {"*** Begin Patch",
                             "*** Update File:", "*** Add File:", "*** Delete File:", "*** Move to:", "*** End of File"})) {
    return false;
  }
  const bool names_file = starts_with_any(row, {"*** Update File:", "*** Add File:", "*** Delete File:"});
  refuse_row(concat("apply_patch sentinel \"", quoted_row(row),
                    "\" is not valid in hashline. File sections start with `¶path#HASH` (no `Update File:` / `Add File:` "
                    "keyword). ",
                    verbs_to_use, " ops."),
             names_file ? own_header(row) : std::string());
  if (names_file && !in_section()) enter(State::in_refused_section);  // its rows mean nothing without the header

  return true;
}

bool PatchReader::take_foreign_header(std::string_view row) {
  if (!row.starts_with("@@")) return false;
  close_hunk();
  ++hunks_of_header_;
  enter(State::in_refused_hunk);
  if (row.starts_with("@@ -")) {
    refuse_row(concat("unified-diff hunk header (`@@ -N,M +N,M @@`) is not valid in hashline. ", verbs_to_use, " ops."));
  } else {
    refuse_row(concat("`@@`-bracketed hunk header \"", quoted_row(row),
                      "\" is not valid in hashline. Drop the `@@ ... @@` brackets and write a verb header such as `replace "
                      "N..M:`."));
  }
  return true;
}

void PatchReader::take_section(const SectionHeader& header, std::string_view row) {
  close_section();
  header_row_ = row_;
  hunks_of_header_ = 0;
  enter(State::in_refused_section);
  if (header.path.empty()) return refuse_row("the header names no file.", "¶PATH#TAG");
  if (!header.wrong_tag.empty()) {
    std::string tag = header.wrong_tag;
    std::ranges::transform(tag, tag.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
    return refuse_row("the digits of a tag are upper-case.", section_header(header.path, tag));
  }
  const bool noise = header.literal_path || !(row.starts_with("¶") || row.starts_with('['));
  if (noise) {
    if (!header.tag) {
      return refuse_row(concat("Missing hashline snapshot tag for anchored edit to ", printable(header.path), "; use ¶",
                               printable(header.path), "#tag from your latest read/search output."));
    }
    warn(
        concat("the header was taken as ", section_header(header.path, *header.tag), "; write it without anything around it."));
  }
  const std::string tag = header.tag.value_or("");
  if (const auto other = tags_.find(header.path); other != tags_.end() && other->second != tag) {
    return refuse_row(concat(printable(header.path), " is in this patch under #", other->second, " already, and under ",
                             tag.empty() ? "no tag" : concat('#', tag),
                             " here; all hunks for a file go under the tag of one version."));
  }
  tags_.emplace(header.path, tag);
  const auto [place, is_new] = known_.try_emplace({header.path, tag}, patch_.sections.size());
  section_ = place->second;
  if (is_new && patch_.sections.size() == most_sections) {
    refusals_.push_back(beyond_limit("the number of files in the patch", most_sections + 1, most_sections));
    return enter(State::aborted);
  }
  enter(State::in_section);
  if (!is_new) return;
  patch_.sections.push_back({.path = header.path, .literal_path = header.literal_path, .tag = header.tag, .row = row_});
}

bool PatchReader::take_hunk(std::string_view row) {
  std::optional<HunkHeader> header = read_hunk_header(row);
  const bool has_bare_rows = in_body() && !section().hunks.back().bare.empty();
  if (!header) {
    const std::optional<PatchHunk> numbers = bare_numbers(row);
    // Below a header, a number may be content to write.
    if (!numbers || state_ == State::in_bare_body) return false;
    close_hunk();
    ++hunks_of_header_;
    enter(State::in_refused_hunk);
    const std::string corrected = concat(written(*numbers), "` or `", [&] {
      PatchHunk removal = *numbers;
      removal.verb = HunkVerb::remove;
      return written(removal);
    }());
    if (numbers->first == numbers->last && row.find_first_not_of("0123456789: \t") == std::string_view::npos &&
        bare_numbers(row.substr(0, row.find_first_not_of("0123456789")))) {
      refuse_row("hunk headers need a verb. Use `replace N..N:` to replace, or `delete N` to delete.", corrected);
    } else {
      refuse_row(concat("bare range hunk header \"", quoted_row(row),
                        "\" is not valid. Hunk headers need a verb: write `replace N..M:` or `delete N..M`."),
                 corrected);
    }
    return true;
  }
  const bool of_file =
      header->hunk && (header->hunk->verb == HunkVerb::remove_file || header->hunk->verb == HunkVerb::move_file);
  if (of_file && has_bare_rows) {
    refuse_row(concat("\"", quoted_row(row),
                      "\" stands below rows without +, so that it may be one of them or an order about the whole file; put + "
                      "before every body row."));
    return true;
  }
  close_hunk();
  ++hunks_of_header_;
  if (!header->hunk) {
    enter(State::in_refused_hunk);
    const std::optional<std::string> odd = odd_character(row);
    refuse_row(concat(header->problem, odd ? concat(" (it holds the character ", *odd, ")") : "", ". ", verbs_to_use, '.'),
               header->corrected);
    return true;
  }
  PatchHunk& hunk = *header->hunk;
  hunk.row = row_;
  for (const std::string& sentence : header->tolerated) warn(sentence);
  if (hunk.last < hunk.first) {
    std::string what = concat("line ", row_, ": range ", hunk.first.value, "..", hunk.last.value, " ends before it starts.");
    PatchHunk turned = hunk;
    std::swap(turned.first, turned.last);
    append(what, concat(" Send instead: `", written(turned), "`."));
    refusals_.push_back(refuse(Code::invalid_range_order, std::move(what),
                               {{"path", section().path},
                                {"patch_line", row_},
                                {"start", hunk.first.value},
                                {"end", hunk.last.value},
                                {"corrected", written(turned)}}));
  }
  if (section().hunks.size() == most_operations) {
    refusals_.push_back(beyond_limit("the number of hunks for one file", most_operations + 1, most_operations, section().path));
    enter(State::aborted);
    return true;
  }
  enter(takes_body(hunk.verb) ? State::in_bare_body : State::in_bodiless_hunk);
  section().hunks.push_back(std::move(hunk));
  first_bare_row_ = 0;
  blank_rows_.clear();
  return true;
}

void PatchReader::flush_blank_rows() {
  for (std::string& blank : blank_rows_) {
    if (first_bare_row_ == 0) first_bare_row_ = row_;
    section().hunks.back().body.push_back(std::move(blank));
  }
  blank_rows_.clear();
}

void PatchReader::take_body_row(std::string_view row) {
  if (!in_body()) return take_stray(concat('+', row));
  PatchHunk& hunk = section().hunks.back();
  flush_blank_rows();
  enter(State::in_plus_body);
  hunk.body.emplace_back(row);
}

void PatchReader::take_bare_row(std::string_view row) {
  if (!in_body()) return take_stray(row);
  PatchHunk& hunk = section().hunks.back();
  if (hunk.body.empty() && !blank_rows_.empty()) refuse_blank_rows("above");
  flush_blank_rows();
  if (first_bare_row_ == 0) first_bare_row_ = row_;
  hunk.bare.push_back(static_cast<std::uint32_t>(hunk.body.size()));
  hunk.body.emplace_back(row);
}

// Blank rows between + rows are layout; next to rows without + they may be either.
void PatchReader::refuse_blank_rows(std::string_view where) {
  refuse_row(
      concat("blank rows stand ", where,
             " body rows without +, and it is not clear whether they should be written; put + before every body row, also "
             "the empty ones."));
}

void PatchReader::take_stray(std::string_view row) {
  if (state_ == State::in_refused_section || state_ == State::in_refused_hunk) return;
  ++hunks_of_header_;  // not understood, but the section is not empty
  if (state_ == State::before_sections_told || state_ == State::in_bodiless_hunk_told) return;
  if (state_ == State::before_sections) {
    enter(State::before_sections_told);
    const std::optional<std::string> odd = odd_character(row);
    return refuse_row(concat("input must begin with \"¶PATH#HASH\" on the first non-blank line for anchored edits; got: ",
                             quoted_row(row), odd ? concat(" (it holds the character ", *odd, ")") : ""));
  }
  if (state_ == State::in_bodiless_hunk) {
    enter(State::in_bodiless_hunk_told);
    const PatchHunk& hunk = section().hunks.back();
    if (hunk.verb != HunkVerb::remove) {
      return refuse_row(concat("`", hunk.verb == HunkVerb::remove_file ? "REM" : "MV", "` does not take body rows."));
    }
    PatchHunk replacement = hunk;
    replacement.verb = HunkVerb::replace;
    return refuse_row(
        hunk.block
            ? "`delete block N` does not take body rows. Remove the body, or use `replace block N:` to replace the block."
            : "`delete N..M` does not take body rows. Remove the body, or use `replace N..M:`.",
        concat(written(hunk), "` alone, or `", written(replacement)));
  }
  refuse_row(
      concat("payload line has no preceding hunk header. ", verbs_to_use, " above the body. Got \"", quoted_row(row), "\"."));
}

void PatchReader::close_hunk() {
  if (!in_hunk()) return;
  const bool has_body = in_body();
  enter(State::in_section);
  const PatchHunk& hunk = section().hunks.back();
  const bool ends_bare = !hunk.bare.empty() && hunk.bare.back() + 1 == hunk.body.size();
  if (ends_bare && !blank_rows_.empty()) refuse_blank_rows("below");
  blank_rows_.clear();
  if (first_bare_row_ != 0) {
    warn_at(first_bare_row_,
            "Auto-prefixed bare body row(s) with +. Body rows must be +TEXT literal lines; a + before each of them makes sure "
            "that they are taken for what they are.");
  }
  if (!has_body || !hunk.body.empty()) return;
  const std::uint32_t here = std::exchange(row_, hunk.row);
  if (hunk.verb != HunkVerb::replace) {
    refuse_row("`insert` needs at least one `+TEXT` body row.");
  } else if (hunk.block) {
    refuse_row(
        "`replace block N:` needs at least one `+TEXT` body row. To delete a block, use `delete N..M` with the block's line "
        "range.",
        concat("delete block ", hunk.first.value));
  } else {
    PatchHunk removal = hunk;
    removal.verb = HunkVerb::remove;
    refuse_row("`replace N..M:` needs at least one `+TEXT` body row. To delete lines, use `delete N..M`.", written(removal));
  }
  row_ = here;
}

void PatchReader::close_section() {
  const bool of_section = in_section();
  close_hunk();
  if (!of_section || hunks_of_header_ > 0) return;
  const std::uint32_t here = std::exchange(row_, header_row_);
  refuse_row(concat("the section of ", printable(section().path), " holds no operation. ", verbs_to_use, '.'));
  row_ = here;
}

Result<PatchText> PatchReader::finish() {
  if (!has_ended()) {
    close_section();
    if (envelope_row_ != 0) {
      ++row_;
      refuse_row(
          "the patch is cut off: `*** Begin Patch` is not followed by `*** End Patch`. Nothing of it was applied; send all of "
          "it.");
    }
  }
  if (refusals_.empty() && patch_.sections.empty()) {
    row_ = std::max(row_, 1U);
    refuse_row(
        "the patch is empty; input must begin with \"¶PATH#HASH\" on the first non-blank line for anchored edits; got: "
        "nothing.");
  }
  for (const PatchSection& each : patch_.sections) {
    const auto of_file = std::ranges::find_if(each.hunks, [](const PatchHunk& hunk) {
      return hunk.verb == HunkVerb::remove_file || hunk.verb == HunkVerb::move_file;
    });
    if (of_file == each.hunks.end() || each.hunks.size() == 1) continue;
    row_ = of_file->row;
    refuse_row(
        concat("`", of_file->verb == HunkVerb::remove_file ? "REM" : "MV",
               "` stands alone in the section of its file; send other changes of the file before it, in a patch of their "
               "own."));
  }
  if (!refusals_.empty()) {
    std::ranges::stable_sort(refusals_, {}, [](const Error& error) { return error.facts.number("patch_line"); });
    return std::unexpected(together(std::move(refusals_)));
  }
  return std::move(patch_);
}

Result<PatchText> read_patch(std::string_view input) {
  std::vector<std::string_view> rows;
  while (!input.empty()) {
    const std::size_t end = input.find('\n');
    std::string_view row = input.substr(0, end);
    input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
    if (end != std::string_view::npos && row.ends_with('\r')) row.remove_suffix(1);
    rows.push_back(row);
  }
  PatchReader reader;
  const std::size_t above = rows_above_envelope(rows);
  reader.drop(std::span(rows).first(above));
  for (const std::string_view row : std::span(rows).subspan(above)) reader.take(row);
  return reader.finish();
}

}  // namespace kedge
