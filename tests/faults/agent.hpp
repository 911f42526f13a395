// Who edits through the program as a coding agent does: reads a file, quotes what it was shown, and takes no for an answer.
#pragma once

#include <memory>
#include <string>

#include "place.hpp"
#include "support/json.hpp"

namespace faults {

struct Reply {
  bool done = false;
  std::string error;  // the code of a refusal
  std::string words;  // all of the answer, to be told
  kedge::Json data;

  std::string text(std::string_view name) const;  // a string of the data, or empty
};

// Refused for a reason that reading the file again removes.
bool is_worth_another_try(const Reply& reply);

class Agent {
 public:
  virtual ~Agent() = default;
  // The bytes that were shown. REQUIRES: a text that is shown as it is: ASCII, its lines ended by LF.
  virtual std::string read(const std::string& path) = 0;
  virtual Reply edit(const kedge::Json& arguments) = 0;
  virtual Reply undo(const std::string& id) = 0;
};

// A process for each call. All of them are one session, for the program cannot tell them apart. `name` is its own.
std::unique_ptr<Agent> agent_of_commands(const Place& place, std::string name);
// A server of its own, and so a session of its own.
std::unique_ptr<Agent> agent_of_mcp(const Place& place);

// Replaces text that is quoted from a file.
kedge::Json replacing(std::string_view from, std::string_view to);

}  // namespace faults
