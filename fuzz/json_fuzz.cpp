// Any bytes as JSON: what is taken means the same when it is written and read again; what is refused says where.
#include <string_view>

#include "support/json_read.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {

void json(std::string_view text) {
  for (const JsonLimits& limits : {JsonLimits{}, JsonLimits{.depth = 3, .keys = 3, .string_bytes = 8, .values = 16}}) {
    const auto read = read_json(text, limits);
    if (!read) {
      KEDGE_REQUIRE(read.error().offset <= text.size() && !read.error().what.empty());
      KEDGE_REQUIRE(read.error().line >= 1 && read.error().column >= 1);
      continue;
    }
    const auto again = read_json(read->dump(), limits);
    KEDGE_REQUIRE(again.has_value() && *again == *read);
  }
}

}  // namespace kedge::fuzz
