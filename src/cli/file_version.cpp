#include "cli/file_version.hpp"

#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {

Result<Digest> version_of(std::string_view text, std::string_view field, std::string_view command) {
  if (const std::optional<Digest> digest = digest_from_hex(text)) return *digest;
  return wrong_usage(field, concat("'", printable(text), "' is no version; one has 64 hex digits"), command);
}

}  // namespace kedge
