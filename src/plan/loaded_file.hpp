// A file as it is on disk when a call begins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/session.hpp"
#include "support/sha256.hpp"
#include "text/text.hpp"

namespace kedge {

struct LoadedFile {
  std::string given;   // as the caller spelled it
  std::string inside;  // inside the root, links followed
  bool exists = false;
  Text text = {};  // empty if there is no such file
  Digest version{};
  bool executable = false;
  std::optional<Vetted> vetted = std::nullopt;                        // if it exists and was loaded to be written
  bool unread = false;                                                // see Unread
  std::shared_ptr<AnswerRoom> room = std::make_shared<AnswerRoom>();  // of the answer to the call that loaded it
};

// The files of a plan that were not read, because they look exactly as they did when their bytes were last known. A commit
// holds a plan against the bytes; whatever is said of a file without a commit has to rest on what was read.
struct Unread {
  struct File {
    std::string path;  // as the caller spelled it
    Digest version;    // that it is taken to have
  };
  std::vector<File> files = {};
};
bool have_the_bytes_assumed(const Session& session, const Unread& unread);

// Refused if the path may not be used like this, and (encoding_unsupported) for UTF-16 and UTF-32. A missing file is not
// refused. A file with the same bytes that the store last saw there shares that text, and nothing is hashed. It is always read,
// unless the caller takes note of what is `unread`.
Result<LoadedFile> load(const Session& session, std::string_view path, Access access, Unread* unread = nullptr);

// The same; a file that does not exist is refused (not_found).
Result<LoadedFile> load_existing(const Session& session, std::string_view path, Access access);

}  // namespace kedge
