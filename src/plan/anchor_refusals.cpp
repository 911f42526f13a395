#include "plan/anchor_refusals.hpp"

#include <algorithm>

#include "plan/shown_rows.hpp"
#include "render/row.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_listed = 20;        // candidates for an ambiguous hash
constexpr std::uint32_t neighbour_reach = 20;  // how far to look for better anchors
constexpr std::size_t most_neighbours = 3;     // on each side

std::string_view name_of(RangeEnd end) { return end == RangeEnd::first ? "start" : end == RangeEnd::last ? "end" : ""; }

// "a.txt: ", "a.txt: start ".
std::string beginning_of(const LoadedFile& file, const AskedAnchor& asked) {
  return concat(printable(file.given), ": ", name_of(asked.end), asked.end == RangeEnd::only ? "" : " ");
}

Error about(Error error, const LoadedFile& file, const AskedAnchor& asked) {
  error.path = file.given;
  error.op = asked.op + 1;
  error.facts.set("op", asked.op + 1);
  if (asked.end != RangeEnd::only) error.facts.set("end_of_range", name_of(asked.end));
  return error;
}

std::string listed(const std::vector<LineNo>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size() && i < most_listed; ++i) {
    append(out, concat(i == 0 ? "" : ", ", lines[i].value));
  }
  if (lines.size() > most_listed) append(out, " …");
  return out;
}

}  // namespace

Error ambiguous_anchor(const LoadedFile& file, const Text& text, const AskedAnchor& asked, const AtHash& at,
                       const std::vector<LineNo>& candidates) {
  Json list = Json::array();
  std::string rows;
  bool differ = false;
  std::optional<LineHash> first;
  for (std::size_t k = 0; k < candidates.size() && k < most_listed; ++k) {
    const LineHash context = context_hash(text, candidates[k]);
    if (!first) first = context;
    differ = differ || context != *first;
    const std::string row = shown_row(text, candidates[k]);
    const std::string anchor = concat(candidates[k].value, '#', context.hex(HashIndex::context_digits));
    append(rows, concat('\n', anchor, '|', row, "  (occurrence ", k + 1, ')'));
    list.push(Json::object({{"line", candidates[k].value}, {"preview", row}, {"occurrence", k + 1}, {"anchor", anchor}}));
  }
  const bool only = asked.end == RangeEnd::only;
  Error refused = refuse(only && differ ? Code::anchor_ambiguous : Code::anchor_context_ambiguous,
                         concat(beginning_of(file, asked), at.prefix, " fits ", candidates.size(), " lines",
                                differ ? ": " : " that are equal even by their neighbours: ", listed(candidates), '.'),
                         {{"path", file.given},
                          {"hash", at.prefix},
                          {"count", candidates.size()},
                          {"lines", listed(candidates)},
                          {"candidates", std::move(list)}});
  if (!only && differ) {
    refused.next = "Send the longer anchor of the line that you mean, as it stands here, or name another line that is unique.";
  } else if (only && !differ) {
    refused.next = "Add occurrence (from 1) and line, or name a range between two lines that are unique.";
  }
  append(refused.what, rows);
  return about(std::move(refused), file, asked);
}

Error no_such_occurrence(const LoadedFile& file, const AskedAnchor& asked, const AtHash& at, std::size_t count) {
  Error refused =
      refuse(Code::line_out_of_range,
             concat(printable(file.given), ": there is no occurrence ", at.occurrence.value_or(0), " of ", at.prefix, "; ",
                    counted(count, "line"), " of the file ", count == 1 ? "has" : "have", " that hash."),
             {{"path", file.given}, {"hash", at.prefix}, {"count", count}});
  refused.next = "Send an occurrence that there is.";
  return about(std::move(refused), file, asked);
}

Error low_entropy(const LoadedFile& file, const Text& text, const LineLabels& labels, const AskedAnchor& asked, LineNo line) {
  const LineSpan near = with_context(text, one_line(line), neighbour_reach);
  std::vector<LineNo> neighbours;
  for (LineNo at = line; at > near.first && neighbours.size() < most_neighbours;) {
    at = at - 1;
    if (labels.quality(at) == LineQuality::high) neighbours.push_back(at);
  }
  std::ranges::reverse(neighbours);
  const std::size_t most = neighbours.size() + most_neighbours;
  for (LineNo at = line + 1; at < near.end && neighbours.size() < most; at = at + 1) {
    if (labels.quality(at) == LineQuality::high) neighbours.push_back(at);
  }
  Json anchors = Json::array();
  std::string rows;
  for (const LineNo at : neighbours) {
    anchors.push(labels.anchor(at));
    append(rows, concat('\n', labels.anchor(at), '|', shown_row(text, at)));
  }
  Error refused = refuse(Code::anchor_low_entropy, {{"path", file.given},
                                                    {"line", line.value},
                                                    {"content", shown_row(text, line)},
                                                    {"neighbor_anchors", std::move(anchors)}});
  if (!rows.empty()) append(refused.what, concat(" Better anchors near it:", rows));
  return about(std::move(refused), file, asked);
}

Error means_two_lines(const FileTask& task, const AskedAnchor& asked, LineNo shown_since) {
  const LoadedFile& file = task.file;
  Error refused = refuse(task.policy().stale,
                         concat(beginning_of(file, asked), "line ", shown_since.value,
                                " fits a line that you read and another that was shown since."),
                         {{"path", file.given}, {"line", shown_since.value}});
  refused.reason = Reason::fits_two_places;
  refused.next =
      "The rows that were shown last are here. If they are meant, send the edit again; otherwise read the file again.";
  show_missing(task.session, file, LineSet(with_context(file.text, one_line(shown_since), rows_around_anchor)), refused,
               task.policy());
  return about(std::move(refused), file, asked);
}

