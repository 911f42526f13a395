// What kedge remembers about the files of one root: which versions were shown to whom, who wrote what, and how to take it
// back. Two kinds: one on disk, and one in memory where there is no disk to be trusted; the same tests hold both.
//
// Three classes of durability (CONTRACT of the answer, not of the call):
//   - what record() is given is on disk when it returns: an edit that was acknowledged can be taken back after a power cut
//     (one of a session that does not sync its files either can be taken back after the death of the process);
//   - what was shown and the log are kept in memory until flush(), and survive the death of the process from then on; a tag
//     survives it as soon as it is given, so that another process cannot give it to other content;
//   - the bytes of a version are kept in memory, and are written by flush() only where the process is about to end or the
//     file has moved on, because as long as the file still has them nothing is lost.
// A read touches memory only, unless it asks for a tag.
//
// A store is used by one thread at a time; whoever has several holds a lock around it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"
#include "fs/state_folder.hpp"
#include "support/sha256.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

// Positions in the log of one root: what happened later has the greater one. Never 0.
using Moment = std::uint64_t;

// What happened to a version of a file, as far as kedge saw it.
enum class EventKind : std::uint8_t {
  shown,     // its rows were read by a session
  answered,  // some of its rows stood in the answer of an edit: shown, but not read
  edited,    // an edit of kedge made it
  written,   // a whole-file write of kedge made it
  undone,    // an undo or redo of kedge made it
  foreign,   // it was found on disk, and nobody here had made it
  refused,   // some of its rows stood in a refusal: shown, and read by whoever sends the same again
};

// Whether the session had its rows before it when it wrote what came next.
inline bool is_reading(EventKind kind) { return kind == EventKind::shown || kind == EventKind::refused; }

struct Event {
  Moment moment = 0;
  std::int64_t time = 0;  // nanoseconds of the wall clock
  EventKind kind = EventKind::shown;
  std::string session;
  Digest version{};
};

// What one session has been shown of one version of a file.
struct Showing {
  Digest version{};
  LineSet lines;          // rows that it knows, wherever it saw them
  Moment last = 0;        // when rows of it were last shown
  LineSet numbered = {};  // those of them that stood beside the number that they have in this version
  LineSet read = {};      // those of them that a reading showed: a read, a search, an open
  LineSet refused = {};   // those that a refusal showed; the rest stood in answers, or was sent by the session itself
  LineSet cut = {};       // those of which only the beginning was shown
};

// Rows of it that were shown from beginning to end.
LineSet whole_rows(const Showing& showing);
// `more` was shown, too; `last` is not touched.
void add_rows(Showing& showing, const Showing& more);

// What one applied change did to one file. The edits are over `before`; the inverse is computed from its bytes when it is
// recorded, so that taking it back needs neither version's bytes.
struct RecordedFile {
  std::string path;                             // inside the root, links followed
  std::optional<Digest> before = std::nullopt;  // nothing: the file was created
  std::optional<Digest> after = std::nullopt;   // nothing: the file was deleted
  std::string destination = {};                 // moved there
  ChangeSet changes = ChangeSet();              // over the bytes of `before`
  ChangeSet inverse = ChangeSet();              // over the bytes of `after`
  // The permission to run it, where that was changed, or was there and went with the file.
  std::optional<bool> executable_before = std::nullopt;
  std::optional<bool> executable_after = std::nullopt;
  std::optional<std::string> attributes = std::nullopt;  // deleted: what the file had besides its bytes
  std::size_t folders_made = 0;                          // above the new name, for it
  std::string withheld = {};  // the secret in it, for which its bytes are not in the records; then there are no changes
};

enum class RecordKind : std::uint8_t { edit, write, undo, redo };
std::string_view name_of(RecordKind kind);

// One applied call: what `kedge log` lists and `kedge undo` takes back.
struct Record {
  std::string id = {};  // given by record(); opaque, and never given twice
  Moment moment = 0;    // given by record()
  std::int64_t time = 0;
  RecordKind kind = RecordKind::edit;
  std::string session = {};
  std::string summary = {};
  Digest call{};                // equal for calls that ask for the same
  std::string takes_back = {};  // undo, redo: the id of the change that it took back or brought back
  bool undone = false;          // edit, write: is taken back at the moment
  bool durable = true;          // for record(): on disk when it returns; else it survives the death of the process only
  std::vector<RecordedFile> files = {};
};

// How much is kept of one root.
struct RecordHoldings {
  std::uint64_t changes = 0;                         // that can be listed, and most of them taken back
  std::uint64_t versions = 0;                        // whose bytes are kept
  std::uint64_t files = 0;                           // that anything is known of
  std::uint64_t bytes = 0;                           // of versions and changes
  std::optional<std::int64_t> since = std::nullopt;  // nanoseconds of the wall clock; nothing: there is nothing
};

// Four upper-case hex digits; a label of one version of one path.
using Tag = std::string;

