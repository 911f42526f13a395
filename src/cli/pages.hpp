// Prints what may be long: on a terminal with colours, and page by page if it does not fit.
#pragma once

#include <string_view>

#include "cli/command.hpp"
#include "ui/colours.hpp"

namespace kedge {

inline constexpr std::array<Option, 1> paging_options{
    {{"no-pager", "", "print all of it, also if it does not fit the terminal"}}};

// For what print_pages() is given.
ui::Colour colour_of_output();

// REQUIRES: all but colours is escaped, if this is a terminal.
Exit print_pages(const Arguments& arguments, std::string_view text);

}  // namespace kedge
