// Rows that every record needs and that this process has found or made itself: the ids of the paths, and of the version that
// was last recorded of each, with its tag. They are known for as long as nobody else changes the database.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"
#include "store/tag.hpp"
#include "store/version_chain.hpp"

namespace kedge {

using PathId = std::int64_t;

struct VersionRow {
  VersionId id = no_version;
  PathId path = 0;
  bool known = false;  // was shown or made; not only given a tag
  bool kept = false;   // its bytes are stored
};

class KnownRows {
 public:
  // A transaction begins. What one has found that was not committed may not be there. True: others may have changed the records
  // since the last one.
  bool begin(sql::Database& database) {
    const std::optional<std::uint64_t> changes = database.changes_of_others();
    const bool others_may_have_written = !changes || changes != changes_;
    if (is_open_ || others_may_have_written) forget();
    changes_ = changes;
    is_open_ = true;
    return others_may_have_written;
  }
  void committed() {
    is_open_ = false;
    not_shown_.clear();
  }
  void forget() {
    paths_.clear();
    not_shown_.clear();
    salt_.reset();
    changes_.reset();
  }

  std::optional<PathId> path(std::string_view name) const {
    const auto found = paths_.find(name);
    return found == paths_.end() ? std::nullopt : std::optional(found->second.id);
  }
  // Without knowing whether its bytes are stored.
  std::optional<VersionRow> version(std::string_view path, const Digest& digest) const {
    const auto found = paths_.find(path);
    if (found == paths_.end() || found->second.last == no_version || found->second.digest != digest) return std::nullopt;
    return VersionRow{.id = found->second.last, .path = found->second.id, .known = true};
  }
  // With a tag that this process has given it.
  std::optional<TagNumber> tag(std::string_view path, const Digest& digest) const {
    const auto found = paths_.find(path);
    return found != paths_.end() && found->second.digest == digest ? found->second.tag : std::nullopt;
  }
  std::optional<Digest> labelled(std::string_view path, TagNumber tag) const {
    const auto found = paths_.find(path);
    return found != paths_.end() && found->second.tag == tag ? std::optional(found->second.digest) : std::nullopt;
  }
  const std::optional<std::string>& salt() const { return salt_; }
  // Outside a transaction: whether all this is still so.
  bool are_current(sql::Database& database) const { return !is_open_ && changes_ && changes_ == database.changes_of_others(); }

  void note_path(std::string_view name, PathId id) {
    if (!changes_) return;
    if (paths_.size() >= most_paths && !paths_.contains(name)) paths_.clear();
    paths_[std::string(name)].id = id;
  }
  // REQUIRES: it was shown or made.
  void note_version(std::string_view path, const Digest& digest, const VersionRow& row, std::optional<TagNumber> tag) {
    note_path(path, row.path);
    const auto found = paths_.find(path);
    if (found == paths_.end()) return;
    found->second.digest = digest;
    found->second.last = row.id;
    found->second.tag = tag;
  }
  void note_salt(std::string_view salt) {
    if (changes_) salt_ = salt;
  }

  // A version that the open transaction has made: nobody was shown any of it, until it is taken from here.
  void note_made(VersionId version) { not_shown_.push_back(version); }
  bool take_made(VersionId version) { return std::erase(not_shown_, version) > 0; }

 private:
  static constexpr std::size_t most_paths = 1024;
  struct OfPath {
    PathId id = 0;
    Digest digest{};
    VersionId last = no_version;
    std::optional<TagNumber> tag = std::nullopt;
  };
  std::map<std::string, OfPath, std::less<>> paths_;
  std::vector<VersionId> not_shown_;
  std::optional<std::string> salt_;
  std::optional<std::uint64_t> changes_;  // of others; none: nothing may be known
  bool is_open_ = false;
};

}  // namespace kedge
