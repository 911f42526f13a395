// A caller writes several calls from one reading. Whatever has happened in between, its own edits included, each of them
// changes the very rows that it was written for, once, or none. Every row has an identity that only the judge knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "dialects/dialect.hpp"
#include "edit/diff.hpp"
#include "laws/random_source.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tools/verb.hpp"

namespace kedge::laws {
namespace {

constexpr const char* read_file_name = "file.txt";

struct KnownRow {
  int identity;
  std::string content;
};
using KnownRows = std::vector<KnownRow>;

std::string bytes_of(const KnownRows& rows) {
  std::string bytes;
  for (const KnownRow& row : rows) append(bytes, concat(row.content, '\n'));
  return bytes;
}

// Rows [first, first + removed) of a reading go, and new ones come in their place.
struct MeantEdit {
  std::size_t first, removed;
  KnownRows added;
};

class OneReading {
 public:
  OneReading(const Dialect& dialect, Random& random) : dialect_(&dialect), random_(&random) {
    session_->lasts = true;
    for (std::size_t left = 4 + random.below(12); left > 0; --left) now_.push_back(new_row());
    session_.put(read_file_name, bytes_of(now_));
    read();
  }

  void read() {
    Json arguments = Json::object();
    arguments.set(dialect_->fields.path, read_file_name);
    if (!dialect_->fields.anchored.empty()) arguments.set(dialect_->fields.anchored, true);
    ASSERT_TRUE(verb::read(*dialect_, arguments, *session_).has_value());
    reading_ = now_;
    append(trace_, concat("\n-- read:\n", bytes_of(reading_)));
    last_call_.reset();
  }

  void others_change() {
    const std::size_t at = random_->below(now_.size() + 1);
    const auto place = now_.begin() + static_cast<std::ptrdiff_t>(at);
    if (at < now_.size() && now_.size() > 2 && random_->one_in(3)) {
      now_.erase(place);
    } else {
      now_.insert(place, {next_++, concat("theirs ", next_)});
    }
    session_.rewrite(read_file_name, bytes_of(now_));
    append(trace_, concat("\n-- others:\n", bytes_of(now_)));
    before_last_.clear();
    last_call_.reset();
  }

  // What the caller sent last is sent again, as after a lost answer.
  void repeat() {
    if (!last_call_) return;
    const Result<Reply> reply = verb::edit(*dialect_, *last_call_, *session_);
    expect(now_, reply.has_value() ? "a repeated call has written again" : "a refused repetition has written");
  }

  void undo() {
    if (before_last_.empty()) return;
    const Result<Reply> reply = verb::undo(*dialect_, Json::object(), *session_);
    append(trace_, reply ? "\n-- undone" : "\n-- not undone");
    if (reply) now_ = before_last_;
    expect(now_, "an undo does not restore the bytes");
    before_last_.clear();
    last_call_.reset();
  }

  // Whether it was applied; none if the dialect has no words for it.
  std::optional<bool> edit() {
    const MeantEdit meant = random_edit();
    const std::optional<Json> call = said(meant);
    // Sent again, a refused call means the rows that it was refused with.
    if (!call || refused_.contains(call->dump())) return std::nullopt;
    also_right_.clear();
    const std::optional<KnownRows> right = carried_out(meant);
    const std::string before = bytes_of(now_);
    const Result<Reply> reply = verb::edit(*dialect_, *call, *session_);
    if (!reply) refused_.insert(call->dump());
    trace_ = concat(trace_, "\n-- ", call->dump(), "\n   ", reply ? "applied" : reply.error().what);
    if (session_.bytes(read_file_name) == before) return false;
    if (!right) {
      fail("rows that are gone cannot be meant, and something was written", now_);
      return false;
    }
    before_last_ = now_;
    now_ = *right;
    last_call_ = *call;
    expect(now_, "the wrong rows were changed");
    also_right_.clear();
    if (bytes_of(now_) == bytes_of(reading_)) now_ = reading_;  // it is what was read again
    return true;
  }

  bool failed() const { return failed_; }

