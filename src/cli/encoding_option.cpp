#include "cli/encoding_option.hpp"

#include "cli/usage.hpp"
#include "text/encoding.hpp"

namespace kedge {

Result<std::string> encoding_of(const Arguments& arguments, std::string_view command) {
  std::string name(arguments.option("encoding").value_or(""));
  if (name.empty()) return name;
  if (const auto known = encoded("", name); !known) return wrong_usage("--encoding", known.error(), command);
  return name;
}

}  // namespace kedge
