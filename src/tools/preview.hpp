// Previews of calls that are still arriving, for a program that sees a model's output before the call is complete. A preview
// only grows; nothing is written, and nothing counts as shown.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "support/ordered_mutex.hpp"
#include "tools/patch_stream.hpp"
#include "tools/toolbox.hpp"

namespace kedge {

// The calls of one session, by the names that the program gives them. May be used by several threads.
class Previews {
 public:
  static constexpr std::size_t most_calls = 16;
  static constexpr std::size_t most_bytes = 16UL * 1024 * 1024;  // of one call

  // What the call `name` would change. `input` is everything received so far; or, if `from` is given, what follows the first
  // `from` bytes, and then only the new part of the preview is returned. Only new input is read. Refused (schema_invalid) if
  // the input does not continue what came before.
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
  std::list<Call> calls_;  // most recently used first
};

}  // namespace kedge
