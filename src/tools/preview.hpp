// Calls that are still arriving, shown as far as they have come: for a harness that sees a model's words before they are a
// call. What is shown only grows; nothing is written, and nothing counts as shown.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "support/ordered_mutex.hpp"
#include "tools/patch_stream.hpp"
#include "tools/toolbox.hpp"

namespace kedge {

// The calls of one session, by the names that the harness gives them. May be used by several threads.
class Previews {
 public:
  static constexpr std::size_t most_calls = 16;
  static constexpr std::size_t most_bytes = 16UL * 1024 * 1024;  // of one call

  // What the call `name` would change. `input` is all of it that there is, or, where `from` is given, what comes behind the
  // first `from` bytes; then only what is new is answered. Only what was not known is read. Refused (schema_invalid) if what
  // was known is not how it begins.
  Result<std::string> show(const Session& session, const std::string& name, std::string_view input,
                           std::optional<std::size_t> from);

 private:
  struct Call {
    std::string name;
    std::string input = {};
    std::string shown = {};
    PatchStream stream;
  };

  Call& begun(const Session& session, const std::string& name, bool anew);

  OrderedMutex mutex_{LockOrder::preview};
  std::list<Call> calls_;  // the last used first
};

}  // namespace kedge
