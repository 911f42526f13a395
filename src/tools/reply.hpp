// The answer to a tool call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "support/json.hpp"
#include "text/text.hpp"

namespace kedge {

// A file that was shown to the caller.
struct Opened {
  std::string path;  // inside the root
  Text text;
  Digest version{};
  LineSpan lines;  // that were shown
};

struct Reply {
  std::string text;
  std::optional<Json> structured = std::nullopt;
  std::optional<Error> refusal = std::nullopt;  // already worded in `text` and `structured`
  std::vector<Opened> read = {};                // one, if a file was read
  std::vector<Opened> opened = {};              // the same for views, if the dialect publishes what is read
  std::vector<std::string> changed = {};        // paths inside the root that are changed on disk
  std::string tree = {};                        // if several roots are served: the one that this is about, and its branch
};

}  // namespace kedge
