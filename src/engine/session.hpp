// Who is asking: one connection or one command line, the workspace it works in, and what kedge remembers for it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "contract/receipt.hpp"
#include "engine/file_change.hpp"
#include "engine/workspace.hpp"
#include "store/store.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// Files that a session has quoted with another indentation than they have, and not read since. Reads may come from any thread.
class Misreadings {
 public:
  void add(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.insert(path);
  }
  void clear(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.erase(path);
  }
  bool has(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return paths_.contains(path);
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::string> paths_;
};

struct Session {
  Workspace& workspace;
  Store& store;
  std::string id;  // versions that were shown to one session are not taken for shown to another
  CommitOptions commit = {};
  // Asks whoever watches; nothing: nobody is asked. Gets what is about to be written.
  std::function<bool(const Receipt& planned)> confirm = {};
  std::shared_ptr<Misreadings> misread = std::make_shared<Misreadings>();
  Syntax* syntax = nullptr;              // nothing: no grammar is at hand
  bool strict = false;                   // only what fits to the byte, and nothing that is merely tolerated
  std::vector<std::string> untold = {};  // warnings for the first answer to a change
};

}  // namespace kedge
