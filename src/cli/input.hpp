// The files that a person named on the command line.
#pragma once

#include <span>
#include <vector>

#include "cli/command.hpp"
#include "text/text.hpp"

namespace kedge {

// The files of these positionals, in this order; all that cannot be read are refused together.
Result<std::vector<Text>> load_texts(const Arguments& arguments, std::span<const Positional> names);

// What --input names, else what is piped in.
Result<std::string> content_of(const Arguments& arguments);
// Wrong usage, but for content that was read and is too much.
Exit exit_for_unreadable(const Error& error);

}  // namespace kedge
