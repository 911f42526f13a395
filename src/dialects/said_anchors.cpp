#include "dialects/said_anchors.hpp"

#include "dialects/said_lines.hpp"
#include "dialects/said_passages.hpp"
#include "resolve/line_labels.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

class Anchors {
 public:
  explicit Anchors(const Text& text) : text_(&text), index_(text), labels_(index_) {}

  bool can_be_named(LineNo line) const {
    return text_->has(line) && labels_.quality(line) != LineQuality::low && index_.find(labels_.hash(line)).size() == 1;
  }
  std::string hash(LineNo line) const { return labels_.hash(line); }

 private:
  const Text* text_;
  HashIndex index_;
  LineLabels labels_;
};

// The edit, extended until both of its ends can be named.
std::optional<LineEdit> between_names(const Text& text, const Anchors& anchors, LineEdit edit) {
  if (edit.lines.empty()) {
    const bool above = edit.lines.first > LineNo{1};
    const LineNo line = above ? edit.lines.first - 1 : edit.lines.first;
    if (!text.has(line)) return std::nullopt;
    edit.rows.insert(above ? edit.rows.begin() : edit.rows.end(), std::string(text.content(line)));
    edit.lines = one_line(line);
  }
  while (!anchors.can_be_named(edit.lines.first)) {
    if (edit.lines.first == LineNo{1}) return std::nullopt;
    edit.lines.first = edit.lines.first - 1;
    edit.rows.insert(edit.rows.begin(), std::string(text.content(edit.lines.first)));
  }
  while (!anchors.can_be_named(edit.lines.last())) {
    if (!text.has(edit.lines.end)) return std::nullopt;
    edit.rows.emplace_back(text.content(edit.lines.end));
    edit.lines.end = edit.lines.end + 1;
  }
  return edit;
}

Json said(const Anchors& anchors, const LineEdit& edit) {
  const bool deletes = edit.rows.empty();
  const bool one = edit.lines.size() == 1;
  const std::string_view verb = deletes ? "delete_" : "replace_";
  Json made = Json::object({{"op", concat(verb, one ? "line" : "range")}});
  if (!deletes) made.set("content", concat(join(edit.rows, "\n"), '\n'));
  if (one) return made.set("hash", anchors.hash(edit.lines.first));
  made.set("start_hash", anchors.hash(edit.lines.first));
  return made.set("end_hash", anchors.hash(edit.lines.last()));
}

}  // namespace

Result<Json> said_anchors(const FileOutcome& file) {
  const Text& text = file.before;
  KEDGE_TRY(const std::vector<LineEdit> edits, said_lines(file));
  const Anchors anchors(text);
  struct Range {
    LineEdit needed, named;
  };
  std::vector<Range> ranges;
  for (const LineEdit& edit : edits) {
    LineEdit needed = edit;
    std::optional<LineEdit> named = between_names(text, anchors, needed);
    // Overlapping names are merged.
    while (named && !ranges.empty() && named->lines.first < ranges.back().named.lines.end) {
      needed = joined(text, ranges.back().needed, needed);
      ranges.pop_back();
      named = between_names(text, anchors, needed);
    }
    if (!named) return cannot_be_said(file, "no line near the change can be named by its hash alone");
    ranges.push_back({std::move(needed), *std::move(named)});
  }
  Json operations = Json::array();
  std::vector<LineEdit> all;
  for (const Range& range : ranges) {
    operations.push(said(anchors, range.named));
    all.push_back(range.named);
  }
  KEDGE_DO(check_said(file, std::move(all)));
  return operations;
}

}  // namespace kedge
