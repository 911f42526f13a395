// An edit on the command line: a patch, or the JSON arguments of a call.
#pragma once

#include "cli/command.hpp"
#include "dialects/dialect.hpp"

namespace kedge {

// The arguments of the dialect's edit tool, from --input FILE or standard input; the path may come from PATH. Refused as wrong
// usage of that command.
Result<Json> edit_call(const Arguments& arguments, const Dialect& dialect, std::string_view command);

}  // namespace kedge
