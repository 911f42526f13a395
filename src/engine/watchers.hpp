// Telling whoever watches a session what has become true in it. None of this changes an outcome: what fails here is not told,
// and where nobody watches nothing is computed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/apply_plan.hpp"

namespace kedge {

// `make` gives what happened, as a MakeHappenings does.
template <class Make>
void tell(const Session& session, const Make& make) noexcept {
  if (!session.watchers) return;
  try {
    session.watchers(std::cref(make));
  } catch (...) {  // NOLINT(bugprone-empty-catch): whatever is wrong with those who watch, the work goes on
  }
}

// At this moment, of this session; the rest is the caller's to fill in.
Happening happening(const Session& session, Happening::Kind kind, std::string_view op);

// The change as it would be made, for views and for whoever is asked.
Happening proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits);

void tell_proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits) noexcept;
// Applied or undone; and recovered, where a file had changed since it was shown. Nothing if nothing was written.
void tell_done(const Session& session, const Deed& deed, const Receipt& receipt) noexcept;
void tell_refused(const Session& session, std::string_view op, const Error& error) noexcept;
// What opening the workspace has finished or taken back of a process that died; nothing if there was nothing.
std::optional<Happening> recovered_at_start(const Workspace& workspace);
void tell_recovered(const Session& session) noexcept;

// The text up to the last row that may be told, and how many bytes are left out.
struct ToldText {
  std::string text;
  std::uint64_t bytes_left_out = 0;
};
ToldText told_text(std::string_view whole);

}  // namespace kedge
