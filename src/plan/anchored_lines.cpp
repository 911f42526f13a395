#include "plan/anchored_lines.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "plan/shown_rows.hpp"
#include "render/row.hpp"
#include "resolve/line_labels.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_listed = 20;        // candidates for an ambiguous hash
constexpr std::uint32_t neighbour_reach = 20;  // how far to look for better anchors
constexpr std::size_t most_neighbours = 3;     // on each side

// Which of an operation's anchors this is; a range has two.
enum class End : std::uint8_t { only, first, last };

std::string_view name_of(End end) { return end == End::first ? "start" : end == End::last ? "end" : ""; }

struct Asked {
  const Anchor* anchor;
  int op;
  End end;
};

std::vector<Asked> anchors_of(const FileRequest& asked) {
  std::vector<Asked> all;
  int op = 0;
  for (const Operation& operation : asked.operations) {
    const auto& lines = std::get<Lines>(operation.target);
    all.push_back({&lines.first, op, lines.last ? End::first : End::only});
    if (lines.last) all.push_back({&*lines.last, op, End::last});
    ++op;
  }
  return all;
}

Error about(Error error, const LoadedFile& file, const Asked& asked) {
  error.path = file.given;
  error.op = asked.op + 1;
  error.facts.set("op", asked.op + 1);
  if (asked.end != End::only) error.facts.set("end_of_range", name_of(asked.end));
  return error;
}

// Versions of the file, each with what is needed to look up lines in it, built on demand.
class Versions {
 public:
  Versions(const Session& session, const LoadedFile& file, ShownVersions& shown) : file_(&file), shown_(&shown) {
    for (const Event& event : session.store.events(file.inside)) {
      if (is_reading(event.kind) && event.session == session.id) read_.insert(event.version);
    }
  }

  std::size_t size() const { return shown_->size(); }
  const Showing& showing(std::size_t i) const { return (*shown_)[i]; }
  const Text* text(std::size_t i) { return shown_->text(i); }

  // REQUIRES: text(i) is not null.
  const HashIndex& index(std::size_t i) {
    const auto found = indexes_.find(i);
    return found != indexes_.end() ? found->second : indexes_.emplace(i, HashIndex(*text(i))).first->second;
  }
  const LineLabels& labels(std::size_t i) {
    const auto found = labels_.find(i);
    return found != labels_.end() ? found->second : labels_.emplace(i, LineLabels(index(i))).first->second;
  }
  const HashIndex& current() {
    if (!current_) current_.emplace(file_->text);
    return *current_;
  }

  bool was_read(std::size_t i) const { return read_.contains(showing(i).version); }
  // Where a line of that version is now, if that can be proven.
  std::optional<LineNo> stands_now(std::size_t i, LineNo line) {
    if (shown_->is_current(i)) return line;
    const auto found = shown_->follow(i, one_line(line), [](const Text& /*version*/) { return false; });
    return found ? std::optional(found->first) : std::nullopt;
  }

  // A row that was read later at the same number supersedes this one, unless they are equal. A row in an edit's answer does
  // not: a caller that sends several edits in a row may have based all of them on what it read.
  bool superseded(std::size_t i, LineNo line) {
    for (std::size_t later = 0; later < i; ++later) {
      if (!was_read(later) || !showing(later).numbered.contains(one_line(line))) continue;
      const Text* const newer = text(later);
      if (newer == nullptr || newer->content(line) != text(i)->content(line)) return true;
    }
    return false;
  }

  // Lines of a version that an anchor matches and may mean.
  std::vector<LineNo> candidates(std::size_t i, const Anchor& anchor) {
    return std::visit(overloaded{[&](const AtHash& at) { return index(i).find(at.prefix); },
                                 [&](const AtLineHash& at) {
                                   const bool fits = text(i)->has(at.line) && showing(i).numbered.contains(one_line(at.line)) &&
                                                     hash_of(text(i)->content(at.line)).has_prefix(at.prefix) &&
                                                     !superseded(i, at.line);
                                   return fits ? std::vector{at.line} : std::vector<LineNo>();
                                 },
                                 [](const auto&) { return std::vector<LineNo>(); }},
                      anchor);
  }

