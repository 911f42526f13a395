// The form that the tests run in: `./test` is short, `./test --long` sets KEDGE_FORM=long. What the long form tries
// exhaustively, the short form samples.
#pragma once

#include <cstdlib>
#include <string_view>

namespace kedge {

inline bool is_long_form() {
  const char* const form = std::getenv("KEDGE_FORM");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return form != nullptr && std::string_view(form) == "long";
}

}  // namespace kedge
