// Records on disk that are damaged anywhere, or are something else: every question has an answer, no version gets bytes that
// are not its own, no change leads elsewhere than it led, and an edit can be recorded and found again.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/input.hpp"
#include "store/store.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::fuzz {
namespace {

constexpr int file_count = 3;

std::string path_of(int file) { return concat("file", file); }
std::string bytes_before(int file) { return concat(file, std::string(1'500, 'a'), "\nend\n"); }
std::string bytes_after(int file) { return concat("b", file, "\nend\n"); }

RecordedFile edited(std::string path, std::string before, const std::string& after) {
  const Text text(std::move(before));
  const ChangeSet changes = *ChangeSet::make(text, {{.span = {{0}, {text.size()}}, .text = after}});
  return {.path = std::move(path),
          .before = text.digest(),
          .after = sha256(after),
          .changes = changes,
          .inverse = changes.invert(text)};
}

void show(Store& store, std::string_view path, const std::string& bytes) {
  const Text text(bytes);
  store.remember(path, text, text.digest());
  const LineSet lines(text.all_lines());
  store.show("s", path, text.digest(), lines, EventKind::shown, 1, lines);
}

// The state folder, and records with some of everything in them: once with all in one file, once with a log in front of it.
class Records {
 public:
  Records() {
    fill();
    log_ = state_.read("store.db-wal");
    database_ = state_.read("store.db");
    KEDGE_REQUIRE(!database_.empty());
  }

  test::ScratchState& state() { return state_; }
  const std::string& database() const { return database_; }
  const std::string& log() const { return log_; }

 private:
  void fill() {
    // Left open: whoever closes the records last moves the log into the file.
    open_ = open_store(state_.fs(), state_.state(), ByteKeeping::at_once);
    for (int file = 0; file < file_count; ++file) {
      show(*open_, path_of(file), bytes_before(file));
      (void)open_->tag_of(path_of(file), sha256(bytes_before(file)));
      KEDGE_REQUIRE(open_->record({.session = "s", .files = {edited(path_of(file), bytes_before(file), bytes_after(file))}}));
    }
    open_->flush();
  }

  test::ScratchState state_;
  std::unique_ptr<Store> open_;
  std::string database_, log_;
};

// Holes of some bytes, anywhere; or the end is missing.
std::string damaged(std::string bytes, Input& input) {
  for (std::size_t left = 1 + input.below(4); left > 0 && !bytes.empty(); --left) {
    const std::size_t at = (input.byte() * 65536 + input.byte() * 256 + input.byte()) % bytes.size();
    const std::size_t kind = input.below(8);
    if (kind == 0) {
      bytes.resize(at);
      continue;
    }
    const std::size_t size = std::min(kind < 4 ? kind : input.byte(), bytes.size() - at);
    const char value = static_cast<char>(input.byte());
    for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(bytes[at + i] ^ value);
  }
  return bytes;
}

void expect_true_answers(Store& store) {
  for (int file = 0; file < file_count; ++file) {
    for (const std::string& bytes : {bytes_before(file), bytes_after(file)}) {
      const std::optional<Text> text = store.text_of(path_of(file), sha256(bytes));
      KEDGE_REQUIRE(!text || text->bytes() == bytes);
    }
    const Text before(bytes_before(file));
    if (const auto changes = store.changes_between(path_of(file), before.digest(), sha256(bytes_after(file)))) {
      KEDGE_REQUIRE(changes->base_size() == before.size() && changes->apply(before).bytes() == bytes_after(file));
    }
    for (const Showing& showing : store.last_shown("s", path_of(file), 100)) (void)showing;
    (void)store.events(path_of(file));
  }
  (void)store.last_applied("s");
  (void)store.same_call("s", sha256("x"));
  for (const Record& record : store.newest(10)) (void)store.find(record.id);
}

void expect_it_works(Store& store) {
  show(store, "other", "one");
  const Tag tag = store.tag_of("other", sha256("one"));
  KEDGE_REQUIRE(store.version_of("other", tag) == sha256("one"));
  const Result<Record> record = store.record({.session = "s", .files = {edited("other", "one", "two")}});
  KEDGE_REQUIRE(record.has_value() && store.find(record->id));
  KEDGE_REQUIRE(store.text_of("other", sha256("two"))->bytes() == "two");
  store.flush();
  KEDGE_REQUIRE(store.last_shown("s", "other", 100).size() == 1);
}

}  // namespace

void database(std::string_view bytes) {
  static Records records;
  Input input(bytes);
  test::ScratchState& state = records.state();
  for (const char* const name : {"store.db", "store.db-wal", "store.db-shm", "store.db.damaged"}) {
    std::error_code ignored;
    std::filesystem::remove(state.file(name), ignored);
  }
  switch (input.below(4)) {
    case 0: state.write("store.db", std::string(input.rest())); break;
    case 1:
      state.write("store.db-wal", damaged(records.log(), input));
      state.write("store.db", records.database());
      break;
    default:
      state.write("store.db", damaged(records.database(), input));
      if (input.flag()) state.write("store.db-wal", records.log());
  }
  {
    const std::unique_ptr<Store> store = open_store(state.fs(), state.state(), ByteKeeping::at_once);
    expect_true_answers(*store);
    expect_it_works(*store);
  }
  const std::unique_ptr<Store> again = open_store(state.fs(), state.state(), ByteKeeping::at_once);
  expect_true_answers(*again);
}

}  // namespace kedge::fuzz
