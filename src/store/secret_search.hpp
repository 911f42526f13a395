// Which versions have a secret in them. What was searched once is not searched again, and of a version that an edit made of
// another, only the surroundings of the edit.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "store/remembered_texts.hpp"
#include "store/store.hpp"

namespace kedge {

class SecretSearch {
 public:
  using FindText = std::function<std::optional<Text>(const VersionName& name)>;
  // Texts that it does not find have no secret, as far as anybody knows. REQUIRES: as long as this is used.
  explicit SecretSearch(FindText find) : find_(std::move(find)) {}

  // The kind of secret in a version; nullopt if there is none.
  std::optional<std::string_view> in(const VersionName& name);
  // In a version before or after a recorded change, or in what it removed or added.
  std::optional<std::string_view> in(const RecordedFile& file);

 private:
  std::optional<std::string_view> after(const RecordedFile& file, const Digest& version);
  void note_clean(const Digest& version);

  FindText find_;
  std::set<Digest> clean_;  // versions that were searched, and have none
};

}  // namespace kedge
