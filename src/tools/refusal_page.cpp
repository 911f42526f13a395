#include "tools/refusal_page.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

bool shows_rows(const Error& error) { return error.has_rows; }

}  // namespace

Error within_page(Error error, std::size_t most_bytes) {
  const auto fits = [&] { return to_text(error).size() <= most_bytes; };
  if (fits()) return error;
  error.next = "The corrected call is too long for an answer: send the edit in smaller parts.";
  std::size_t left_out = 0;
  while (!fits()) {
    const auto last = std::ranges::find_if_not(error.others | std::views::reverse, shows_rows);
    if (last == error.others.rend()) break;
    error.others.erase(std::next(last).base());
    ++left_out;
    error.next = concat(counted(left_out, "other refusal"), " of this call ", left_out == 1 ? "is" : "are",
                        " not shown: send the edit in smaller parts.");
  }
  if (!fits() && error.others.empty() && !shows_rows(error)) {
    const std::size_t too_much = to_text(error).size() - most_bytes;
    error.what.resize(beginning_of(error.what, error.what.size() - std::min(error.what.size(), too_much)).size());
  }
  return error;
}

}  // namespace kedge
