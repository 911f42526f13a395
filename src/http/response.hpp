// The head of an HTTP response.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct ResponseHead {
  int status = 200;
  std::string_view type = {};                        // of the content; empty: there is none
  std::optional<std::size_t> length = std::nullopt;  // of the content; none: it has no end that is known
  std::string_view more = {};                        // further lines, each with its end
  bool keep_alive = true;
};

std::string to_bytes(const ResponseHead& head);

}  // namespace kedge
