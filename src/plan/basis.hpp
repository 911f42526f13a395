// The versions of a file that a call can be about, and which of their rows its caller had seen when it wrote the call. Nothing
// else decides what counts as shown.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "contract/receipt.hpp"
#include "edit/recover.hpp"
#include "plan/likely_lines.hpp"
#include "plan/loaded_file.hpp"
#include "plan/session.hpp"
#include "resolve/similarity.hpp"

namespace kedge {

// What counts as shown of one version to this session; `last` is 0 if nothing was.
Showing showing_of(const Session& session, const std::string& path, const Digest& version);
// Whether it was ever shown any of the file's versions.
bool has_met(const Session& session, const std::string& path);

// How a caller knows rows of a version, most certain first. Answers to edits are less certain than what was read: a caller that
// sends several edits may have written all of them before it saw the first answer.
enum class Belief : std::uint8_t {
  read,     // it read the rows, sent them itself, or repeats an operation that was refused with them
  shown,    // they were in an answer or a refusal
  version,  // the version was shown to it, but perhaps not these rows
};

class Basis {
 public:
  // Of the versions that were only shown in answers, this many are searched, last shown first: rows that stay are carried over
  // from one to the next.
  static constexpr std::size_t most_answers = 64;
  static constexpr std::size_t most_readings = 256;

  // All versions that a call can be about, last shown first: those that were read, the last of those that were in answers, and
  // any other in which the session wrote a row that has one of the signs. REQUIRES: file and session outlive this.
  Basis(const Session& session, const LoadedFile& file, const std::optional<std::vector<RowSign>>& signs = std::nullopt);
  // Only the version that the caller names. Refused (snapshot_unknown) if the tag was never given to a version of this file, or
  // its bytes are no longer kept.
  static Result<Basis> named(const Session& session, const LoadedFile& file, const std::string& tag);
  static std::optional<Basis> named(const Session& session, const LoadedFile& file, const Digest& version);

  std::size_t size() const { return showings_.size(); }
  const Showing& operator[](std::size_t i) const { return *showings_[i]; }
  bool is_current(std::size_t i) const { return showings_[i]->version == file_->version; }
  // False: nothing that the call is about can be among the rows of this version that count as read.
  bool may_be_read_in(std::size_t i) const;
  bool changed_since() const { return !showings_.empty() && !is_current(0); }
  // Null if its bytes are no longer kept.
  const Text* text(std::size_t i);

  // The versions in the order in which they count: those that were read, last read first, however often their rows were in
  // answers since. For an operation that is `refused_before`, the rows of the refusal count as read when they were shown.
  std::vector<std::size_t> in_order(Belief belief, bool refused_before = false) const;
  // The rows of a version that count. What was read counts less if an operation is `refused_before`: then the rows of the
  // refusal are what its caller looked at last.
  LineSet rows(std::size_t i, Belief belief, bool refused_before) const;

  // The budget for comparing lines that are merely alike, shared by all operations: a thousand near matches must not cost a
  // thousand times as much as one.
  WorkBudget& likeness() { return likeness_; }

  // The way from a version to the current file: kedge's own changes, which are known exactly, and those of others in between.
  // REQUIRES: text(i) is not null, and the version is not the current one.
  const std::vector<Leg>& way(std::size_t i);
  // Where lines of that version are now. `once` tells whether they occur once in a version. REQUIRES: as above.
  std::expected<LineSpan, Unproven> follow(std::size_t i, LineSpan lines, const std::function<bool(const Text&)>& once);
  // The same without the bytes of that version. nullopt: others have changed the file as well, or the lines are not proven.
  std::optional<LineSpan> follow_own(std::size_t i, LineSpan lines) const;
  DriftMaker changed_by(std::size_t i);
  // What has probably become of its lines: found once, however many parts of a call ask. REQUIRES: text(i) is not null.
  const Whereabouts& whereabouts(std::size_t i);
  // The current version, if it was shown.
  std::optional<std::size_t> current() const;

  // Those of `lines` that the session was not shown, either in this version or in another that has the same line at the same
  // number. `counts` is the member of Showing that counts. REQUIRES: text(i) is not null.
  LineSet not_shown(std::size_t i, const LineSet& lines, LineSet Showing::* counts);

 private:
  Basis(const Session& session, const LoadedFile& file, Showing showing)
      : session_(&session), file_(&file), showings_{std::make_shared<const Showing>(std::move(showing))} {}
  std::vector<Leg> way_from_version(const Showing& showing, const Text& text) const;
  // Comparing versions is work if kedge's records do not connect them: after too many `guesses`, none.
  LineSet in_place(const Showing& showing, const KnownText& named, const LineSet& lines, std::size_t& guesses) const;

  const Session* session_;
  const LoadedFile* file_;
  OwnRows::Showings showings_;
  bool by_tag_ = false;
  std::optional<std::set<Digest>> with_signs_;  // none: a call can be about any row
  WorkBudget likeness_;
  std::map<std::size_t, std::optional<Text>> texts_;
  std::map<std::size_t, std::vector<Leg>> ways_;
  std::map<std::size_t, Whereabouts> whereabouts_;
};

Result<std::vector<LineEdit>> recover(const Leg& leg, const std::vector<LineEdit>& edits, Code stale);

// The drift between two versions of a file. REQUIRES: `from` are the bytes of `from_version`.
Drift drift_between(Store& store, const std::string& path, const Text& from, const Digest& from_version, const Text& to,
                    const Digest& to_version);

}  // namespace kedge
