// The dialects that name lines by hashes, from the call to the bytes on a disk in memory. Where they land has to be where
// recovery puts the same edit: what else they do (choosing the version, looking up hashes) may only add refusals.
#include <algorithm>

#include "edit/recover.hpp"
#include "engine.hpp"
#include "resolve/line_labels.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "text/line_hash.hpp"
#include "tools/verb.hpp"

namespace oracle {
namespace {

using kedge::Json;
using kedge::LineEdit;
using kedge::LineNo;
using kedge::Text;

constexpr const char* file_name = "program.oracle";

// The file was read by a session of the dialect, and somebody else has changed it since.
class Workplace {
 public:
  Workplace(const kedge::Dialect& dialect, const Text& shown, const Text& current) : dialect_(&dialect) {
    session_.put(file_name, std::string(shown.bytes()));
    Json read = Json::object();
    read.set(dialect.fields.path, file_name);
    if (!dialect.fields.anchored.empty()) read.set(dialect.fields.anchored, true);
    if (!kedge::verb::read(dialect, read, *session_)) std::abort();
    session_.rewrite(file_name, std::string(current.bytes()));
  }

  kedge::Result<kedge::Reply> edit(const Json& call) { return kedge::verb::edit(*dialect_, call, *session_); }
  std::string bytes() const { return session_.bytes(file_name); }

 private:
  kedge::test::MemorySession session_;
  const kedge::Dialect* dialect_;
};

std::string content_of(const LineEdit& edit) {
  std::string content;
  for (const std::string& row : edit.rows) kedge::append(content, kedge::concat(row, '\n'));
  return content;
}

// What was applied must be what recovery makes of it. If it is not, the places told are wrong ones, for the judge to find.
Answer judged_by_bytes(const Text& shown, const Text& current, const Edits& edits, const std::string& result) {
  const Answer expected = kedge::recover(kedge::Drift::guessed(shown, current), edits, kedge::Code::snapshot_stale);
  if (expected) {
    const auto changes = kedge::replace_lines(current, *expected);
    if (changes && changes->apply(current).bytes() == result) return expected;
  }
  Edits elsewhere = edits;
  for (LineEdit& edit : elsewhere) edit.lines = kedge::between_lines(LineNo{1'000'000});
  return elsewhere;
}

kedge::Error nothing_written() { return kedge::refuse(kedge::Code::anchor_stale, {{"reason", "taken for applied"}}); }

Answer place_by_anchors(const Text& shown, const Text& current, const Edits& edits) {
  const kedge::Dialect& dialect = *kedge::find_dialect("anchors");
  Workplace place(dialect, shown, current);
  const kedge::HashIndex index(shown);
  const kedge::LineLabels labels(index);
  Json operations = Json::array();
  for (const LineEdit& edit : edits) {
    Json operation = Json::object();
    const auto name_line = [&](LineNo line) {
      const std::string hash = labels.hash(line);
      const std::vector<LineNo> all = index.find(hash);
      operation.set("hash", hash).set("occurrence", std::ranges::find(all, line) - all.begin() + 1).set("line", line.value);
    };
    const bool inserts = edit.lines.empty();
    if (inserts || edit.lines.size() == 1) {
      const LineNo line = !inserts                          ? edit.lines.first
                          : edit.lean == kedge::Lean::above ? edit.lines.first - 1
                                                            : edit.lines.first;
      operation.set("op", !inserts                          ? edit.rows.empty() ? "delete_line" : "replace_line"
                          : edit.lean == kedge::Lean::above ? "insert_after"
                                                            : "insert_before");
      if (!shown.has(line)) return std::unexpected(nothing_written());
      name_line(line);
    } else {
      operation.set("op", edit.rows.empty() ? "delete_range" : "replace_range");
      operation.set("start_hash", labels.hash(edit.lines.first)).set("end_hash", labels.hash(edit.lines.last()));
    }
    if (!edit.rows.empty()) operation.set("content", content_of(edit));
    operations.push(std::move(operation));
  }
  const auto reply = place.edit(Json::object({{"path", file_name}, {"operations", std::move(operations)}}));
  if (!reply) return std::unexpected(reply.error());
  if (place.bytes() == current.bytes()) return std::unexpected(nothing_written());
  return judged_by_bytes(shown, current, edits, place.bytes());
}

// One operation in a call. REQUIRES: one edit.
Answer place_by_hashline(const Text& shown, const Text& current, const Edits& edits) {
  const kedge::Dialect& dialect = *kedge::find_dialect("hashline");
  Workplace place(dialect, shown, current);
  const LineEdit& edit = edits.front();
  const auto anchor = [&](LineNo line) {
    return Json::object({{"line", line.value}, {"hash", kedge::hash_of(shown.content(line)).hex(2)}});
  };
  Json call = Json::object({{"file", file_name}});
  if (edit.lines.empty()) {
    const LineNo above = edit.lines.first - 1;
    // There is no insertion before a line.
    if (edit.lean != kedge::Lean::above || !shown.has(above)) return std::unexpected(nothing_written());
    call.set("insert", Json::object({{"after", anchor(above)}, {"content", content_of(edit)}}));
  } else if (edit.rows.empty()) {
    call.set("delete", Json::object({{"start", anchor(edit.lines.first)}, {"end", anchor(edit.lines.last())}}));
  } else {
    call.set(
        "replace",
        Json::object({{"start", anchor(edit.lines.first)}, {"end", anchor(edit.lines.last())}, {"content", content_of(edit)}}));
  }
  const auto reply = place.edit(call);
  if (!reply) return std::unexpected(reply.error());
  if (place.bytes() == current.bytes()) return std::unexpected(nothing_written());
  return judged_by_bytes(shown, current, edits, place.bytes());
}

}  // namespace

const Engine anchors{.name = "anchors", .place = place_by_anchors};
const Engine hashline{.name = "hashline", .place = place_by_hashline, .most_edits = 1};

}  // namespace oracle
