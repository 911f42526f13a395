// Shows a patch while it is still arriving: for each hunk the rows that go, then the new rows as they are written. Output is
// only ever appended, in the order of the patch. Nothing is refused here: a hunk that does not match is left out, and the call
// with the whole patch says why.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dialects/patch/patch_reader.hpp"
#include "plan/session.hpp"

namespace kedge {

class PatchStream {
 public:
  // REQUIRES: the session outlives this.
  explicit PatchStream(const Session& session) : session_(&session) {}
  // Switches to the session of the next call. REQUIRES: as above.
  void serve(const Session& session) { session_ = &session; }

  // What can be shown after this piece; pieces may end anywhere.
  std::string take(std::string_view piece);
  // The end of the patch: the last row counts even without a line break.
  std::string finish();

 private:
  struct File {
    std::optional<Text> text = std::nullopt;  // of the version that the section names
    std::string inside;
    bool is_new = false;
    LineSet gone = {};  // lines already shown as removed, so that none is shown twice
  };

  void take_row(std::string_view row, std::string& out);
  void show_header(const PatchSection& section, std::string& out);
  // Whether it is shown at all.
  bool show_hunk(const PatchSection& section, const PatchHunk& hunk, File& file, std::string& out);
  File load(const PatchSection& section) const;
  // The session in the root that the section's file is in; null if that is not certain.
  const Session* session_for(const PatchSection& section) const;

  const Session* session_;
  PatchReader reader_;
  std::string rest_;  // of a row that is incomplete
  std::map<std::size_t, File> files_;
  std::optional<std::size_t> headed_;  // the section whose header was shown last
  std::size_t section_ = 0, hunk_ = 0;
  bool hunk_begun_ = false;
  bool hunk_shown_ = false;
  std::size_t body_rows_ = 0;  // of the hunk, shown so far
};

}  // namespace kedge
