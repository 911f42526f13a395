// Something that whoever watches a root wants to see: a value without anybody's files or sessions behind it. How it travels is
// not known here.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

struct Happening {
  enum class Kind : std::uint8_t {
    opened,     // a file was put before the caller, where the dialect publishes that
    proposed,   // a change is planned and not made: it waits for consent, or was only asked for as a preview
    applied,    // an edit or write is on disk
    refused,    // a call was refused; the files are as they were, unless the code says otherwise
    undone,     // an applied change was taken back or brought back
    recovered,  // an edit was moved over changes of others, or a change that a dead process had left was finished or taken back
  };

  struct File {
    std::string path;                   // inside the root, links followed; of a refusal, as the caller spelled it
    std::string op = {};                // of a change: create, update, delete, move
    std::string destination = {};       // of a move
    std::string previous_version = {};  // SHA-256 in hex digits; empty: there was no file
    std::string version = {};           // empty: there is no file any more, or it is of no interest
    std::string summary = {};
    std::uint64_t added = 0, removed = 0;  // rows of a change; a changed one is both
    std::string diff = {};                 // unified and readable
    std::string recovered = {};            // how the place of the edit was found in a file that had changed; empty: it had not
    std::string text = {};                 // of an opened file, all of it
    std::uint32_t first_line = 0;          // of the lines that were shown; 0: none
    std::uint32_t last_line = 0;           // inclusive
    std::uint64_t bytes_left_out = 0;      // of the diff or the text, which end before that

    friend bool operator==(const File&, const File&) = default;
  };

  Kind kind = Kind::applied;
  std::int64_t time = 0;  // nanoseconds of the wall clock
  std::string who = {};   // the client's name, or "cli"
  std::string session = {};
  std::string op = {};  // what was called: edit, write, undo, redo, or the name of a tool
  std::vector<File> files = {};
  std::string undo_id = {};  // of the applied change; of an undo or redo, that of the change which it was about
  std::string code = {};     // of a refusal
  std::string message = {};  // of a refusal, with what to do next
  std::vector<std::string> warnings = {};
  bool waits = false;  // a proposed change that somebody is asked about

  friend bool operator==(const Happening&, const Happening&) = default;
};

std::string_view name_of(Happening::Kind kind);

// Text beyond this is left out of a happening.
inline constexpr std::size_t most_told_bytes = 16UL * 1024 * 1024;

using MakeHappenings = std::function<std::vector<Happening>()>;
// Asks for what happened only if somebody watches: until then nothing is computed.
using TellWatchers = std::function<void(const MakeHappenings& make)>;

}  // namespace kedge
