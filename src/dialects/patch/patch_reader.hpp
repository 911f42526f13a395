// Reads a patch row by row, as it arrives. What has been read so far can be looked at before the rest is there.
#pragma once

#include <map>
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
  // No more rows come. Refused with all that was wrong.
  Result<PatchText> finish();

  bool has_ended() const { return end_ != End::open; }
  // The sections that were opened so far. The last hunk may still grow.
  const std::vector<PatchSection>& sections() const { return patch_.sections; }
  // Which section and hunk the last row belonged to, if it was part of one.
  struct Place {
    std::size_t section;
    std::size_t hunk;
  };
  std::optional<Place> open_hunk() const;

 private:
  enum class End : std::uint8_t { open, marked, aborted };

  void refuse_row(std::string problem, std::string corrected = {});
  void warn(std::string sentence) { warn_at(row_, std::move(sentence)); }
  void warn_at(std::uint32_t row, std::string sentence);
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
  PatchSection* section() { return has_section_ ? &patch_.sections[section_] : nullptr; }

  PatchText patch_;
  std::vector<Error> refusals_;
  std::uint32_t row_ = 0;
  End end_ = End::open;
  std::uint32_t envelope_row_ = 0;  // of *** Begin Patch
  bool said_something_ = false;     // a row that is not blank
  bool told_of_missing_header_ = false;
  bool told_of_rest_ = false;

  bool has_section_ = false;
  bool skips_section_ = false;  // its header was refused, and so are not all of its rows
  bool skips_body_ = false;     // what stands below a header of a hunk that was refused
  std::size_t section_ = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> known_;  // by path and tag
  std::map<std::string, std::string> tags_;                           // by path
  std::size_t hunks_of_header_ = 0;                                   // since the last header
  std::uint32_t header_row_ = 0;

  // The body of the hunk that is open.
  bool hunk_open_ = false;
  bool told_of_body_ = false;
  bool has_plus_rows_ = false;
  std::vector<std::pair<std::uint32_t, std::string>> loose_rows_;  // without +, since the last row that had one
  std::uint32_t first_bare_row_ = 0;                               // that was taken for a body row
  std::vector<std::string> blank_rows_;                            // that count only if the body goes on
};

}  // namespace kedge
