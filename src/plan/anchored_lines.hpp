// Turns operations that name lines by hash into line numbers of the version that the caller must mean.
#pragma once

#include "plan/named_version.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

bool names_by_hash(const FileRequest& asked);

struct AnchoredLines {
  NamedVersion version;
  std::vector<Operation> operations;  // as requested, with line numbers of that version
  std::vector<AutoCorrection> corrections;
};

// Finds the newest version shown to the session in which every anchor matches a shown row. If a shown line is gone, its anchor
// does not move to another line with the same hash; where the lines are now is left to the proof over the drift. A refusal
// covers all bad anchors together and has the rows that the caller should look at. REQUIRES: session and file outlive the
// result.
Result<AnchoredLines> find_anchored(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                    const Session& session, ShownVersions& shown);

}  // namespace kedge