struct KnownText {
  Text text;
  Digest version{};
};

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // ---- versions
  // These bytes are a version of the file. Cheap: shares the text's storage. REQUIRES: `version` is their digest.
  virtual void remember(std::string_view path, const Text& text, const Digest& version) = 0;
  // What the file was last remembered with, if that is in memory still. It may have other bytes by now.
  virtual std::optional<KnownText> last_met(std::string_view path) = 0;
  // Its bytes: as remembered, as kept on disk, or rebuilt from another version and the recorded changes in between. Never
  // bytes of another digest.
  virtual std::optional<Text> text_of(std::string_view path, const Digest& version) = 0;
  // The label of a version: from its digest, made distinct from every other one that this path ever had. (A path of more than
  // 65,536 versions gets labels of five digits.)
  virtual Tag tag_of(std::string_view path, const Digest& version) = 0;
  virtual std::optional<Digest> version_of(std::string_view path, std::string_view tag) = 0;
  // What kedge itself did between two versions of a path, if its records lead from the one to the other. Only in the direction
  // in which it was done: who brings an old version back from elsewhere may have moved other lines than the edit did. `to` may
  // be a version of another path if the file was moved there.
  virtual std::optional<ChangeSet> changes_between(std::string_view path, const Digest& from, const Digest& to) = 0;

  // ---- what was shown, and the log
  // `kind` is shown, answered or refused; `numbered` are those of the lines whose numbers were shown, too, and `cut` those that
  // were too long to be shown whole. Also notes the version as foreign if kedge had not known it and it is not the first.
  virtual void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines,
                    EventKind kind, std::int64_t time, const LineSet& numbered, const LineSet& cut) = 0;
  void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines, EventKind kind,
            std::int64_t time, const LineSet& numbered) {
    show(session, path, version, lines, kind, time, numbered, {});
  }
  // The versions that the session has been shown rows of, the last shown first, and of them no more than the first `limit`: a
  // session that stays with a file is shown a new version with every edit.
  virtual std::vector<Showing> last_shown(std::string_view session, std::string_view path, std::size_t limit) = 0;
  // What it has been shown of one version; `last` is 0 if nothing.
  virtual Showing shown_of(std::string_view session, std::string_view path, const Digest& version) = 0;
  // What all sessions together have been shown of it.
  virtual Showing shown_to_any(std::string_view path, const Digest& version) = 0;
  // What happened to the file, oldest first.
  virtual std::vector<Event> events(std::string_view path) = 0;

  // ---- history
  // Durable when it returns, together with all that waits, unless the record is not to be. Gives `id` and `moment`, and marks
  // what an undo or redo is about. The bytes that a file had before are kept if they were remembered. Refused (no_space,
  // io_failed, busy): the change cannot be taken back.
  // A file with a secret in it (secrets.hpp) is recorded without its bytes. The process that made the change can still take it
  // back.
  virtual Result<Record> record(Record record) = 0;
  virtual std::optional<Record> find(std::string_view id) = 0;
  // The newest first, without the edits themselves: `files` carry paths and versions only.
  virtual std::vector<Record> newest(std::size_t limit) = 0;
  // What the file at this path had besides its bytes when that record, or one that took it back or brought it back, deleted
  // it; nothing: nobody knows.
  virtual std::optional<std::string> attributes_of(std::string_view id, std::string_view path) = 0;
  // The newest edit or write that is not taken back; of this session, or of any if there is none given.
  virtual std::optional<Record> last_applied(std::optional<std::string_view> session) = 0;
  // The newest edit or write that asked for the same, taken back or not; of this session, or of any if there is none given.
  virtual std::optional<Record> same_call(std::optional<std::string_view> session, const Digest& call) = 0;

  // ---- keeping
  // Writes what is waiting. A store that cannot says so once, through take_warnings(), and goes on from memory.
  virtual void flush() = 0;
  // For the next answer, each told once: that records could not be read or written, what was lost with them.
  virtual std::vector<std::string> take_warnings() = 0;
  virtual RecordHoldings holdings() = 0;
  // Forgets all that is known of these paths, or of every path if none is given, and leaves no bytes of it in the records'
  // file.
  virtual Result<void> purge(std::span<const std::string> paths) = 0;
  // When this process last recorded that a file with a secret in it was replaced or removed.
  virtual std::optional<std::int64_t> last_secret() const = 0;
  // On disk; false: what is remembered ends with the process.
  virtual bool lasting() const = 0;
};

struct StoreLimits {
  std::uint64_t bytes = 512UL * 1024 * 1024;                          // of kept versions and changes
  std::int64_t age = std::int64_t{7} * 24 * 60 * 60 * 1'000'000'000;  // nanoseconds
};

// Which bytes flush() writes, of versions that were shown and cannot be rebuilt cheaply.
enum class ByteKeeping : std::uint8_t {
  at_once,      // all: the process is about to end
  when_needed,  // only of versions that the file no longer has: a server
};

// Always gives one: where the records on disk cannot be used, one in memory with a warning that says so. Touches the disk at
// first use, not now. `fs` has to outlive it; `state` does not.
std::unique_ptr<Store> open_store(FileSystem& fs, const StateFolder& state, ByteKeeping keeping, StoreLimits limits = {});

std::unique_ptr<Store> memory_store(StoreLimits limits = {});

}  // namespace kedge
