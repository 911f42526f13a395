// The tools of the dialects that are served, each under the name that a client calls it by, and what a call answers. Knows
// nothing of the protocol that carries it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dialects/dialect.hpp"
#include "plan/session.hpp"

namespace kedge {

struct ServedTool {
  std::string name;  // of the dialect's tool; with several dialects served, <dialect>_<tool>
  const Dialect* dialect;
  const ToolText* text;

  // Calls of tools that change files are to be run one after the other, in the order in which they came.
  bool changes_files() const { return text->verb == Verb::write || text->verb == Verb::edit || text->verb == Verb::undo; }
};

// `preview`: also the tool that shows calls while they arrive, of the dialects that can.
std::vector<ServedTool> served_tools(std::span<const Dialect* const> dialects, bool preview = false);

// A file that was put before the caller, for whoever watches.
struct Opened {
  std::string path;  // inside the root
  Text text;
  Digest version{};
  LineSpan lines;  // that were shown
};

struct Reply {
  std::string text;
  std::optional<Json> structured = std::nullopt;
  std::optional<Error> refusal = std::nullopt;  // `text` and `structured` tell it already
  std::vector<Opened> opened = {};              // one, where the dialect publishes what is read
  std::vector<std::string> changed = {};        // paths inside the root that are changed on disk
};

// A refusal, told.
Reply refused(const Error& error);

// REQUIRES: calls of tools that change files do not run at the same time; others may. `session.store` is a locked one if so.
Reply call(const ServedTool& tool, const Json& arguments, Session& session);

}  // namespace kedge
