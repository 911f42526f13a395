// The ids of changes and the times in an answer differ from run to run; scenarios name them. The first id that a scenario
// meets is ID1, the next one ID2, and so on; a time beside an id is TIME. A run may say ID1 where it needs the id itself.
#pragma once

#include <string>
#include <vector>

namespace kedge::test {

class UndoIds {
 public:
  // The output as a scenario tells it. Learns the ids that it announces: behind `undo_id`, and at the start of a row of the
  // log. What only looks like an id stays as it is.
  std::string named(std::string output);
  // The word with the ids that its names stand for. A name that nothing was called by is a word like any other.
  std::string meant(std::string word) const;

 private:
  void learn(const std::string& output);

  std::vector<std::string> ids_;  // ID1 is the first
};

}  // namespace kedge::test
