// The versions of one file that a session was shown, compared with the current file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "edit/drift.hpp"
#include "plan/loaded_file.hpp"
#include "plan/session.hpp"
#include "resolve/similarity.hpp"

namespace kedge {

// The versions of a file that count as shown to the session, last shown first, at most `limit`. Only this function and the next
// ask the store for them.
std::vector<Showing> last_showings(const Session& session, const std::string& path, std::size_t limit);
// What counts as shown of one version; `last` is 0 if nothing was.
Showing showing_of(const Session& session, const std::string& path, const Digest& version);

class ShownVersions {
 public:
  // At most this many versions are tried, last shown first.
  static constexpr std::size_t most = 64;

  // REQUIRES: file and session outlive this.
  ShownVersions(const Session& session, const LoadedFile& file);

  bool empty() const { return showings_.empty(); }
  std::size_t size() const { return showings_.size(); }
  const Showing& operator[](std::size_t i) const { return showings_[i]; }
  bool is_current(std::size_t i) const { return showings_[i].version == file_->version; }
  bool changed_since() const { return !empty() && !is_current(0); }

  // The budget for comparing lines that are merely alike, shared by all edits of the file: a thousand near matches must not
  // cost a thousand times as much as one.
  WorkBudget& likeness() { return likeness_; }

  // Null if its bytes are no longer kept.
  const Text* text(std::size_t i);

  // The first result of `look(i, text of that version, only its shown rows)`, last shown version first. Searches the shown rows
  // of all versions, then whole versions.
  template <class Look>
  auto newest_with(Look look) -> decltype(look(std::size_t{}, std::declval<const Text&>(), true)) {
    for (const bool only_shown_rows : {true, false}) {
      for (std::size_t i = 0; i < size(); ++i) {
        const Text* const then = text(i);
        if (then == nullptr) continue;
        if (auto found = look(i, *then, only_shown_rows)) return found;
      }
    }
    return {};
  }

  // Where lines of that version are now. Kedge's own changes are known exactly from its records, back to the version that
  // somebody else left; only their changes have to be inferred. `is_unique` says whether the lines occur once in a version.
  // REQUIRES: text(i) is not null, and the version is not the current one.
  std::expected<LineSpan, Unproven> follow(std::size_t i, LineSpan lines, const std::function<bool(const Text&)>& is_unique);

 private:
  const Session* session_;
  const LoadedFile* file_;
  std::vector<Showing> showings_;
  WorkBudget likeness_;
  std::map<std::size_t, std::optional<Text>> texts_;
  std::map<std::size_t, std::vector<Drift>> drifts_;  // one after the other

  const std::vector<Drift>& drifts(std::size_t i);
};

// The drift from a version to the current file: one step, or two if changes by others came before kedge's own. `since` is the
// time from which kedge's records count. REQUIRES: `from` are the bytes of `from_version`, which is not the current one.
std::vector<Drift> way_between(const Session& session, const LoadedFile& file, const Text& from, const Digest& from_version,
                               Moment since);

// The drift between two versions of a file. REQUIRES: `from` are the bytes of `from_version`.
Drift drift_between(Store& store, const std::string& path, const Text& from, const Digest& from_version, const Text& to,
                    const Digest& to_version);

}  // namespace kedge
