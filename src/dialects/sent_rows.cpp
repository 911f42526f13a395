#include "dialects/sent_rows.hpp"

#include <algorithm>

#include "resolve/odd_characters.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_quoted = 120;

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::vector<std::string_view> sent_rows(std::string_view text) {
  std::vector<std::string_view> rows;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (row.ends_with('\r')) row.remove_suffix(1);
    rows.push_back(row);
  }
  return rows;
}

std::string quoted_row(std::string_view row) {
  std::size_t end = std::min(row.size(), longest_quoted);
  while (end > 0 && end < row.size() && continues_a_character(row[end])) --end;
  return concat(printable(row.substr(0, end)), end < row.size() ? "…" : "");
}

std::optional<std::string> odd_character_in(std::string_view row) {
  while (!row.empty()) {
    const Utf8Step step = next_code_point(row);
    if (step.valid && plain_form(step.code)) return code_name(step.code);
    row.remove_prefix(step.length);
  }
  return std::nullopt;
}

std::optional<std::string> odd_first_character(std::string_view row) {
  return row.empty() ? std::nullopt : odd_character_in(row.substr(0, next_code_point(row).length));
}

void SentFaults::refuse_row(std::uint32_t row, const std::string& problem, const std::string& corrected) {
  Facts facts{{"patch_line", row}, {"problem", problem}};
  std::string what = concat("line ", row, ": ", problem);
  if (!corrected.empty()) {
    append(what, concat(what.ends_with('.') ? "" : ".", " Send instead: `", quoted_row(corrected), "`."));
    facts.set("corrected", corrected);
  }
  add(refuse(Code::patch_syntax, std::move(what), std::move(facts)));
}

void SentFaults::add(Error error) {
  if (!full()) errors_.push_back(std::move(error));
}

void SentFaults::warn(std::uint32_t row, std::string_view sentence) {
  if (warnings_.size() < most) warnings_.push_back(concat("line ", row, ": ", sentence));
}

Error SentFaults::take() {
  std::ranges::stable_sort(errors_, {}, [](const Error& error) { return error.facts.number("patch_line"); });
  return together(std::move(errors_));
}

}  // namespace kedge
