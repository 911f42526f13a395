#include "plan/named_version.hpp"

#include <algorithm>

#include "plan/shown_versions.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_records = 64;  // read to find out who changed a file

Error unknown(const LoadedFile& file, const std::string& tag, std::string_view why) {
  return refuse(Code::snapshot_unknown, concat(printable(file.given), ": ", why),
                Json::object({{"path", file.given}, {"version", tag}}));
}

// Tells whether lines of one version are the same lines, at the same numbers, in the other.
class SamePlaces {
 public:
  SamePlaces(Store& store, const std::string& path, const Text& one, const Digest& one_version, const Text& other,
             const Digest& other_version)
      : drift_([&] {
          const bool backwards = !store.changes_between(path, one_version, other_version) &&
                                 store.changes_between(path, other_version, one_version);
          return backwards ? drift_between(store, path, other, other_version, one, one_version)
                           : drift_between(store, path, one, one_version, other, other_version);
        }()) {}

  bool holds(LineSpan lines) const {
    if (!drift_.shown().has(lines.last()) || !drift_.current().has(lines.last())) return false;
    const auto now = drift_.follow(lines);
    return now && *now == lines;
  }

 private:
  Drift drift_;
};

}  // namespace

Result<NamedVersion> NamedVersion::find(const Session& session, const LoadedFile& file, const std::string& tag) {
  const std::optional<Digest> version = session.store.version_of(file.inside, tag);
  if (!version) {
    return std::unexpected(unknown(file, tag, concat("the tag #", tag, " was never given to a version of this file here.")));
  }
  if (*version == file.version) return NamedVersion(session, file, file.text, *version);
  std::optional<Text> text = session.store.text_of(file.inside, *version);
  if (!text) {
    return std::unexpected(
        unknown(file, tag, concat("the file has changed since #", tag, ", and the bytes of that version are no longer kept.")));
  }
  return NamedVersion(session, file, *std::move(text), *version);
}

LineSet NamedVersion::not_shown(const LineSet& lines) const {
  LineSet seen = showing_of(*session_, file_->inside, version_).*rows_;
  const auto left = [&] {
    LineSet missing;
    for (const LineSpan& span : lines.spans()) missing.add(seen.missing(span));
    return missing;
  };
  LineSet missing = left();
  if (missing.empty()) return missing;
  for (const Showing& showing : last_showings(*session_, file_->inside, ShownVersions::most)) {
    if (missing.empty()) break;
    if (showing.version == version_ || (showing.*rows_).empty()) continue;
    const std::optional<Text> text = showing.version == file_->version
                                         ? std::optional(file_->text)
                                         : session_->store.text_of(file_->inside, showing.version);
    if (!text) continue;
    const SamePlaces same(session_->store, file_->inside, *text, showing.version, text_, version_);
    for (const LineSpan& span : missing.spans()) {
      for (const LineSpan& shown : (showing.*rows_).spans()) {
        const LineSpan both{std::max(span.first, shown.first), std::min(span.end, shown.end)};
        if (both.first >= both.end) continue;
        if (same.holds(both)) {
          seen.add(both);
          continue;
        }
        for (LineNo line = both.first; line < both.end; line = line + 1) {
          if (same.holds(one_line(line))) seen.add(one_line(line));
        }
      }
    }
    missing = left();
  }
  return missing;
}

void NamedVersion::find_way() {
  if (!way_.empty() || is_current()) return;
  const Moment since = showing_of(*session_, file_->inside, version_).last;
  way_ = way_between(*session_, *file_, text_, version_, since);
  if (way_.size() > 1) {
    others_ = own_ = true;
  } else {
    others_ = !session_->store.changes_between(file_->inside, version_, file_->version);
    own_ = !others_ || std::ranges::any_of(session_->store.newest(most_records), [&](const Record& record) {
      return record.moment > since && std::ranges::any_of(record.files, [&](const RecordedFile& file) {
               return file.path == file_->inside && file.after != version_;
             });
    });
  }
}

}  // namespace kedge