 private:
  std::string content() {
    constexpr std::array<std::string_view, 9> common{"", "}", "  }", "  return;", "  go(1);", "  go(2);", "else", "f {", "g {"};
    return random_->one_in(3) ? concat("  row ", random_->below(40)) : std::string(random_->pick(common));
  }
  KnownRow new_row() { return {next_++, content()}; }

  MeantEdit random_edit() {
    MeantEdit meant{random_->below(reading_.size()), random_->below(3), {}};
    meant.removed = std::min(meant.removed, reading_.size() - meant.first);
    for (std::size_t left = meant.removed == 0 ? 1 : random_->below(3); left > 0; --left) meant.added.push_back(new_row());
    // Rows that are written back unchanged are not meant.
    const auto kept = [&](std::size_t i, const KnownRow& row) { return reading_[i].content == row.content; };
    while (meant.removed > 0 && !meant.added.empty() && kept(meant.first + meant.removed - 1, meant.added.back())) {
      --meant.removed;
      meant.added.pop_back();
    }
    while (meant.removed > 0 && !meant.added.empty() && kept(meant.first, meant.added.front())) {
      ++meant.first;
      --meant.removed;
      meant.added.erase(meant.added.begin());
    }
    return meant;
  }

  // The call that a caller writes who has the reading before it.
  std::optional<Json> said(const MeantEdit& meant) {
    KnownRows after = reading_;
    const auto first = after.begin() + static_cast<std::ptrdiff_t>(meant.first);
    after.erase(first, first + static_cast<std::ptrdiff_t>(meant.removed));
    after.insert(after.begin() + static_cast<std::ptrdiff_t>(meant.first), meant.added.begin(), meant.added.end());
    FileOutcome file{.path = read_file_name, .inside = read_file_name};
    file.before = Text(bytes_of(reading_));
    file.after = Text(bytes_of(after));
    std::size_t begin = 0;
    for (std::size_t i = 0; i < meant.first; ++i) begin += reading_[i].content.size() + 1;
    std::size_t end = begin;
    for (std::size_t i = 0; i < meant.removed; ++i) end += reading_[meant.first + i].content.size() + 1;
    file.changes = ChangeSet::in_order(file.before.size(), {Edit{.span = {{begin}, {end}}, .text = bytes_of(meant.added)}});
    if (file.before == file.after || file.after.size() == 0) return std::nullopt;
    // Among equal rows nobody could tell from the call which ones were meant.
    const LineNo first_line{static_cast<std::uint32_t>(meant.first + 1)};
    for (const Search search : {Search::from_the_top, Search::from_the_end}) {
      const std::vector<Hunk> hunks = diff_lines(file.before, file.after, LineKey::content, search);
      const LineSpan gone{first_line, first_line + static_cast<std::uint32_t>(meant.removed)};
      if (hunks.size() != 1 || hunks.front().before != gone) return std::nullopt;
    }
    file.version_before = file.before.digest();
    file.version_after = file.after.digest();
    if (dialect_->tags) file.tag_named = session_->store.tag_of(read_file_name, file.version_before);
    Result<Json> words = dialect_->say(std::span(&file, 1));
    if (!words) return std::nullopt;
    words->set("accept_warnings",
               Json::strings(std::vector<std::string>{"new_syntax_error", "unbalanced_delimiters", "repeated_border_row",
                                                      "conflict_marker", "elision_placeholder", "shrink"}));
    return *words;
  }

