// What kedge remembers about the files of one root: which versions were shown to whom, who wrote what, and how to undo it.
// There is one on disk, and one in memory for when the disk cannot be used. The same tests run on both.
//
// Three levels of durability:
//   - record() is durable when it returns: an acknowledged edit can be undone after a power cut. (If the session does not
//     sync its files, the record survives a killed process only.)
//   - What was shown and the log stay in memory until flush(), and survive a killed process from then on. A tag survives as
//     soon as it is given, so that another process cannot give it to other content.
//   - The bytes of a version stay in memory. flush() writes them only if the process is about to exit or the file has
//     changed; until then the file itself has them.
// A read touches memory only, unless it asks for a tag.
//
// Not thread-safe; see locked_store.hpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"
#include "edit/line_map.hpp"
#include "fs/state_folder.hpp"
#include "store/call_counts.hpp"
#include "support/sha256.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

// A position in the log of one root: later events have greater ones. Never 0.
using Moment = std::uint64_t;

// What happened to a version of a file, as far as kedge saw it.
enum class EventKind : std::uint8_t {
  shown,     // a session read some of its rows
  answered,  // some of its rows were in the answer to an edit: shown, but not read
  edited,    // made by an edit
  written,   // made by a whole-file write
  undone,    // made by an undo or redo
  foreign,   // found on disk, and not made by kedge
  refused,   // some of its rows were in a refusal: shown, and read by a caller that sends the same call again
};

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
  LineSet lines;          // rows that it was shown, by whatever means
  Moment last = 0;        // when rows of it were last shown
  LineSet numbered = {};  // those shown with their line number in this version
  LineSet read = {};      // those shown by a read, a search or an open, or sent by the session itself
  LineSet refused = {};   // those shown by a refusal; the rest were in answers
  LineSet cut = {};       // those that were shown only in part
  Moment last_read = 0;   // when rows of it were last read; 0: never, or not asked for
  bool waiting = false;   // it is not written yet, and its moments are not final
};

// Of what a session was shown: the newest versions that were only in answers, the newest that count as read, those that were
// shown after a moment, and those that are named.
struct WantedShowings {
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

  std::size_t answers = all;
  std::size_t readings = all;
  Moment since = std::numeric_limits<Moment>::max();
  std::set<Digest> versions = {};
};

// What is shown to this session is printed to nobody: it checks an edit that is converted into another dialect.
inline constexpr std::string_view session_of_converting = "convert";

// Whether rows of a version count because it was read, or because so many of them were sent at once. Such versions are few.
bool counts_as_reading(const Showing& showing);
// The rows that were shown completely.
LineSet whole_rows(const Showing& showing);
// Adds what `more` shows; leaves the moments alone.
void add_rows(Showing& showing, const Showing& more);

// What one applied change did to one file. The inverse is computed when it is recorded, so that undo needs the bytes of
// neither version.
struct RecordedFile {
  std::string path;                             // inside the root, links followed
  std::optional<Digest> before = std::nullopt;  // nullopt: the file was created
  std::optional<Digest> after = std::nullopt;   // nullopt: the file was deleted
  std::string destination = {};                 // moved there
  ChangeSet changes = ChangeSet();              // over the bytes of `before`
  ChangeSet inverse = ChangeSet();              // over the bytes of `after`
  // The executable bit, if it changed, or if it was set on a file that was deleted.
  std::optional<bool> executable_before = std::nullopt;
  std::optional<bool> executable_after = std::nullopt;
  std::optional<std::string> attributes = std::nullopt;  // of a deleted file: its metadata
  std::size_t folders_made = 0;                          // that were made for the new name
  std::string withheld = {};  // the kind of secret in it; then its bytes are not recorded and there are no changes
  std::optional<LineMap> lines = std::nullopt;  // where its lines are afterwards, if that is recorded
};

// A change that kedge made to a file that stayed where it was.
struct OwnStep {
  Moment moment = 0;
  Digest before{}, after{};
  std::shared_ptr<const LineMap> lines = nullptr;  // null: not recorded
};

