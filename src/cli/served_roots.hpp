// The roots that a server serves, each with its own lock, records and views.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/open_workspace.hpp"
#include "engine/parked_secrets.hpp"
#include "fs/work_trees.hpp"
#include "mcp/service.hpp"
#include "process/sandbox.hpp"
#include "ui/audience.hpp"

namespace kedge {

class ServedRoots {
 public:
  ServedRoots();
  ServedRoots(const ServedRoots&) = delete;
  ServedRoots& operator=(const ServedRoots&) = delete;
  ~ServedRoots();

  // Which folders they are: those of --root, else those that the client has named, else the work tree around the current
  // folder, else that folder; with --worktrees, also the other work trees of their repositories. Absolute, each once.
  static std::vector<std::string> chosen(const Arguments& arguments, const std::vector<std::string>& of_client);

  // Opens them; with `all`, each has to open, otherwise one is enough, and the others are told on standard error.
  // REQUIRES: there is at least one.
  static Result<std::unique_ptr<ServedRoots>> open(const Arguments& arguments, const std::vector<std::string>& paths, bool all);

  // How long an answer is waited for when a person is asked.
  void wait_for_people(std::chrono::seconds longest);
  // Tells the service about all of them. REQUIRES: they outlive it.
  void serve(mcp::Service& service, Syntax* syntax);
  void close_sandbox(SandboxMode mode, Syntax& syntax) const;

  // Writes what is waiting. True if nothing is left to do.
  bool tidy_up();
  void finish();

 private:
  struct Opened;
  static void name_roots(const std::vector<std::unique_ptr<Opened>>& roots);

  std::vector<std::unique_ptr<Opened>> roots_;
  std::vector<std::string> unserved_;  // work trees of the same repositories
};

}  // namespace kedge
