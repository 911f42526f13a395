#include "cli/pages.hpp"

#include <algorithm>
#include <cstdlib>

#include "cli/output.hpp"
#include "fs/terminal.hpp"
#include "process/pager.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string pager() {
  for (const char* const name : {"KEDGE_PAGER", "PAGER"}) {
    const char* const wanted = std::getenv(name);
    if (wanted != nullptr) return wanted;
  }
  return "less";
}

}  // namespace

ui::Colour colour_of_output() { return ui::wanted_colour(prints_on_terminal()); }

Exit print_pages(const Arguments& arguments, std::string_view text) {
  const auto rows = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::string command = pager();
  const bool paged = prints_on_terminal() && !arguments.has("no-pager") &&
                     rows >= static_cast<std::size_t>(terminal_size().rows) && !command.empty() && command != "cat";
  if (paged) {
    ::setenv("LESS", "FRX", 0);  // as git does: colours, and no screen of its own
    if (show_with(command, text)) return Exit::done;
  }
  return print_escaped(text);
}

}  // namespace kedge
