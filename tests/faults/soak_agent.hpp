// An agent of the soak: it has lines of its own in files that it shares with others, and files of its own, and knows of each
// what must be there. It works on them in several dialects, over MCP or with a process for each call, while whatever it asks
// may be killed at any moment. What was acknowledged is there; what was not is there as a whole or not at all.
#pragma once

#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "agent.hpp"
#include "client.hpp"
#include "place.hpp"

namespace faults {

inline constexpr std::size_t soak_agents = 6;
inline constexpr std::size_t soak_files = 6;

std::string soak_file(std::size_t file);
// What a shared file holds if the agents have counted so far.
std::string soak_text(std::size_t file, const std::vector<std::size_t>& counts);
std::string soak_folder(std::size_t agent);

// What an agent knows of what must be there.
struct SoakState {
  std::vector<std::size_t> counts = std::vector<std::size_t>(soak_files);  // in its lines of the shared files
  std::map<std::string, std::string> own;                                  // bytes of its own files, by path
  bool operator==(const SoakState&) const = default;
};

class SoakAgent {
 public:
  SoakAgent(const Place& place, std::size_t number, unsigned seed);

  // One call, or what is to be done about one that was lost. Throws std::runtime_error if a promise is broken.
  void step();
  // When nothing is killed any more: until it knows what became of its last call.
  void settle();
  // After that: what it knows, what it was told to be done (one id for each), and what it has counted.
  void write_record() const;

 private:
  // A change, in the words of a dialect: a tool of the server, or `kedge edit` and `kedge write`.
  struct Call {
    std::string dialect;
    std::string tool;  // edit, write or undo, as the program's commands are called
    std::string tool_of_server;
    kedge::Json arguments;
    std::string words;  // of a dialect whose edits are text
  };

  Reply reply_to(const Call& call);
  void make(const Call& call, const SoakState& after);
  void resolve();
  bool holds(const SoakState& state) const;
  std::string difference_to(const SoakState& state) const;  // of what is there; empty if it is that
  void look();
  void search();
  void undo();

  Call line_edit(std::size_t file, SoakState& after);
  Call batch(SoakState& after);
  Call own_file(SoakState& after);
  Call patch_of(const std::string& sections) const;
  std::string own_line(std::size_t count) const;
  std::string shown(std::string_view dialect, const std::string& path);

  const Place& place_;
  std::size_t number_;
  std::mt19937 random_;
  bool speaks_mcp_;
  std::unique_ptr<Client> client_;
  SoakState state_;
  SoakState wished_;        // of a call that was lost
  bool uncertain_ = false;  // whether one was
  std::size_t names_ = 0;
  std::string last_id_;  // of the newest change, if it can be taken back
  SoakState before_last_;
  std::vector<std::string> ids_;
  std::map<std::string, std::size_t> seen_;
};

}  // namespace faults
