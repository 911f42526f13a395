// A file as it is on disk when a call begins.
#pragma once

#include <string>
#include <string_view>

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
  bool unread = false;                                                // it only looks as it did when it had these bytes
  std::shared_ptr<AnswerRoom> room = std::make_shared<AnswerRoom>();  // of the answer to the call that loaded it
};

// Whether a file is read that looks exactly as it did when its bytes were last known. A plan that a commit will hold against
// the bytes can be made without; whatever is said of a file without a commit has to rest on what was read.
enum class Reading : std::uint8_t { always, of_what_looks_changed };

// Refused if the path may not be used like this, and (encoding_unsupported) for UTF-16 and UTF-32. A missing file is not
// refused. A file with the same bytes that the store last saw there shares that text, and nothing is hashed.
Result<LoadedFile> load(const Session& session, std::string_view path, Access access, Reading reading = Reading::always);

// The same; a file that does not exist is refused (not_found).
Result<LoadedFile> load_existing(const Session& session, std::string_view path, Access access);

}  // namespace kedge
