// Who is asking: one connection or one command line, the workspace it works in, and what kedge remembers for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "commit/file_change.hpp"
#include "commit/workspace.hpp"
#include "contract/receipt.hpp"
#include "contract/row_style.hpp"
#include "plan/answer_room.hpp"
#include "plan/happening.hpp"
#include "store/store.hpp"
#include "support/ordered_mutex.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// What a session has got wrong about files and has not read again since. Reads may come from any thread.
class Misreadings {
 public:
  // It quoted the file with another indentation than it has.
  void add(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.insert(path);
  }
  // It was told that the file has moved on from this version.
  void add_stale(const std::string& path, const Digest& version) {
    const std::lock_guard lock(mutex_);
    stale_.emplace(path, version);
  }
  void clear(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.erase(path);
    stale_.erase(stale_.lower_bound({path, Digest{}}), stale_.upper_bound({path, greatest_digest}));
  }
  bool has(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return paths_.contains(path);
  }
  bool is_stale(const std::string& path, const Digest& version) const {
    const std::lock_guard lock(mutex_);
    return stale_.contains({path, version});
  }

 private:
  static constexpr Digest greatest_digest = [] {
    Digest digest{};
    digest.fill(0xFF);
    return digest;
  }();

  mutable OrderedMutex mutex_{LockOrder::misreadings};
  std::set<std::string> paths_;
  std::set<std::pair<std::string, Digest>> stale_;
};

// What whoever is asked says to a change.
enum class Consent : std::uint8_t {
  given,
  refused,
  unanswered,  // the question was closed, and nobody said yes or no
  unasked,     // there is nobody to ask, and that counts as no
  awaited,     // the question is on its way: the call ends here and is made again with the answer
  unaskable,   // a question cannot even name all of its files
};

struct Proposal;

class Previews;  // of tools/: calls that are still arriving

struct Session {
  Workspace& workspace;
  Store& store;
  std::string id;  // versions that were shown to one session are not taken for shown to another
  CommitOptions commit = {};
  // Asks whoever can be asked; nothing: nobody is. Its consent is good for one commit of this proposal.
  std::function<Consent(const Proposal& proposal)> confirm = {};
  // Set when the caller has lost interest; nothing: it never does. Heeded up to the commit point and never after it.
  const std::atomic<bool>* cancelled = nullptr;
  // How far a long call is, and how far it goes if that is known. Called by the thread of the call.
  std::function<void(std::uint64_t done, std::optional<std::uint64_t> of)> progress = {};
  // Tells whoever watches; nothing: nobody can.
  TellWatchers watchers = {};
  std::shared_ptr<Misreadings> misread = std::make_shared<Misreadings>();
  // Of the answer to this call; unbounded unless a client cuts answers.
  std::shared_ptr<AnswerRoom> room = std::make_shared<AnswerRoom>();
  std::shared_ptr<Previews> previews = nullptr;  // nothing: none are shown
  Syntax* syntax = nullptr;                      // nothing: no grammar is at hand
  bool strict = false;                           // only what fits to the byte, and nothing that is merely tolerated
  std::vector<std::string> untold = {};          // warnings for the first answer to a change

  // Sessions whose showings count for this one, too.
  std::vector<std::string> also_shown_to = {};

  bool lasts = false;  // for more than one call: a server
  bool is_cancelled() const { return cancelled != nullptr && *cancelled; }
};

// How many rows of each file the answer may show when this many files change.
inline PreviewShape shape_of_answer(const Session& session, std::size_t files, PreviewShape usual = {}) {
  usual.most_bytes = session.room->left_for_result() / std::max<std::size_t>(files, 1);
  return usual;
}

}  // namespace kedge
