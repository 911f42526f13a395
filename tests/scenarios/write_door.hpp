// The two ways to the program's tools: one process for each call, or a session over MCP.
#pragma once

#include <memory>
#include <string>

#include "scenarios/workplace.hpp"
#include "scenarios/write_path.hpp"
#include "support/json.hpp"

namespace kedge::test {

enum class DoorKind { commands, mcp };

// What the program said to a call: the data of its answer.
struct Told {
  bool done = false;
  Json data;
  std::string words;  // for a person who looks at a failure

  std::string text(std::string_view name) const;     // a string of the data, or empty
  std::int64_t number(std::string_view name) const;  // a number of the data, or 0
};

class Door {
 public:
  virtual ~Door() = default;
  virtual Told read(std::size_t lines) = 0;  // the file, or so many lines of it
  virtual Told edit(Json arguments) = 0;
  virtual Told write(const std::string& content, const std::string& expected_version) = 0;
  virtual Told undo(const std::string& id) = 0;
  // Brings a change back. Only commands can; a session cannot be asked for it.
  virtual bool can_redo() const = 0;
  virtual Told redo(const std::string& id) = 0;
  // Nothing more will be asked. False if the program did not end as it should.
  virtual testing::AssertionResult close() = 0;
};

std::unique_ptr<Door> open_door(DoorKind kind, const Workplace& place);

}  // namespace kedge::test
