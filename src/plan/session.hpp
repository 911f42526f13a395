// The caller's session: one connection or one command line, the workspace it works in, and what kedge remembers for it.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
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
#include "plan/known_ways.hpp"
#include "plan/own_rows.hpp"
#include "plan/verdict.hpp"
#include "store/store.hpp"
#include "support/ordered_mutex.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// What a caller knows that sends an operation again.
enum class Repeats : std::uint8_t {
  nothing,           // it was not refused, or without rows
  refused,           // it was refused, with rows
  refused_for_both,  // it was told that it fits a row that was read and a newer one, and was shown the newer one
};

// What a session has misread in files and not read again since, and what was refused to it. Reads may come from any thread.
class Misreadings {
 public:
  // It quoted the file with the wrong indentation.
  void add(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.insert(path);
  }
  // It was told that this version is stale.
  void add_stale(const std::string& path, const Digest& version) {
    const std::lock_guard lock(mutex_);
    stale_.emplace(path, version);
  }
  // An operation was refused, and the caller was shown rows then: if it sends the operation again, it has looked at them.
  // That is so until it reads the file again.
  void add_refused(const std::string& path, const Digest& operation, Repeats as) {
    const std::lock_guard lock(mutex_);
    Repeats& known = refused_[path][operation];
    known = std::max(known, as);
  }
  void forget_refused(const std::string& path) {
    const std::lock_guard lock(mutex_);
    refused_.erase(path);
  }
  // Whether any operation on this file was. Nearly never, and it takes no digest to know.
  bool has_refused(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return refused_.contains(path);
  }
  Repeats was_refused(const std::string& path, const Digest& operation) const {
    const std::lock_guard lock(mutex_);
    const auto of_file = refused_.find(path);
    if (of_file == refused_.end()) return Repeats::nothing;
    const auto found = of_file->second.find(operation);
    return found != of_file->second.end() ? found->second : Repeats::nothing;
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
  std::map<std::string, std::map<Digest, Repeats>> refused_;
};

struct Proposal;

class Previews;       // of tools/: calls that are still arriving
class LanguageTools;  // of language/: the user's own language servers and formatters

struct Session {
  Workspace& workspace;
  Store& store;
  std::string id;  // what was shown to one session does not count as shown to another
  CommitOptions commit = {};
  // Asks for consent; if empty, nobody is asked. Consent is good for one commit of this proposal.
  std::function<Verdict(const Proposal& proposal)> confirm = {};
  // Set when the caller has cancelled; null if it never does. Heeded up to the commit point and never after it.
  const std::atomic<bool>* cancelled = nullptr;
  // Reports how far a long call is, and its total if known. Called on the call's own thread.
  std::function<void(std::uint64_t done, std::optional<std::uint64_t> of)> progress = {};
  // Tells the views; empty if there can be none.
  TellWatchers watchers = {};
  std::shared_ptr<Misreadings> misread = std::make_shared<Misreadings>();
  // Room in the answer to this call; unbounded unless the client cuts answers.
  std::shared_ptr<AnswerRoom> room = std::make_shared<AnswerRoom>();
  std::shared_ptr<Previews> previews = nullptr;  // null: none are shown
  Syntax* syntax = nullptr;                      // null: no grammar is available
  LanguageTools* language = nullptr;             // null: none are configured
  std::string encoding = {};                     // of the text of edits where a file is not UTF-8 and a call does not say it
  bool strict = false;                           // exact matches only, and nothing that is merely tolerated
  std::vector<std::string> untold = {};          // warnings for the first answer to a change

  // What these sessions were shown counts for this one as well.
  std::vector<std::string> also_shown_to = {};

  // What follows from what it was shown, kept from call to call.
  std::shared_ptr<KnownWays> ways = std::make_shared<KnownWays>();
  std::shared_ptr<OwnRows> sent = std::make_shared<OwnRows>();

  // If several roots are served and a call may be about any of them: the sessions in all, this one included.
  const std::vector<Session>* beside = nullptr;

  std::string client = {};  // the name of whoever calls, for the records

  bool lasts = false;  // serves more than one call, as a server does
  bool is_cancelled() const { return cancelled != nullptr && *cancelled; }
};

// How many rows of each file the answer may show when this many files change.
inline PreviewShape shape_of_answer(const Session& session, std::size_t files, PreviewShape usual = {}) {
  usual.most_bytes = session.room->left_for_result() / std::max<std::size_t>(files, 1);
  return usual;
}

}  // namespace kedge
