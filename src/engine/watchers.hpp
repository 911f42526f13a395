// Tells the views of a session what has happened. None of this changes an outcome: if telling fails, nothing is told, and
// without views nothing is computed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/apply_plan.hpp"

namespace kedge {

// `make` returns what happened, as a MakeHappenings does.
template <class Make>
void tell(const Session& session, const Make& make) noexcept {
  if (!session.watchers) return;
  try {
    session.watchers(std::cref(make));
  } catch (...) {  // NOLINT(bugprone-empty-catch): whatever is wrong with those who watch, the work goes on
  }
}

// A happening of this session, now; the caller fills in the rest.
Happening happening(const Session& session, Happening::Kind kind, std::string_view op);

// Its files, with the hunks that can be accepted one by one.
Happening proposed_files(const Receipt& planned);
// The change as it would be made, for views and for whoever is asked to consent.
Happening proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits);

void tell_proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits) noexcept;
// Tells that a change was applied or undone, and that it was recovered if a file had changed since it was shown. Tells nothing
// if nothing was written.
void tell_done(const Session& session, const Deed& deed, const Receipt& receipt) noexcept;
void tell_refused(const Session& session, std::string_view op, const Error& error) noexcept;
// A change that was made before, with only the names of its files.
Happening recorded_happening(const Record& record);
// The same as it would be told now. A file whose bytes of that time are no longer kept has no diff.
// REQUIRES: the record was found with its edits.
Happening recorded_happening(Store& store, const Record& record);
// What crash recovery completed or rolled back when the workspace was opened, if anything.
std::optional<Happening> recovered_at_start(const Workspace& workspace);
void tell_recovered(const Session& session) noexcept;

// The text up to the last row that may be sent, and how many bytes are left out.
struct ToldText {
  std::string text;
  std::uint64_t bytes_left_out = 0;
};
ToldText told_text(std::string_view whole);

}  // namespace kedge
