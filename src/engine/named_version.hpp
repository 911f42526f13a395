// The version of a file that a caller names by its tag, and which of its rows that caller has been shown.
#pragma once

#include "edit/drift.hpp"
#include "engine/loaded_file.hpp"
#include "engine/session.hpp"

namespace kedge {

class NamedVersion {
 public:
  // Refused (snapshot_unknown) if the tag was never given to a version of this file, or its bytes are no longer kept.
  // REQUIRES: file and session outlive this.
  static Result<NamedVersion> find(const Session& session, const LoadedFile& file, const std::string& tag);

  const Text& text() const { return text_; }
  const Digest& version() const { return version_; }
  bool is_current() const { return version_ == file_->version; }

  // Rows of it whose number the session has not been shown: neither under this version nor, where the same line stands at the
  // same number, under another.
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
  std::vector<Drift> way_;
  bool others_ = false;
  bool own_ = false;
};

}  // namespace kedge