// The same as bytes: what turns those that it left into those that it met.
struct StepBack {
  Moment moment = 0;
  Digest after{}, before{};
  ChangeSet inverse = ChangeSet();
};

enum class RecordKind : std::uint8_t { edit, write, undo, redo };
std::string_view name_of(RecordKind kind);

// Rows of a new version that the answer to the call shows.
struct AnsweredRows {
  std::string path;
  Digest version{};
  LineSet lines, numbered, sent;  // as for Store::show
};

// One applied call: what `kedge log` lists and `kedge undo` reverts.
struct Record {
  std::string id = {};  // set by record(); opaque, never reused
  Moment moment = 0;    // set by record()
  std::int64_t time = 0;
  RecordKind kind = RecordKind::edit;
  std::string session = {};
  std::string client = {};  // the name of whoever called, or "cli"
  std::string summary = {};
  Digest call{};                // equal for equal calls
  std::string takes_back = {};  // undo, redo: the id of the change that was undone or redone
  bool undone = false;          // edit, write: currently undone
  bool reviewed = false;        // a person has said that they have seen it
  bool durable = true;          // for record(): on disk when it returns; otherwise it survives a killed process only
  std::vector<RecordedFile> files = {};
  std::vector<AnsweredRows> answered = {};  // for record(): shown to its session from then on
};

// How much is kept of one root.
struct RecordHoldings {
  std::uint64_t changes = 0;                         // that can be listed; most can be undone
  std::uint64_t versions = 0;                        // whose bytes are kept
  std::uint64_t files = 0;                           // that anything is known about
  std::uint64_t bytes = 0;                           // of versions and changes
  std::optional<std::int64_t> since = std::nullopt;  // nanoseconds of the wall clock; nullopt: nothing is kept
};

// Four upper-case hex digits that name one version of one path.
using Tag = std::string;

struct KnownText {
  Text text;
  Digest version{};
};

// Who may change files of a tree that several hosts share.
struct LeaseAnswer {
  bool is_ours = false;
  bool was_ours = false;  // nobody else has had it since it was taken last
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
  // The last version passed to remember(), if it is still in memory. The file may have changed since.
  virtual std::optional<KnownText> last_met(std::string_view path) = 0;
  // The bytes: from memory, from disk, or rebuilt from another version and the recorded changes between them. Their digest is
  // always checked.
  virtual std::optional<Text> text_of(std::string_view path, const Digest& version) = 0;
  // The tag of a version: derived from its digest and distinct from every other tag that this path ever had. (After
  // 65,536 versions of a path, tags have five digits.) If it cannot be written now, it has twelve digits and ends with this
  // process, and the next call tries again.
  virtual Tag tag_of(std::string_view path, const Digest& version) = 0;
  virtual std::optional<Digest> version_of(std::string_view path, std::string_view tag) = 0;
  // What kedge changed between two versions of a path, if the records connect them. Only forward: if somebody else restored an
  // old version, they may have moved other lines than the edit did. `to` may be a version of another path if the file was
  // moved there.
  virtual std::optional<ChangeSet> changes_between(std::string_view path, const Digest& from, const Digest& to) = 0;

  // The changes that kedge made to the file after that moment, oldest first. What was asked for before is in memory.
  virtual std::vector<OwnStep> steps_since(std::string_view path, Moment moment) = 0;
  // The last ones before that moment, newest first, at most `limit` and some megabytes; without those whose bytes are withheld.
  // Nobody has compared what they lead to with its digest.
  virtual std::vector<StepBack> steps_back(std::string_view path, Moment before, std::size_t limit) = 0;

