#include "store/secret_search.hpp"

#include "store/secrets.hpp"

namespace kedge {

std::optional<std::string_view> SecretSearch::in(const VersionName& name) {
  if (clean_.contains(name.digest)) return std::nullopt;
  const std::optional<Text> text = find_(name);
  if (!text) return std::nullopt;
  const std::optional<std::string_view> secret = secret_in(text->bytes());
  if (!secret) note_clean(name.digest);
  return secret;
}

std::optional<std::string_view> SecretSearch::in(const RecordedFile& file) {
  std::optional<std::string_view> secret;
  if (file.before) secret = in(VersionName{file.path, *file.before});
  if (file.after && !secret) secret = after(file, *file.after);
  // The files may be too large to be remembered, but the removed and added bytes are known.
  for (const ChangeSet* const changes : {&file.changes, &file.inverse}) {
    for (const Edit& edit : changes->edits()) {
      if (!secret) secret = secret_in(edit.text);
    }
  }
  return secret;
}

std::optional<std::string_view> SecretSearch::after(const RecordedFile& file, const Digest& version) {
  const VersionName name{file.destination.empty() ? file.path : file.destination, version};
  const std::optional<Text> text = find_(name);
  const bool leads_back = text && file.inverse.base_size() == text->size();
  if (!leads_back || !file.before || !clean_.contains(*file.before)) return in(name);
  const std::optional<std::string_view> secret = new_secret_in(text->bytes(), file.inverse);
  if (!secret) note_clean(name.digest);
  return secret;
}

void SecretSearch::note_clean(const Digest& version) {
  constexpr std::size_t most_clean = 4096;
  if (clean_.size() >= most_clean) clean_.clear();
  clean_.insert(version);
}

}  // namespace kedge
