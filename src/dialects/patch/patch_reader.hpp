// Reads a patch row by row, as it arrives. What has been read can be inspected before the rest arrives.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/patch/patch_text.hpp"
#include "dialects/patch/section_header.hpp"

namespace kedge {

class PatchReader {
 public:
  static constexpr std::size_t most_sections = 256;
  static constexpr std::size_t most_refusals = 100;

  // One row without its line break.
  void take(std::string_view row);
  // Rows above the patch that are not part of it. They count, and are told.
  void drop(std::span<const std::string_view> rows);
  // The end of the patch. Refused with all faults together.
  Result<PatchText> finish();

  bool has_ended() const;
  // The sections that were opened so far. The last hunk may still grow.
  const std::vector<PatchSection>& sections() const { return patch_.sections; }
  // Which section and hunk the last row belonged to, if it was part of one.
  struct Place {
    std::size_t section;
    std::size_t hunk;
  };
  std::optional<Place> open_hunk() const;

 private:
  // What the rows so far have led to, and so what the next row can be. `told` states remember that rows of a kind have been
  // refused: one refusal covers all of them.
  enum class State : std::uint8_t {
    at_start,  // only blank rows so far
    before_sections,
    before_sections_told,
    in_refused_section,  // its rows mean nothing without the header
    in_section,          // no hunk is open
    in_refused_hunk,
    in_bare_body,      // a hunk is open, without a + row so far
    in_plus_body,      // a hunk is open, with a + row
    in_bodiless_hunk,  // an open hunk that takes no body rows
    in_bodiless_hunk_told,
    at_end,  // after *** End Patch
    at_end_warned,
    at_end_told,
    aborted,
  };

  // An abort is final.
  void enter(State next) {
    if (state_ != State::aborted) state_ = next;
  }
  bool in_section() const;  // with or without a hunk
  bool in_body() const { return state_ == State::in_bare_body || state_ == State::in_plus_body; }
  bool in_hunk() const { return in_body() || state_ == State::in_bodiless_hunk || state_ == State::in_bodiless_hunk_told; }
  void refuse_row(const std::string& problem, const std::string& corrected = {});
  void warn(const std::string& sentence) { warn_at(row_, sentence); }
  void warn_at(std::uint32_t row, const std::string& sentence);
  bool take_sentinel(std::string_view row);
  bool take_foreign_header(std::string_view row);
  void take_section(const SectionHeader& header, std::string_view row);
  bool take_hunk(std::string_view row);
  void take_body_row(std::string_view row);
  void take_bare_row(std::string_view row);
  void take_stray(std::string_view row);
  void flush_blank_rows();
  void refuse_blank_rows(std::string_view where);
  void close_hunk();
  void close_section();
  // REQUIRES: a section was opened.
  PatchSection& section() { return patch_.sections[section_]; }

  PatchText patch_;
  std::vector<Error> refusals_;
  std::uint32_t row_ = 0;
  State state_ = State::at_start;
  std::uint32_t envelope_row_ = 0;  // of *** Begin Patch

  std::size_t section_ = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> known_;  // by path and tag
  std::map<std::string, std::string> tags_;                           // by path
  std::size_t hunks_of_header_ = 0;                                   // since the last header
  std::uint32_t header_row_ = 0;

  // The body of the hunk that is open.
  std::uint32_t first_bare_row_ = 0;     // that was taken as a body row
  std::vector<std::string> blank_rows_;  // that count only if the body continues
};

}  // namespace kedge