Error same_digits(const FileTask& task, const AskedAnchor& asked, LineNo line, LineNo other) {
  const LoadedFile& file = task.file;
  Error refused =
      refuse(Code::anchor_context_ambiguous,
             concat(printable(file.given), ": lines ", std::min(line, other).value, " and ", std::max(line, other).value,
                    " have the same digits, so that a number that is off by one would not be noticed."),
             {{"path", file.given}, {"line", line.value}, {"other_line", other.value}});
  refused.next = concat("If line ", line.value, " is meant, send the edit again; otherwise send it with the other number.");
  show_missing(task.session, file, LineSet(with_context(file.text, one_line(line), rows_around_anchor)), refused,
               task.policy());
  return about(std::move(refused), file, asked);
}

std::optional<Error> put_in_order(const FileTask& task, const AskedAnchor& asked, LineNo& first, LineNo& last,
                                  std::vector<AutoCorrection>& corrections) {
  const LoadedFile& file = task.file;
  const Facts facts{{"path", file.given}, {"start", first.value}, {"end", last.value}};
  const bool swaps = task.policy().swaps_reversed;
  if (last < first) {
    if (!swaps) return about(refuse(Code::invalid_range_order, facts), file, asked);
    corrections.push_back({"range_order_swapped", concat("start_line (", first.value, ") was after end_line (", last.value,
                                                         "). Swapped automatically.")});
    std::swap(first, last);
  } else if (first == last && swaps) {
    Error refused = refuse(Code::invalid_range_order,
                           concat(printable(file.given), ": both ends of the range are line ", first.value,
                                  ": start equals end, so the range is a no-op."),
                           facts);
    refused.next = "Use an operation on one line, or name another line as the other end.";
    return about(std::move(refused), file, asked);
  }
  return std::nullopt;
}

void UnfitAnchors::add(const AskedAnchor& asked, bool known) {
  std::visit(overloaded{[&](const AtHash& at) { add(asked, at, known); }, [&](const AtLineHash& at) { add(asked, at); },
                        [](const auto&) {}},
             *asked.anchor);
}

void UnfitAnchors::add(Error refusal) {
  retry_passes_ = retry_passes_ && !refusal.shows.empty();
  refusals_.push_back(std::move(refusal));
}

void UnfitAnchors::add(const AskedAnchor& asked, const AtHash& at, bool known) {
  const std::vector<LineNo> unseen = known ? std::vector<LineNo>() : HashIndex(task_->file.text).find(at.prefix);
  for (const LineNo line : unseen) unseen_.add(one_line(line));
  if (!unseen.empty()) return;
  if (at.line) around_.add(one_line(*at.line));
  stale(asked, at.prefix,
        concat(at.prefix,
               known ? " was shown to you in another version of the file than the other end of the range: it has changed in "
                       "between."
               : task_->file.text.size() == 0
                   ? " names no line, because the file is empty; write the whole file instead."
                   : " is the hash of no line that was shown to you: the file has changed since, or the hash is mistyped."));
}

void UnfitAnchors::add(const AskedAnchor& asked, const AtLineHash& at) {
  const LoadedFile& file = task_->file;
  bool was_numbered = false;
  for (std::size_t i = 0; i < task_->basis.size(); ++i) {
    was_numbered = was_numbered || task_->basis[i].numbered.contains(one_line(at.line));
  }
  if (!was_numbered && file.text.has(at.line)) {
    unseen_.add(one_line(at.line));
  } else if (!was_numbered) {
    add(about(
        refuse(Code::line_out_of_range, {{"path", file.given}, {"line", at.line.value}, {"count", file.text.line_count()}}),
        file, asked));
  } else {
    around_.add(one_line(std::min(at.line, LineNo{std::max<std::uint32_t>(1, file.text.line_count())})));
    stale(asked, at.prefix,
          concat("line ", at.line.value, " was not shown to you with the hash ", at.prefix,
                 ": the file has changed since, or the anchor is mistyped."));
    refusals_.back().facts.set("line", at.line.value);
  }
}

void UnfitAnchors::stale(const AskedAnchor& asked, const std::string& hash, const std::string& what) {
  Error refused = refuse(task_->policy().stale, concat(beginning_of(task_->file, asked), what),
                         {{"path", task_->file.given}, {"hash", hash}});
  retry_passes_ = false;
  if (std::ranges::find(refusals_, refused.what, &Error::what) == refusals_.end())
    refusals_.push_back(about(std::move(refused), task_->file, asked));
}

Error UnfitAnchors::finish() {
  const LoadedFile& file = task_->file;
  if (!unseen_.empty()) {
    if (std::optional<Error> binary = holding_nul(file, unseen_)) return *std::move(binary);
    Error refused = not_shown(file, unseen_);
    if (task_->basis.size() == 0 && task_->policy().never_shown == Code::file_not_read) {
      refused = refuse(Code::file_not_read, refused.facts);
      refused.next = "The rows that it is about are shown here: look at them, then send the edit again.";
    }
    refusals_.push_back(std::move(refused));
  }
  for (const LineSpan& span : around_.spans()) unseen_.add(with_context(file.text, span, rows_around_anchor));
  if (refusals_.empty()) refusals_.push_back(refuse(Code::no_match, {{"path", file.given}}));
  Error refused = together(std::move(refusals_));
  if (!unseen_.empty() && retry_passes_) show_missing(task_->session, file, unseen_, refused, task_->policy());
  if (!unseen_.empty() && !retry_passes_) add_shown(file, add_rows(file, unseen_, refused, task_->policy().rows), refused);
  return refused;
}

}  // namespace kedge
