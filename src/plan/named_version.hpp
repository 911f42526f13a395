// The version that an edit is about, and which of its rows the caller was shown.
#pragma once

#include "edit/drift.hpp"
#include "plan/loaded_file.hpp"
#include "plan/session.hpp"

namespace kedge {

class NamedVersion {
 public:
  // Refused (snapshot_unknown) if the tag was never given to a version of this file, or its bytes are no longer kept.
  // REQUIRES: file and session outlive this.
  static Result<NamedVersion> find(const Session& session, const LoadedFile& file, const std::string& tag);

  // For a version whose rows the caller did not name by number. REQUIRES: as above; the text is that version's.
  static NamedVersion shown(const Session& session, const LoadedFile& file, const Text& text, const Digest& version) {
    NamedVersion named(session, file, text, version);
    named.rows_ = &Showing::lines;
    return named;
  }

  const Text& text() const { return text_; }
  const Digest& version() const { return version_; }
  bool is_current() const { return version_ == file_->version; }

  // Those of `lines` that the session was not shown (with their numbers, if rows are named by number), either in this version
  // or in another that has the same line at the same number.
  LineSet not_shown(const LineSet& lines) const;

  // The drift from this version to the current file: one step, or two if somebody else's changes came before kedge's own.
  // REQUIRES: this is not the current version.
  const std::vector<Drift>& way() const { return way_; }
  bool others_changed() const { return others_; }
  bool kedge_changed() const { return own_; }
  void find_way();

 private:
  NamedVersion(const Session& session, const LoadedFile& file, Text text, const Digest& version)
      : session_(&session), file_(&file), text_(std::move(text)), version_(version) {}

  const Session* session_;
  const LoadedFile* file_;
  Text text_;
  Digest version_;
  LineSet Showing::* rows_ = &Showing::numbered;  // what counts as shown
  std::vector<Drift> way_;
  bool others_ = false;
  bool own_ = false;
};

}  // namespace kedge