 private:
  const LoadedFile* file_;
  ShownVersions* shown_;
  std::set<Digest> read_;  // versions with rows that were read, not only printed in an answer
  std::map<std::size_t, HashIndex> indexes_;
  std::map<std::size_t, LineLabels> labels_;
  std::optional<HashIndex> current_;
};

std::string listed(const std::vector<LineNo>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size() && i < most_listed; ++i) {
    append(out, concat(i == 0 ? "" : ", ", lines[i].value));
  }
  if (lines.size() > most_listed) append(out, " …");
  return out;
}

// Several lines match, and nothing says which is meant.
Error ambiguous(const LoadedFile& file, Versions& versions, std::size_t i, const Asked& asked, const AtHash& at,
                const std::vector<LineNo>& candidates) {
  const Text& text = *versions.text(i);
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
  const Code code = asked.end == End::only && differ ? Code::anchor_ambiguous : Code::anchor_context_ambiguous;
  const std::string which = asked.end == End::only ? std::string() : concat(name_of(asked.end), "_hash ");
  Error refused = refuse(code,
                         concat(printable(file.given), ": ", which, at.prefix, " fits ", candidates.size(), " lines",
                                differ ? ": " : " that are equal even by their neighbours: ", listed(candidates), '.'),
                         Json::object({{"path", file.given},
                                       {"hash", at.prefix},
                                       {"count", candidates.size()},
                                       {"lines", listed(candidates)},
                                       {"candidates", std::move(list)}}));
  if (asked.end != End::only && differ) {
    refused.next = "Send the longer anchor of the line that you mean, as it stands here, or name another line that is unique.";
  } else if (asked.end == End::only && !differ) {
    refused.next = "Add occurrence (from 1) and line, or name a range between two lines that are unique.";
  }
  append(refused.what, rows);
  return about(std::move(refused), file, asked);
}

// The line that an anchor means among those that it matches. REQUIRES: one of them was shown.
Result<LineNo> meant(const LoadedFile& file, Versions& versions, std::size_t i, const Asked& asked,
                     const std::vector<LineNo>& candidates) {
  const AtHash* const at = std::get_if<AtHash>(asked.anchor);
  if (at == nullptr) return candidates.front();
  const auto stands_at = [&](LineNo line) { return std::ranges::find(candidates, line) != candidates.end(); };
  if (at->occurrence) {
    if (*at->occurrence > candidates.size()) {
      Error refused = refuse(
          Code::line_out_of_range,
          concat(printable(file.given), ": there is no occurrence ", *at->occurrence, " of ", at->prefix, "; ",
                 counted(candidates.size(), "line"), " of the file ", candidates.size() == 1 ? "has" : "have", " that hash."),
          Json::object({{"path", file.given}, {"hash", at->prefix}, {"count", candidates.size()}}));
      refused.next = "Send an occurrence that there is.";
      return std::unexpected(about(std::move(refused), file, asked));
    }
    const LineNo line = candidates[*at->occurrence - 1];
    if (!at->line || *at->line == line) return line;
    // A caller that counts only the rows shown with exactly this hash counts fewer of them.
    std::uint32_t alike = 0;
    for (const LineNo candidate : candidates) {
      if (versions.labels(i).hash(candidate) == at->prefix) ++alike;
      if (candidate == *at->line && alike == *at->occurrence) return candidate;
    }
    return std::unexpected(ambiguous(file, versions, i, asked, *at, candidates));
  }
  if (at->line && stands_at(*at->line)) return *at->line;
  if (candidates.size() == 1) return candidates.front();
  std::vector<LineNo> seen;
  std::ranges::copy_if(candidates, std::back_inserter(seen),
                       [&](LineNo line) { return versions.showing(i).lines.contains(one_line(line)); });
  if (seen.size() == 1) return seen.front();
  return std::unexpected(ambiguous(file, versions, i, asked, *at, candidates));
}

