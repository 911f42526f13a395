// Files named on the command line.
#pragma once

#include <span>
#include <vector>

#include "cli/command.hpp"
#include "text/text.hpp"

namespace kedge {

// The files of these positionals, in this order. All unreadable ones are refused together.
Result<std::vector<Text>> load_texts(const Arguments& arguments, std::span<const Positional> names);

// The content of --input, else of standard input.
Result<std::string> content_of(const Arguments& arguments);
// `usage`, except for content that is too large.
Exit exit_for_unreadable(const Error& error);

}  // namespace kedge
