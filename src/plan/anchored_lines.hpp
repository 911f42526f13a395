// Operations that name lines by their hashes: the version that the caller has to mean, and where the lines stand in it.
#pragma once

#include "plan/named_version.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

bool names_by_hash(const FileRequest& asked);

struct AnchoredLines {
  NamedVersion version;
  std::vector<Operation> operations;  // as asked, by the numbers of the lines in that version
  std::vector<AutoCorrection> corrections;
};

// The newest version shown to the session in which every anchor fits a shown row. A hash that is still in the file but whose
// shown line is gone does not become another line: where the lines stand now is for the proof over the drift to say.
// Refused, all bad anchors together, with the rows that the caller should look at. REQUIRES: session and file outlive the
// result.
Result<AnchoredLines> find_anchored(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                    const Session& session, ShownVersions& shown);

}  // namespace kedge
