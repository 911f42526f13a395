// Any two texts: an edit that makes the one of the other, said by any dialect and carried out by the engine, gives exactly the
// other, or is refused and leaves every byte; taken back, it gives the first again. If somebody has changed the file in
// between, what is written is their lines and ours, none more and none less.
#include <map>
#include <string>
#include <string_view>

#include "edit/diff.hpp"
#include "fuzz/edited_file.hpp"
#include "fuzz/input.hpp"

namespace kedge::fuzz {
namespace {

FileOutcome meant(const EditedFile& file, const std::string& before, const std::string& after) {
  FileOutcome outcome{.path = file.path(), .inside = file.path()};
  outcome.before = Text(before);
  outcome.after = Text(after);
  outcome.changes = diff(outcome.before, outcome.after);
  outcome.version_before = outcome.before.digest();
  outcome.version_after = outcome.after.digest();
  file.store().remember(file.path(), outcome.before, outcome.version_before);
  outcome.tag_named = file.store().tag_of(file.path(), outcome.version_before);
  return outcome;
}

// How often each line stands in a text.
std::map<std::string, long> lines_of(const std::string& bytes, long times, std::map<std::string, long> all = {}) {
  const Text text(bytes);
  for (LineNo line{1}; text.has(line); line = line + 1) {
    if ((all[std::string(text.content(line))] += times) == 0) all.erase(std::string(text.content(line)));
  }
  return all;
}

}  // namespace

void apply(std::string_view bytes) {
  Input input(bytes);
  const Dialect& dialect = *dialects()[input.below(dialects().size())];
  const bool drifts = input.flag();
  const std::string before(input.text());
  const std::string after(input.text());
  const std::string theirs(input.rest());
  if (before == after) return;
  const EditedFile file(before);
  if (!file.read(dialect)) {
    KEDGE_REQUIRE(file.bytes() == before);
    return;
  }
  const FileOutcome outcome = meant(file, before, after);
  const Result<Json> said = dialect.say(std::span(&outcome, 1));
  if (!said) {
    KEDGE_REQUIRE(!to_text(said.error()).empty());
    return;
  }
  const std::string found = drifts ? theirs : before;
  if (drifts) file.rewrite(theirs);
  const Result<Reply> reply = file.edit(dialect, *said);
  if (!reply) {
    KEDGE_REQUIRE(file.bytes() == found && !to_text(reply.error()).empty());
    return;
  }
  const std::string result = file.bytes();
  if (!drifts) KEDGE_REQUIRE(result == after);
  if (drifts && result != found && result != after) {
    // What a change takes and brings is counted: before it, behind it, and in what they made of it.
    KEDGE_REQUIRE(lines_of(result, 1) == lines_of(found, 1, lines_of(after, 1, lines_of(before, -1))));
  }
  if (result == found) return;
  const Result<Reply> undone = file.undo(dialect);
  KEDGE_REQUIRE(undone.has_value() && file.bytes() == found);
}

}  // namespace kedge::fuzz
