// A patch shown while it is still arriving: for each hunk the rows that go, then the rows that come as they are written. What
// is given out is only ever added to, in the order of the patch. Nothing is refused here: a hunk that does not fit is left out,
// and the call that carries the whole patch says why.
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
  // The session as the next call has it. REQUIRES: as above.
  void serve(const Session& session) { session_ = &session; }

  // What can be shown now that this piece is there; pieces may end anywhere.
  std::string take(std::string_view piece);
  // No more comes: the last row counts although nothing ends it.
  std::string finish();

 private:
  struct File {
    std::optional<Text> text = std::nullopt;  // of the version that the section names
    std::string inside;
    bool is_new = false;
    LineSet gone = {};  // lines that were shown as removed: none is shown twice
  };

  void take_row(std::string_view row, std::string& out);
  void show_header(const PatchSection& section, std::string& out);
  // Whether it is shown at all.
  bool show_hunk(const PatchSection& section, const PatchHunk& hunk, File& file, std::string& out);
  File load(const PatchSection& section) const;

  const Session* session_;
  PatchReader reader_;
  std::string rest_;  // of a row that is not at its end
  std::map<std::size_t, File> files_;
  std::optional<std::size_t> headed_;  // the section whose header was shown last
  std::size_t section_ = 0, hunk_ = 0;
  bool hunk_begun_ = false;
  bool hunk_shown_ = false;
  std::size_t body_rows_ = 0;  // of the hunk, that were shown
};

}  // namespace kedge
