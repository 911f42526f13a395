#include "cli/version.hpp"

#include <charconv>

#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {

Result<Digest> version_of(std::string_view text, std::string_view field, std::string_view command) {
  Digest digest{};
  bool fits = text.size() == 2 * digest.size();
  for (std::size_t i = 0; fits && i < digest.size(); ++i) {
    const char* const at = text.data() + 2 * i;
    fits = std::from_chars(at, at + 2, digest[i], 16).ptr == at + 2;
  }
  if (fits) return digest;
  return std::unexpected(wrong_usage(field, concat("'", printable(text), "' is no version; one has 64 hex digits"), command));
}

}  // namespace kedge
