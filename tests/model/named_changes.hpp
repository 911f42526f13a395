// Changes as the tests of the commit ask for them: by what the file holds, not by its hash.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "commit/file_change.hpp"
#include "support/sha256.hpp"

namespace kedge {

inline FileChange created(std::string path, std::string content) {
  return {ChangeKind::create, std::move(path), std::move(content)};
}
inline FileChange replaced(std::string path, std::string_view old, std::string content) {
  return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
}
inline FileChange removed(std::string path, std::string_view old) {
  return {ChangeKind::remove, std::move(path), {}, {}, sha256(old)};
}
inline FileChange moved(std::string path, std::string destination, std::string_view old) {
  return {ChangeKind::move, std::move(path), {}, std::move(destination), sha256(old)};
}

}  // namespace kedge