// A line without distinctive content occurs in many places, and one slip is enough to change the wrong one.
Error low_entropy(const LoadedFile& file, Versions& versions, std::size_t i, const Asked& asked, LineNo line) {
  const Text& text = *versions.text(i);
  const LineLabels& labels = versions.labels(i);
  std::vector<LineNo> above;
  for (LineNo at = line; at > LineNo{1} && line - at < neighbour_reach && above.size() < most_neighbours;) {
    at = at - 1;
    if (labels.quality(at) == LineQuality::high) above.push_back(at);
  }
  std::ranges::reverse(above);
  std::vector<LineNo> neighbours = above;
  for (LineNo at = line + 1; text.has(at) && at - line <= neighbour_reach && neighbours.size() < above.size() + most_neighbours;
       at = at + 1) {
    if (labels.quality(at) == LineQuality::high) neighbours.push_back(at);
  }
  Json anchors = Json::array();
  std::string rows;
  for (const LineNo at : neighbours) {
    anchors.push(labels.anchor(at));
    append(rows, concat('\n', labels.anchor(at), '|', shown_row(text, at)));
  }
  Error refused = refuse(Code::anchor_low_entropy, Json::object({{"path", file.given},
                                                                 {"line", line.value},
                                                                 {"content", shown_row(text, line)},
                                                                 {"neighbor_anchors", std::move(anchors)}}));
  if (!rows.empty()) append(refused.what, concat(" Better anchors near it:", rows));
  return about(std::move(refused), file, asked);
}

// The line that an anchor means, if it may be named like this. REQUIRES: as for meant().
Result<LineNo> resolved(const Request& request, const LoadedFile& file, Versions& versions, std::size_t i, const Asked& asked,
                        const std::vector<LineNo>& candidates) {
  KEDGE_TRY(const LineNo line, meant(file, versions, i, asked, candidates));
  const AtHash* const at = std::get_if<AtHash>(asked.anchor);
  const bool alone = at != nullptr && asked.end == End::only && !at->occurrence;
  if (alone && request.policy.refuses_low_entropy && is_low(versions.text(i)->content(line))) {
    return std::unexpected(low_entropy(file, versions, i, asked, line));
  }
  return line;
}

// ---- the version that matches

bool is_shown(const Versions& versions, std::size_t i, LineNo line) {
  return versions.showing(i).lines.contains(one_line(line));
}

using FittingLines = std::vector<std::vector<LineNo>>;  // the lines that each anchor matches

std::optional<FittingLines> fitting(Versions& versions, std::size_t i, const std::vector<Asked>& anchors) {
  FittingLines found;
  for (const Asked& asked : anchors) {
    found.push_back(versions.candidates(i, *asked.anchor));
    const bool seen = std::ranges::any_of(found.back(), [&](LineNo line) { return is_shown(versions, i, line); });
    if (!seen) return std::nullopt;
  }
  return found;
}

// An edit's answer can reuse line numbers that meant other lines when the file was read. It is unknown whether the caller means
// what it read or what the answer showed. Returns the first anchor for which they differ.
std::optional<Asked> meant_otherwise(Versions& versions, std::size_t i, const std::vector<Asked>& anchors) {
  if (versions.was_read(i)) return std::nullopt;
  for (std::size_t older = i + 1; older < versions.size(); ++older) {
    if (!versions.was_read(older) || versions.text(older) == nullptr || !fitting(versions, older, anchors)) continue;
    for (const Asked& asked : anchors) {
      const AtLineHash* const at = std::get_if<AtLineHash>(asked.anchor);
      if (at == nullptr) return std::nullopt;  // a hash alone means the line, whatever its number
      const std::optional<LineNo> now = versions.stands_now(i, at->line);
      if (!now || now != versions.stands_now(older, at->line)) return asked;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

// ---- if no version matches all of them

bool was_numbered(const Versions& versions, LineNo line) {
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions.showing(i).numbered.contains(one_line(line))) return true;
  }
  return false;
}

// The version in which most anchors match a shown row; the newest if there are several.
std::size_t nearest_version(Versions& versions, const std::vector<Asked>& anchors) {
  std::size_t nearest = 0;
  std::ptrdiff_t most = -1;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions.text(i) == nullptr) continue;
    const std::ptrdiff_t count = std::ranges::count_if(anchors, [&](const Asked& asked) {
      return std::ranges::any_of(versions.candidates(i, *asked.anchor),
                                 [&](LineNo line) { return is_shown(versions, i, line); });
    });
    if (count > most) nearest = i;
    most = std::max(most, count);
  }
  return nearest;
}

class Unfitting {
 public:
  Unfitting(const Request& request, const LoadedFile& file, const Session& session, Versions& versions)
      : request_(&request), file_(&file), session_(&session), versions_(&versions) {}

