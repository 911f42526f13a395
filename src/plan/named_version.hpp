// The version of a file that an edit is about, and which of its rows the caller has been shown.
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

  // One whose rows the caller named otherwise than by their numbers. REQUIRES: as above; the text is that version's.
  static NamedVersion shown(const Session& session, const LoadedFile& file, const Text& text, const Digest& version) {
    NamedVersion named(session, file, text, version);
    named.rows_ = &Showing::lines;
    return named;
  }

  const Text& text() const { return text_; }
  const Digest& version() const { return version_; }
  bool is_current() const { return version_ == file_->version; }

  // Rows of it that the session has not been shown (where they are named by their numbers: beside their numbers), neither under
  // this version nor, where the same line stands at the same number, under another.
  LineSet not_shown(const LineSet& lines) const;

  // What happened from here to the file as it is: one step, or two if somebody else's came before kedge's own.
  // REQUIRES: it is not the current one.
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
