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
// Input that cannot be read is wrong usage, unless it is too large.
template <class T>
std::expected<T, Refused> or_unreadable(Result<T> input) {
  const bool too_large = !input && input.error().code == Code::limit_exceeded;
  return or_exit(too_large ? Exit::refused : Exit::usage, std::move(input));
}

}  // namespace kedge