  void add(const Asked& asked) {
    std::visit(overloaded{[&](const AtHash& at) { add(asked, at); }, [&](const AtLineHash& at) { add(asked, at); },
                          [](const auto&) {}},
               *asked.anchor);
  }
  // REQUIRES: the anchor names a line by number and hash.
  void add(const Asked& asked, std::string_view why) {
    unfit(asked, std::get<AtLineHash>(*asked.anchor), why);
    refusals_.back().reason = Reason::cannot_be_followed;
  }
  void add(Error refusal) {
    refusals_.push_back(std::move(refusal));
    retry_passes_ = false;
  }

  // The whole refusal, with the rows that the caller should look at before the next try. They count as shown if nothing else is
  // wrong: then the same call, sent again, means them.
  Error finish() {
    if (!unseen_.empty()) {
      if (std::optional<Error> binary = holding_nul(*file_, unseen_)) return *std::move(binary);
      Error refused = not_shown(*file_, unseen_);
      if (versions_->size() == 0 && request_->policy.never_shown == Code::file_not_read) {
        refused = refuse(Code::file_not_read, refused.facts);
        refused.next = "The rows that it is about are shown here: look at them, then send the edit again.";
      }
      refusals_.push_back(std::move(refused));
    }
    for (const LineSpan& span : around_.spans()) unseen_.add(with_context(file_->text, span, rows_around_anchor));
    Error refused = together(std::move(refusals_));
    if (!unseen_.empty() && retry_passes_) show_missing(*session_, *file_, unseen_, refused, request_->policy);
    if (!unseen_.empty() && !retry_passes_) add_rows(*file_, unseen_, refused, request_->policy.rows);
    return refused;
  }

 private:
  void add(const Asked& asked, const AtHash& at) {
    bool known = false;  // in some version
    for (std::size_t i = 0; i < versions_->size() && !known; ++i) {
      if (versions_->text(i) == nullptr) continue;
      known = std::ranges::any_of(versions_->candidates(i, *asked.anchor),
                                  [&](LineNo line) { return is_shown(*versions_, i, line); });
    }
    if (!known) {
      const std::vector<LineNo> unseen = versions_->current().find(at.prefix);
      for (const LineNo line : unseen) unseen_.add(one_line(line));
      if (!unseen.empty()) return;
    }
    if (at.line) around_.add(one_line(*at.line));
    stale(asked, at.prefix,
          known
              ? concat(beginning_of(asked), at.prefix,
                       " was shown to you in another version of the file than the other anchors of the call: it has changed in "
                       "between.")
              : concat(beginning_of(asked), at.prefix,
                       " is the hash of no line that was shown to you: the file has changed since, or the hash is mistyped."));
  }

  void add(const Asked& asked, const AtLineHash& at) {
    const Text& text = file_->text;
    if (!was_numbered(*versions_, at.line)) {
      if (text.has(at.line)) {
        unseen_.add(one_line(at.line));
        return;
      }
      add(about(refuse(Code::line_out_of_range,
                       Json::object({{"path", file_->given}, {"line", at.line.value}, {"count", text.line_count()}})),
                *file_, asked));
      return;
    }
    unfit(asked, at,
          concat("was not shown to you with the hash ", at.prefix, ": the file has changed since, or the anchor is mistyped"));
  }

  void unfit(const Asked& asked, const AtLineHash& at, std::string_view why) {
    around_.add(one_line(std::min(at.line, LineNo{std::max<std::uint32_t>(1, file_->text.line_count())})));
    std::string what = concat(beginning_of(asked), "line ", at.line.value, ' ', why, '.');
    if (std::ranges::find(refusals_, what, &Error::what) != refusals_.end()) return;
    stale(asked, at.prefix, std::move(what));
    refusals_.back().facts.set("line", at.line.value);
  }

  std::string beginning_of(const Asked& asked) const {
    return concat(printable(file_->given), ": ", name_of(asked.end), asked.end == End::only ? "" : " ");
  }

  void stale(const Asked& asked, const std::string& hash, std::string what) {
    Error refused = refuse(request_->policy.stale, std::move(what), Json::object({{"path", file_->given}, {"hash", hash}}));
    add(about(std::move(refused), *file_, asked));
  }

