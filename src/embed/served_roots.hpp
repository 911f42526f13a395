// The roots that are served together, each with its own lock, records and views.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "embed/opened_root.hpp"
#include "mcp/service.hpp"
#include "store/locked_store.hpp"
#include "store/posts.hpp"

namespace kedge {

// A root with what is particular about it.
struct RootToServe {
  OpenedWorkspace opened;
  std::unique_ptr<Store> store = nullptr;  // null: the one in its state folder
  bool is_on_disk = true;                  // else its files are the caller's own: it has no views and no branch
  // Whether the file that the next change needs is made ahead. Not in a program that may fork: the child would inherit the file
  // open for writing, and once it has become the user's file, the next change of it would be refused as `busy`.
  bool stages_ahead = false;
  std::unique_ptr<Posts> posts = nullptr;  // for views of other hosts; null: there are none
  TimeSpent in_store = {};                 // told how long calls of the store take
};

// What a sandbox leaves reachable of a root.
struct SandboxedRoot {
  const Workspace* workspace;
  std::string git_folder = {};  // which says what is checked out there; empty: nobody asks
};

class ServedRoots {
 public:
  ServedRoots();
  ServedRoots(const ServedRoots&) = delete;
  ServedRoots& operator=(const ServedRoots&) = delete;
  ~ServedRoots();

  using OpenOne = std::function<Result<RootToServe>(const std::string& path)>;
  // Opens them; with `all`, each has to open, otherwise one is enough, and take_warnings() tells of the others. `who` is what
  // views call this process. REQUIRES: there is at least one path, and each is absolute.
  static Result<std::unique_ptr<ServedRoots>> open(const std::vector<std::string>& paths, const OpenOne& open_one, bool all,
                                                   const std::string& who);

  // How long an answer is waited for when a person is asked.
  void wait_for_people(std::chrono::seconds longest);
  // Tells the service about all of them. REQUIRES: they outlive it.
  void serve(mcp::Service& service, Syntax* syntax);
  std::vector<SandboxedRoot> to_sandbox() const;
  // From now on, views on other hosts are told what happens, and can answer. Starts threads, so the sandbox has to be closed
  // first.
  void reach_far_views();
  const Workspace& first() const;
  Store& records_of_first() const;

  // Whether what is recorded outlives this process, in all roots.
  bool lasting() const;
  // Whether the servers that keep the records answer, of all roots.
  bool reaches_records();
  // Writes what is waiting, and removes what nobody needs any more. Returns how long the rest can wait: `pause` if it could not
  // be done now, nullopt if there is none.
  std::optional<std::chrono::milliseconds> tidy_up(std::chrono::milliseconds pause);
  // What the next changes need, for those roots that make it ahead: after a change, while nobody waits.
  void make_ahead();
  void finish();
  // For people, each given once: roots that could not be opened, and what went wrong with the records.
  std::vector<std::string> take_warnings();

 private:
  struct Opened;
  static void name_roots(const std::vector<std::unique_ptr<Opened>>& roots);

  std::vector<std::unique_ptr<Opened>> roots_;
  std::vector<std::string> unserved_;  // work trees of the same repositories
  std::vector<std::string> warnings_;
};

// The same folders, each once whatever its spelling.
std::vector<std::string> each_once(const std::vector<std::string>& paths);
// With the other work trees of their repositories.
std::vector<std::string> with_work_trees(const std::vector<std::string>& paths);

}  // namespace kedge
