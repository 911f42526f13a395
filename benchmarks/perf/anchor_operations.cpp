// Lines by their hashes: the index, the labels of a reading, and one operation of the anchors dialect from the call to the
// answer, on a disk in memory.
#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "resolve/line_labels.hpp"
#include "support/require.hpp"
#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"
#include "tools/verb.hpp"

namespace kedge::bench {
namespace {

// A text keeps the hashes of its lines: each time it is a new one.
Run with_new_text(std::uint32_t lines, std::size_t (*work)(const Text&)) {
  struct Given {
    std::string bytes;
    Text text;
  };
  auto given = std::make_shared<Given>();
  given->bytes = shown(lines).bytes();
  return {.work = [given, work] { return work(given->text); },
          .set_up = [given] { given->text = Text(std::string(given->bytes)); }};
}

Run make_index(std::uint32_t lines) {
  return with_new_text(lines, [](const Text& text) { return static_cast<std::size_t>(HashIndex(text).heads().back()); });
}

Run make_labels(std::uint32_t lines) {
  return with_new_text(lines,
                       [](const Text& text) { return LineLabels(HashIndex(text)).hash(LineNo{text.line_count()}).size(); });
}

class AnchorSession {
 public:
  explicit AnchorSession(const Text& text) {
    others_.make_file("/root/file.txt", std::string(text.bytes()));
    others_.make_folder("/state");
    workspace_.emplace(Workspace::open(fs_, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
    session_.emplace(Session{.workspace = *workspace_, .store = *store_, .id = "bench"});
    KEDGE_REQUIRE(verb::read(dialect_, Json::object({{"path", "file.txt"}, {"hashes", true}}), *session_).has_value());
    store_->show(session_->id, "file.txt", sha256(text.bytes()), LineSet(text.all_lines()), EventKind::shown, 1,
                 LineSet(text.all_lines()));
    const LineLabels labels{HashIndex(text)};
    LineNo middle{text.line_count() / 2};
    while (labels.quality(middle) != LineQuality::high) middle = middle + 1;
    Json operation = Json::object({{"op", "replace_line"}, {"content", "a row that was not there"}});
    operation.set("hash", labels.hash(middle)).set("line", middle.value);
    call_ = Json::object({{"path", "file.txt"}, {"operations", Json::array({std::move(operation)})}, {"dry_run", true}});
  }

  std::size_t edit() {
    const Result<Reply> reply = verb::edit(dialect_, call_, *session_);
    KEDGE_REQUIRE(reply.has_value());
    return reply->text.size();
  }

 private:
  const Dialect& dialect_ = *find_dialect("anchors");
  MemoryFileSystem fs_;
  ForeignParty others_{fs_};
  std::unique_ptr<Store> store_ = memory_store();
  std::optional<Workspace> workspace_;
  std::optional<Session> session_;
  Json call_;
};

Run edit_one_line(std::uint32_t lines) {
  return {[session = std::make_shared<AnchorSession>(shown(lines))] { return session->edit(); }};
}

}  // namespace

std::vector<Operation> anchor_operations() {
  return {
      {"anchors", "index of line hashes", Floor::hashing, &make_index},
      {"anchors", "the shortest hash of each line", Floor::hashing, &make_labels},
      {"anchors", "one operation, dry run", Floor::hashing, &edit_one_line},
  };
}

}  // namespace kedge::bench