  const Request* request_;
  const LoadedFile* file_;
  const Session* session_;
  Versions* versions_;
  std::vector<Error> refusals_;
  bool retry_passes_ = true;
  LineSet unseen_;  // rows that the anchors match and that were not shown
  LineSet around_;  // rows near lines that are gone
};

// ---- all of them

// Puts the first line of a range first.
Result<void> order(const Policy& policy, const LoadedFile& file, const Asked& asked, LineNo& first, LineNo& last,
                   std::vector<AutoCorrection>& corrections) {
  const Json facts = Json::object({{"path", file.given}, {"start", first.value}, {"end", last.value}});
  if (last < first) {
    if (!policy.swaps_reversed) return std::unexpected(about(refuse(Code::invalid_range_order, facts), file, asked));
    corrections.push_back({"range_order_swapped", concat("start_line (", first.value, ") was after end_line (", last.value,
                                                         "). Swapped automatically.")});
    std::swap(first, last);
  } else if (first == last && policy.swaps_reversed) {
    Error refused = refuse(Code::invalid_range_order,
                           concat(printable(file.given), ": both ends of the range are line ", first.value,
                                  ": start equals end, so the range is a no-op."),
                           facts);
    refused.next = "Use an operation on one line, or name another line as the other end.";
    return std::unexpected(about(std::move(refused), file, asked));
  }
  return {};
}

}  // namespace

bool names_by_hash(const FileRequest& asked) {
  return std::ranges::any_of(asked.operations, [](const Operation& operation) {
    const Lines* const lines = std::get_if<Lines>(&operation.target);
    return lines != nullptr &&
           (std::holds_alternative<AtHash>(lines->first) || std::holds_alternative<AtLineHash>(lines->first));
  });
}

Result<AnchoredLines> find_anchored(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                    const Session& session, ShownVersions& shown) {
  Versions versions(session, file, shown);
  const std::vector<Asked> anchors = anchors_of(asked);
  std::size_t i = 0;
  std::optional<FittingLines> found;
  for (; i < versions.size() && !found; ++i) {
    if (versions.text(i) != nullptr) found = fitting(versions, i, anchors);
  }
  if (!found) {
    // Anchors that match the nearest version are not to blame, unless something else is wrong with them.
    Unfitting unfitting(request, file, session, versions);
    i = nearest_version(versions, anchors);
    for (const Asked& one : anchors) {
      const std::vector<LineNo> candidates =
          i < versions.size() && versions.text(i) != nullptr ? versions.candidates(i, *one.anchor) : std::vector<LineNo>();
      if (std::ranges::none_of(candidates, [&](LineNo line) { return is_shown(versions, i, line); })) {
        unfitting.add(one);
      } else if (Result<LineNo> line = resolved(request, file, versions, i, one, candidates); !line) {
        unfitting.add(std::move(line).error());
      }
    }
    return std::unexpected(unfitting.finish());
  }
  --i;  // of the version that matches
  if (const std::optional<Asked> asked_twice = meant_otherwise(versions, i, anchors)) {
    Unfitting unfitting(request, file, session, versions);
    unfitting.add(*asked_twice, "fits a line that you read and another that an edit has shown since");
    return std::unexpected(unfitting.finish());
  }

  std::vector<Error> refusals;
  std::vector<LineNo> lines;
  for (std::size_t k = 0; k < anchors.size(); ++k) {
    Result<LineNo> line = resolved(request, file, versions, i, anchors[k], (*found)[k]);
    lines.push_back(line.value_or(LineNo{1}));
    if (!line) refusals.push_back(std::move(line).error());
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));

  AnchoredLines anchored{
      NamedVersion::shown(session, file, *versions.text(i), versions.showing(i).version), asked.operations, {}};
  std::size_t k = 0;
  for (Operation& operation : anchored.operations) {
    auto& target = std::get<Lines>(operation.target);
    const Asked& first_asked = anchors[k];
    LineNo first = lines[k++];
    if (target.last) {
      LineNo last = lines[k++];
      if (const Result<void> ordered = order(request.policy, file, first_asked, first, last, anchored.corrections); !ordered) {
        refusals.push_back(ordered.error());
      }
      target.last = AtLine{last};
    }
    target.first = AtLine{first};
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return anchored;
}

}  // namespace kedge
