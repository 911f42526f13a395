#include "ui/colours.hpp"

#include <cstdlib>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

constexpr std::string_view default_colour = "\x1b[0m";

std::string_view colour_of_row(std::string_view row) {
  if (row.starts_with("--- ") || row.starts_with("+++ ")) return bold;
  if (row.starts_with("@@")) return cyan;
  if (row.starts_with('+')) return green;
  if (row.starts_with('-')) return red;
  return {};
}

}  // namespace

std::string in_colour(std::string_view text, std::string_view code, Colour colour) {
  return colour == Colour::none || code.empty() ? std::string(text) : concat(code, text, default_colour);
}

std::string coloured_diff(std::string_view diff, Colour colour) {
  std::string out;
  if (diff.ends_with('\n')) diff.remove_suffix(1);
  if (diff.empty()) return out;
  // Row by row, so that colours are added around text that is already escaped.
  for (const std::string_view row : split(diff, '\n')) {
    append(out, concat(in_colour(printable(row), colour_of_row(row), colour), '\n'));
  }
  return out;
}

Colour wanted_colour(bool on_terminal) {
  const char* const unwanted = std::getenv("NO_COLOR");
  const bool wanted = unwanted == nullptr || *unwanted == '\0';
  return on_terminal && wanted ? Colour::ansi : Colour::none;
}

}  // namespace kedge::ui