  // ---- what was shown, and the log
  // `kind` is shown, answered or refused; `numbered` are the lines that were shown with their numbers, and `cut` those that
  // were too long to be shown completely. `sent` are those that the session wrote itself. Also records the version as foreign
  // if it is new to kedge and not the file's first.
  virtual void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines,
                    EventKind kind, std::int64_t time, const LineSet& numbered, const LineSet& cut, const LineSet& sent) = 0;
  void show(std::string_view session, std::string_view path, const Digest& version, const LineSet& lines, EventKind kind,
            std::int64_t time, const LineSet& numbered) {
    show(session, path, version, lines, kind, time, numbered, {}, {});
  }
  // The versions that the session was shown rows of, last shown first, at most `limit`: a session that keeps editing a file is
  // shown a new version with every edit.
  virtual std::vector<Showing> last_shown(std::string_view session, std::string_view path, std::size_t limit) = 0;
  // The same without a limit, with the moments of reading. What was asked for before is in memory, and what was shown long
  // before this process began may be missing unless it was read.
  virtual std::vector<std::shared_ptr<const Showing>> shown_versions(std::string_view session, std::string_view path,
                                                                     const WantedShowings& wanted) = 0;
  std::vector<std::shared_ptr<const Showing>> shown_versions(std::string_view session, std::string_view path) {
    return shown_versions(session, path, WantedShowings());
  }
  // Whether the session has read rows of the file after a moment.
  virtual bool read_since(std::string_view session, std::string_view path, Moment moment) = 0;
  // What it was shown of one version; `last` is 0 if nothing was.
  virtual Showing shown_of(std::string_view session, std::string_view path, const Digest& version) = 0;
  // What all sessions together were shown of it.
  virtual Showing shown_to_any(std::string_view path, const Digest& version) = 0;
  // The versions that any session was shown rows of, last shown first, at most `limit`.
  virtual std::vector<Digest> versions_shown_to_any(std::string_view path, std::size_t limit) = 0;
  // What happened to the file after a moment, oldest first.
  virtual std::vector<Event> events_since(std::string_view path, Moment moment) = 0;
  std::vector<Event> events(std::string_view path) { return events_since(path, 0); }
  // Whether anything but edits made a version of the file since kedge first saw it.
  virtual bool has_mixed_baseline(std::string_view path) = 0;

  // ---- history
  // Durable when it returns, together with everything waiting in memory, unless the record says otherwise. Sets `id` and
  // `moment`, and marks the change that an undo or redo is about. The old bytes of a file are kept if they were remembered.
  // Refused (no_space, io_failed, busy): the change cannot be undone.
  // A file with a secret in it (secrets.hpp) is recorded without its bytes. Only the process that made the change can undo it.
  virtual Result<Record> record(Record record) = 0;
  // The same for several, each on its own: those that can be are written and made durable together.
  virtual std::vector<Result<Record>> record_all(std::vector<Record> records) = 0;
  virtual std::optional<Record> find(std::string_view id) = 0;
  // Newest first, without the edits: `files` have only paths and versions. If a path is given, only changes of that file, under
  // either of its names if it was moved, or of files below that folder; empty: all.
  virtual std::vector<Record> newest(std::size_t limit, std::string_view path) = 0;
  std::vector<Record> newest(std::size_t limit) { return newest(limit, {}); }
  // The metadata of the file at this path when that record, or an undo or redo of it, deleted it; nullopt if not known.
  virtual std::optional<std::string> attributes_of(std::string_view id, std::string_view path) = 0;
  // The newest edit or write that is not undone; of this session, or of any if none is given.
  virtual std::optional<Record> last_applied(std::optional<std::string_view> session) = 0;
  // The newest edit or write with the same call, undone or not; of this session, or of any if none is given.
  virtual std::optional<Record> same_call(std::optional<std::string_view> session, const Digest& call) = 0;

  // Says that a person has seen the change, or has not. False: there is no such change.
  virtual Result<bool> mark_reviewed(std::string_view id, bool reviewed) = 0;

  // ---- statistics
  // Cheap: in memory until flush().
  virtual void count(const CountedCall& call) = 0;
  // By client, then dialect.
  virtual std::vector<CallCounts> call_counts() = 0;

  // ---- keeping
  // Writes what is waiting in memory. If that fails, take_warnings() says so once, and the store continues in memory. False:
  // there is something to tidy up once nobody waits; to be called again.
  virtual bool flush() = 0;
  // From now on publish() is called after each call, flush() soon after the last of several, and rest() before each wait: so a
  // lock may be kept from query to query.
  virtual void serve_calls() {}
  // Only what was shown so far. Before an answer leaves: then another process knows what it shows, and so does the next one if
  // this one is killed.
  virtual void publish() = 0;
  // Nothing is asked for a while, and no lock is kept.
  virtual void rest() {}
  // For the next answer, each given once: records that could not be read or written, and what was lost.
  virtual std::vector<std::string> take_warnings() = 0;
  virtual RecordHoldings holdings() = 0;
  // Deletes all that is known about these paths, or about every path if none is given, and overwrites it in the database
  // file.
  virtual Result<void> purge(std::span<const std::string> paths) = 0;
  // When this process last recorded that a file with a secret in it was replaced or removed.
  virtual std::optional<std::int64_t> last_secret() const = 0;
  // False: only in memory, lost when the process exits.
  virtual bool lasting() const = 0;

  // ---- shared by several servers
  // A call is going to ask what the session was shown of this path, above all of this version, what the tag names, and whether
  // the same call was made before. Only saves time, where the records are far away: until ready() or the next change of them,
  // the answers are those of now.
  struct Foreseen {
    std::string_view session;
    std::string_view path;
    const Digest& version;
    std::optional<std::string_view> tag = std::nullopt;
    std::optional<std::string_view> caller = std::nullopt;  // of the same call; none: anybody
    const Digest& call;
  };
  virtual void foresee(const Foreseen& /*questions*/) {}
  // How many questions about the records were answered as if nothing were known, because their server did not answer.
  virtual std::uint64_t unanswered() { return 0; }
  // Refused (store_unavailable): the server does not answer, or has not answered all questions since there were so many
  // unanswered ones. Then what was shown looks as if it had not been, and what was done as if it had not been.
  virtual Result<void> ready(std::uint64_t /*unanswered_before*/) { return {}; }
  Result<void> ready() { return ready(unanswered()); }
  // The same for every server that has these records; none: they belong to one machine.
  virtual std::optional<std::string> shared_secret() { return std::nullopt; }
  // Notes that a number was used, until a time. False: it was used before; none: that cannot be known now.
  virtual std::optional<bool> use_up(std::uint64_t /*number*/, std::int64_t /*now*/, std::int64_t /*until*/) {
    return std::nullopt;
  }
  // Takes the lease of a tree for a while, or keeps it, unless another holder has it. Refused (store_unavailable): nobody
  // knows.
  virtual Result<LeaseAnswer> take_lease(std::string_view /*tree*/, std::string_view /*holder*/,
                                         std::chrono::milliseconds /*time*/) {
    return LeaseAnswer{true, true};
  }
  virtual void give_lease_back(std::string_view /*tree*/, std::string_view /*holder*/) {}
};

struct StoreLimits {
  std::uint64_t bytes = 512UL * 1024 * 1024;                          // of kept versions and changes
  std::int64_t age = std::int64_t{7} * 24 * 60 * 60 * 1'000'000'000;  // nanoseconds
};

// Which bytes flush() writes, of versions that were shown and cannot be rebuilt cheaply.
enum class ByteKeeping : std::uint8_t {
  at_once,      // all: the process is about to exit
  when_needed,  // only of versions that the file no longer has: a server
};

// Never fails: if the database on disk cannot be used, the store is in memory, with a warning. The disk is first touched on
// first use. `fs` has to outlive it; `state` does not.
std::unique_ptr<Store> open_store(FileSystem& fs, const StateFolder& state, ByteKeeping keeping, StoreLimits limits = {});

std::unique_ptr<Store> memory_store(StoreLimits limits = {});

class DatabasePlace;
// The same somewhere else: see postgres.hpp.
std::unique_ptr<Store> open_store(std::unique_ptr<DatabasePlace> place, ByteKeeping keeping, StoreLimits limits = {});

}  // namespace kedge
