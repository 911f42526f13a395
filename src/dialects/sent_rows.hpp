// The rows of a text that was sent as an edit, and their faults. All faults are reported together, each with its row and, if
// known, the row that would have been right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"

namespace kedge {

// Rows without their line breaks (CRLF or LF); a line break at the end adds no row.
std::vector<std::string_view> sent_rows(std::string_view text);

// As much of a row as a refusal quotes.
std::string quoted_row(std::string_view row);

// The first character of the row that looks like another one or cannot be seen, by name, as in U+00A0.
std::optional<std::string> odd_character_in(std::string_view row);

// The same for its first character only.
std::optional<std::string> odd_first_character(std::string_view row);

class SentFaults {
 public:
  static constexpr std::size_t most = 100;  // nobody reads more than that

  // patch_syntax. `row` counts from 1.
  void refuse_row(std::uint32_t row, const std::string& problem, const std::string& corrected = {});
  void add(Error error);
  void warn(std::uint32_t row, std::string_view sentence);

  bool empty() const { return errors_.empty(); }
  bool full() const { return errors_.size() >= most; }
  // In the order of their rows. REQUIRES: not empty.
  Error take();
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  std::vector<Error> errors_;
  std::vector<std::string> warnings_;
};

}  // namespace kedge
