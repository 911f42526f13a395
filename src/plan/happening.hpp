// An event for the views of a root: a plain value that refers to no file or session. How it is sent is not known here.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

struct Happening {
  enum class Kind : std::uint8_t {
    opened,     // a file was shown to the caller, in a dialect that publishes this
    proposed,   // a change is planned but not made: it waits for consent, or only a preview was asked for
    applied,    // an edit or write is on disk
    refused,    // a call was refused; the files are as they were, unless the code says otherwise
    undone,     // an applied change was undone or redone
    recovered,  // a stale edit was recovered, or crash recovery completed or rolled back a change
  };

  struct File {
    std::string path;                   // inside the root, links followed; of a refusal, as the caller spelled it
    std::string op = {};                // of a change: create, update, delete, move
    std::string destination = {};       // of a move
    std::string previous_version = {};  // SHA-256 in hex digits; empty: there was no file
    std::string version = {};           // empty: the file is gone, or its version does not matter
    std::string summary = {};
    std::uint64_t added = 0, removed = 0;  // rows of a change; a changed one is both
    std::string diff = {};                 // unified and readable
    std::string recovered = {};            // how the edit's place was found in a changed file; empty if it had not changed
    std::string text = {};                 // of an opened file, all of it; what a file is to become if somebody is asked
    std::uint32_t first_line = 0;          // of the lines that were shown; 0: none
    std::uint32_t last_line = 0;           // inclusive
    std::uint64_t bytes_left_out = 0;      // of the diff or text, which is cut there
    // Of a change of a file that stays where it is: the lines before and after, each as first and number of lines. They can be
    // accepted and taken back one by one.
    struct Hunk {
      std::uint32_t before = 0, lines_before = 0, after = 0, lines_after = 0;

      friend bool operator==(const Hunk&, const Hunk&) = default;
    };
    std::vector<Hunk> hunks = {};

    friend bool operator==(const File&, const File&) = default;
  };

  Kind kind = Kind::applied;
  std::int64_t time = 0;  // nanoseconds of the wall clock
  std::string who = {};   // the client's name, or "cli"
  std::string session = {};
  std::string op = {};  // what was called: edit, write, undo, redo, or the name of a tool
  std::vector<File> files = {};
  std::string undo_id = {};  // of the applied change; for undo and redo, of the change they are about
  std::string code = {};     // of a refusal
  std::string message = {};  // of a refusal, with what to do next
  std::vector<std::string> warnings = {};
  bool waits = false;  // a proposed change that waits for somebody's answer

  friend bool operator==(const Happening&, const Happening&) = default;
};

std::string_view name_of(Happening::Kind kind);

// A happening leaves out text beyond this.
inline constexpr std::size_t most_told_bytes = 16UL * 1024 * 1024;

using MakeHappenings = std::function<std::vector<Happening>()>;
// Calls `make` only if somebody is watching; otherwise nothing is computed.
using TellWatchers = std::function<void(const MakeHappenings& make)>;

}  // namespace kedge