  // The file with that edit on the rows that were meant; none if one of them is gone.
  std::optional<KnownRows> carried_out(const MeantEdit& meant) const {
    const auto find = [&](int identity) { return std::ranges::find(now_, identity, &KnownRow::identity); };
    KnownRows rows = now_;
    std::size_t at = 0;
    if (meant.removed > 0) {
      for (std::size_t i = 0; i < meant.removed; ++i) {
        const auto found = find(reading_[meant.first + i].identity);
        if (found == now_.end()) return std::nullopt;
        const std::size_t place = static_cast<std::size_t>(found - now_.begin());
        if (i > 0 && place != at + i) return std::nullopt;  // something stands between them now
        if (i == 0) at = place;
      }
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(at),
                 rows.begin() + static_cast<std::ptrdiff_t>(at + meant.removed));
    } else if (meant.first == reading_.size()) {
      at = now_.size();
      const auto above = find(reading_.back().identity);
      if (above != now_.end()) {
        also_right_ = now_;
        also_right_.insert(also_right_.begin() + (above - now_.begin()) + 1, meant.added.begin(), meant.added.end());
      }
    } else {
      // Between its neighbours. If they stand apart now, either side of what came between them is as good.
      const auto below = find(reading_[meant.first].identity);
      const auto above = meant.first > 0 ? find(reading_[meant.first - 1].identity) : now_.end();
      if (meant.first == 0) {
        also_right_ = meant.added;
        also_right_.insert(also_right_.end(), now_.begin(), now_.end());
      }
      if (below == now_.end() && above == now_.end() && meant.first > 0) return std::nullopt;
      if (below == now_.end() && meant.first == 0) {
        rows.insert(rows.begin(), meant.added.begin(), meant.added.end());
        return rows;
      }
      at = below != now_.end() ? static_cast<std::size_t>(below - now_.begin())
                               : static_cast<std::size_t>(above - now_.begin()) + 1;
      if (above != now_.end() && below != now_.end() && above + 1 != below) {
        KnownRows other = now_;
        other.insert(other.begin() + (above - now_.begin()) + 1, meant.added.begin(), meant.added.end());
        also_right_ = std::move(other);
      }
    }
    rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), meant.added.begin(), meant.added.end());
    return rows;
  }

  void expect(const KnownRows& rows, std::string_view otherwise) {
    const std::string bytes = session_.bytes(read_file_name);
    if (bytes == bytes_of(rows)) return;
    if (!also_right_.empty() && bytes == bytes_of(also_right_)) {
      now_ = also_right_;
      return;
    }
    fail(otherwise, rows);
  }

  void fail(std::string_view why, const KnownRows& rows) {
    failed_ = true;
    ADD_FAILURE() << dialect_->name << ": " << why << "\nread:\n"
                  << bytes_of(reading_) << "expected:\n"
                  << bytes_of(rows) << "is:\n"
                  << session_.bytes(read_file_name) << trace_;
  }

  test::MemorySession session_;
  const Dialect* dialect_;
  Random* random_;
  KnownRows now_, reading_, before_last_;
  std::optional<Json> last_call_;
  std::set<std::string> refused_;
  mutable KnownRows also_right_;
  std::string trace_;
  bool failed_ = false;
  int next_ = 0;
};

struct Tally {
  std::size_t applied = 0, refused = 0;
};

Tally try_many(const Dialect& dialect, bool with_others) {
  Tally tally;
  for (std::size_t i = 0; i < law_cases() / 100; ++i) {
    Random random(case_seed(i));
    OneReading caller(dialect, random);
    for (std::size_t left = 2 + random.below(7); left > 0 && !caller.failed(); --left) {
      if (with_others && random.one_in(4)) caller.others_change();
      if (random.one_in(8)) caller.read();
      const std::optional<bool> applied = caller.edit();
      if (applied) ++(*applied ? tally.applied : tally.refused);
      if (random.one_in(8)) caller.repeat();
      if (random.one_in(8)) caller.undo();
    }
    if (!caller.failed()) continue;
    ADD_FAILURE() << "in random case " << i;
    break;
  }
  std::printf("%s%s: %zu applied, %zu refused\n", std::string(dialect.name).c_str(), with_others ? " among others" : "",
              tally.applied, tally.refused);
  return tally;
}

TEST(OneReadingLaws, EveryCallChangesTheRowsThatItWasWrittenFor) {
  for (const Dialect* const dialect : dialects()) {
    const Tally tally = try_many(*dialect, false);
    EXPECT_GT(tally.applied, tally.refused) << dialect->name;
  }
}

TEST(OneReadingLaws, SoItDoesAmongChangesByOthers) {
  for (const Dialect* const dialect : dialects()) {
    const Tally tally = try_many(*dialect, true);
    EXPECT_GT(tally.applied * 2, tally.refused) << dialect->name;
  }
}

}  // namespace
}  // namespace kedge::laws
