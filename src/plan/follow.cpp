#include "plan/follow.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "edit/counterpart.hpp"
#include "edit/line_hunks.hpp"
#include "edit/moved_block.hpp"
#include "edit/recover.hpp"
#include "plan/already_applied.hpp"
#include "plan/changed_sides.hpp"
#include "plan/likely_lines.hpp"
#include "plan/locate_lines.hpp"
#include "plan/passage_edits.hpp"
#include "plan/quotation_refusals.hpp"
#include "plan/shown_rows.hpp"
#include "plan/stale_lines.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

struct ChosenVersion {
  std::size_t version;
  Belief belief;
  Location location;
};

// Whether a version decides where a part is, even if only by saying that it could be in several places.
bool decides(const Location& location) {
  using Why = Misfit::Why;
  const auto why = [&](Why one) { return location.error().why == one; };
  return location || why(Why::several) || why(Why::unclear) || why(Why::refused);
}

// The current version is searched once: where parts are in it is known, and only whether rows there were seen is left to ask.
std::vector<Location> seen_now(const std::vector<Location>& now, const LineSet& rows) {
  std::vector<Location> seen = now;
  for (Location& location : seen) {
    const std::vector<LineSpan>& places = location ? location->quoted : location.error().places;
    if (std::ranges::none_of(places, [&](LineSpan place) { return rows.contains(place); }))
      location = std::unexpected(Misfit{});
  }
  return seen;
}

std::vector<std::optional<ChosenVersion>> choose_versions(const FileTask& task, Locator& locator, std::size_t parts,
                                                          const std::vector<Location>& now) {
  Basis& basis = task.basis;
  std::vector<std::optional<ChosenVersion>> chosen(parts);
  std::size_t left = parts;
  for (const Belief belief : {Belief::read, Belief::shown, Belief::version}) {
    if (left == 0) break;
    for (const std::size_t i : basis.in_order(belief, task.refused_before())) {
      if (left == 0) break;
      // That a version was shown proves nothing about rows of the current file that were not.
      if (belief == Belief::read && !basis.may_be_read_in(i)) continue;
      if (basis.text(i) == nullptr || (belief == Belief::version && basis.is_current(i))) continue;
      const LineSet rows = basis.rows(i, belief, task.refused_before());
      if (belief == Belief::shown && rows == basis.rows(i, Belief::read, task.refused_before())) continue;
      const bool is_searched = locator.quotes() && basis.is_current(i);
      std::vector<Location> locations = is_searched ? seen_now(now, rows) : locator.locate(i, belief);
      for (std::size_t k = 0; k < parts; ++k) {
        if (chosen[k] || !decides(locations[k])) continue;
        chosen[k] = {i, belief, std::move(locations[k])};
        --left;
      }
    }
  }
  return chosen;
}

std::string places_then_and_now(std::size_t then, std::size_t now, Quotes quotes) {
  return concat(quotes == Quotes::text ? "it stood in " : "they stood in ", counted(then, "place"),
                quotes == Quotes::text ? " when it was shown, and in " : " when they were shown, and in ",
                counted(now, "place"), " now");
}

class Following {
 public:
  Following(const FileTask& task, Locator& locator, const std::vector<Location>& now)
      : task_(&task), locator_(&locator), now_(&now) {}

  Result<FollowedParts> run(const std::vector<FoundPart>& found);

 private:
  using Parts = std::vector<std::size_t>;

  void follow_lines(const std::vector<FoundPart>& found, std::size_t version, const Parts& parts);
  bool are_in_current_version(const Parts& parts, const std::vector<LineEdit>& edits);
  void follow_quotation(std::size_t k, std::size_t version, const Located& then);
  void note_there(const std::vector<LineEdit>& edits);
  void refuse_to_take_away_what_is_there();
  void tell_what_is_there();
  std::optional<Error> elsewhere(std::size_t version, const Located& then, const Located& now, bool& in_place);
  bool is_same_place(std::size_t version, const Located& then, LineSpan lines, LineSpan now);
  bool is_changed(std::size_t version, const Located& then);
  bool may_stand(const std::optional<std::vector<LineEdit>>& edits);
  std::optional<std::vector<LineEdit>> only_what_changes(std::size_t version, const Located& then,
                                                         const std::vector<LineEdit>& edits);

  const FileTask* task_;
  Locator* locator_;
  const std::vector<Location>* now_;
  FollowedParts followed_ = {};
  std::vector<Error> refusals_;
  std::vector<Missed> missed_;
  struct PartThere {
    int op = 0;
    LineNo line;  // the first of its rows
  };
  std::vector<PartThere> there_;
  std::set<std::string> rows_there_;  // that parts would insert which others have made already
  // Quotations that were looked for where they were shown, and those whose new rows were: each takes searches of the whole
  // file.
  std::size_t corrected_ = 0;
  std::size_t compared_ = 0;
  std::optional<RowSet> rows_now_;
  LineSet corrected_lines_;  // that the corrections quote
};

// Whether the current version was shown as well, and the parts are in it where they were followed to. Then nothing has happened
// that the caller would have to be told.
bool Following::are_in_current_version(const Parts& parts, const std::vector<LineEdit>& edits) {
  const std::optional<std::size_t> current = task_->basis.current();
  if (!current) return false;
  const std::vector<Location> there = locator_->locate(*current, Belief::shown);
  std::size_t at = 0;
  return std::ranges::all_of(parts, [&](std::size_t k) {
    return there[k] &&
           std::ranges::all_of(there[k]->edits, [&](const LineEdit& edit) { return edit.lines == edits[at++].lines; });
  });
}

std::vector<const Located*> located_of(const std::vector<FoundPart>& found, const std::vector<std::size_t>& parts) {
  std::vector<const Located*> located;
  located.reserve(parts.size());
  for (const std::size_t k : parts) located.push_back(&found[k].located);
  return located;
}

// Parts that name lines, all from one version.
void Following::follow_lines(const std::vector<FoundPart>& found, std::size_t version, const Parts& parts) {
  const LoadedFile& file = task_->file;
  const Policy& policy = task_->policy();
  Basis& basis = task_->basis;
  const std::string& path = file.given;
  if (policy.stale_is_final && task_->session.misread->is_stale(file.inside, basis[version].version)) {
    Error refused = refuse(policy.stale,
                           concat(printable(path),
                                  " has changed, and an edit of the version that you were shown was refused for it. "
                                  "Others that were made together with it are not applied either."),
                           {{"path", path}});
    say_where_they_are(*task_, version, located_of(found, parts), refused);
    refusals_.push_back(std::move(refused));
    return;
  }
  std::vector<LineEdit> edits;
  for (const std::size_t k : parts) std::ranges::copy(found[k].located.edits, std::back_inserter(edits));
  Result<std::vector<LineEdit>> here = edits;
  for (const Leg& leg : basis.way(version)) {
    if (here) here = recover(leg, *here, policy.stale);
  }
  if (!here) {
    Error refused = std::move(here).error();
    refused.path = path;
    refused.facts.set("path", path);
    if (task_->asked.tag) refused.facts.set("version", *task_->asked.tag);
    for (Error& other : refused.others) other.path = path;
    say_where_they_are(*task_, version, located_of(found, parts), refused);
    refused.misread = Misread{file.inside, basis[version].version};
    refusals_.push_back(std::move(refused));
    return;
  }
  if (!are_in_current_version(parts, *here)) followed_.drifted = basis.changed_by(version);
  if (!task_->asked.tag && followed_.drifted)
    followed_.recovered = "the file had changed since it was shown; the lines were followed to where they are";
  std::size_t at = 0;
  for (const std::size_t k : parts) {
    const std::vector<LineEdit>& then = found[k].located.edits;
    Located now = found[k].located;
    for (LineEdit& edit : now.edits) edit = (*here)[at++];
    if (inserted_already(*basis.text(version), then, file.text, now.edits)) {
      note_there(then);
      now.edits.clear();
    }
    followed_.located[k] = std::move(now);
  }
}

bool stands_once(const Text& text, LineSpan lines) {
  Rows rows;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) rows.emplace_back(text.content(line));
  return rows.empty() || row_places(text, rows, MatchMode::exact, 2).size() == 1;
}

// Whether each edit of a version can only mean the lines that it touches there. Among equal lines nobody can tell which one is
// left, unless they have distinctive content and the change reads the same from either end.
bool are_told_apart(const Text& before, const std::vector<LineEdit>& edits, const Text& after) {
  std::vector<Hunk> from_the_top, from_the_end;
  return std::ranges::all_of(edits, [&](const LineEdit& edit) {
    const LineSpan touched = edit.lines.empty() ? with_context(before, edit.lines, 1) : edit.lines;
    if (stands_once(before, touched)) return true;
    if (from_the_top.empty()) {
      from_the_top = diff_lines(before, after, LineKey::content);
      from_the_end = diff_lines(before, after, LineKey::content, Search::from_the_end);
    }
    for (LineNo line = touched.first; line < touched.end; line = line + 1) {
      const std::optional<LineNo> now = kept_line(from_the_top, line);
      if (!now || now != kept_line(from_the_end, line) || is_low(before.content(line))) return false;
    }
    return true;
  });
}

// What a quotation changes, as whole lines; none if that does not say all of it.
std::optional<std::vector<LineEdit>> as_line_edits(const Text& text, const Located& located) {
  if (located.passage != nullptr) {
    return is_about_bytes(located.passage->passage) ? std::nullopt : std::optional(located.edits);
  }
  const Result<ChangeSet> changes = changes_of(text, std::span(&located, 1));
  if (!changes) return std::nullopt;
  const Text after = changes->apply(text);
  if (text.ends_unterminated() != after.ends_unterminated()) return std::nullopt;
  std::vector<LineEdit> edits;
  for (const Hunk& hunk : line_hunks(text, after, *changes, LineKey::content)) {
    LineEdit edit{hunk.before, {}, located.op, Lean::neither};
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) edit.rows.emplace_back(after.content(line));
    const auto quotes = [&](LineNo line) {
      return std::ranges::any_of(located.quoted, [&](LineSpan lines) { return lines.contains(line); });
    };
    const LineNo first = hunk.before.first;
    const bool above = first > LineNo{1} && quotes(first - 1);
    if (above != quotes(first)) edit.lean = above ? Lean::above : Lean::below;
    edits.push_back(std::move(edit));
  }
  return edits;
}

bool Following::is_same_place(std::size_t version, const Located& then, LineSpan lines, LineSpan now) {
  const Text& before = *task_->basis.text(version);
  const Text& file = task_->file.text;
  if (locator_->quotes() != Quotes::lines || !then.once(before) || !then.once(file)) return false;
  return same_surroundings(before, lines, file, now) || moved_as_block(before, lines, file, now);
}

// Why the quoted lines are not provably those that match now.
std::optional<Error> Following::elsewhere(std::size_t version, const Located& then, const Located& now, bool& in_place) {
  const Quotes quotes = locator_->quotes().value_or(Quotes::lines);
  const auto moved = [&](LineNo shown_line, const std::string& reason) {
    Error refused = not_the_same_place(task_->file, quotes, shown_line, now.quoted, reason);
    refused.op = then.op + 1;
    return refused;
  };
  if (then.quoted.size() != now.quoted.size()) {
    return moved(then.quoted.front().first, places_then_and_now(then.quoted.size(), now.quoted.size(), quotes));
  }
  for (std::size_t i = 0; i < then.quoted.size(); ++i) {
    const LineSpan place = then.quoted[i];
    if (place.empty()) continue;  // the end of the file is the end of the file
    in_place = in_place && now.quoted[i] == place;
    const std::expected<LineSpan, Unproven> there = task_->basis.follow(version, place, then.once);
    if (there && std::ranges::find(now.quoted, *there) != now.quoted.end()) continue;
    if (is_same_place(version, then, place, now.quoted[i])) continue;
    return moved(place.first, there ? concat("the lines that were shown are at line ", there->first.value, " now")
                                    : describe(there.error()));
  }
  return std::nullopt;
}

// What a quotation changes, wherever its surroundings are now.
std::optional<std::vector<LineEdit>> Following::only_what_changes(std::size_t version, const Located& then,
                                                                  const std::vector<LineEdit>& edits) {
  const std::vector<Leg>& way = task_->basis.way(version);
  if (edits.empty()) return std::nullopt;
  std::vector<LineEdit> here = edits;
  for (const Leg& leg : way) {
    Result<std::vector<LineEdit>> next = recover(leg, here, Code::match_moved);
    if (!next) return std::nullopt;
    here = *std::move(next);
  }
  // Searches the whole file, so it is asked last.
  const bool known = std::ranges::all_of(way, is_own);
  if (known) return here;
  const Text& before = *task_->basis.text(version);
  const Text& now = task_->file.text;
  if (!are_told_apart(before, edits, now) || has_changed_sides(before, then.quoted, edits, now, here)) return std::nullopt;
  return here;
}

// Whether what was quoted is not in its place any more, and not in any other.
bool Following::is_changed(std::size_t version, const Located& then) {
  if (then.quoted.size() != 1 || then.quoted.front().empty()) return false;
  return task_->basis.whereabouts(version).of(then.quoted.front()).fate == LikelyPlace::Fate::changed;
}

// False: the rows that the edits make are not all in the file.
bool Following::may_stand(const std::optional<std::vector<LineEdit>>& edits) {
  if (!edits) return true;
  if (!rows_now_) rows_now_.emplace(task_->file.text, MatchMode::exact);
  return std::ranges::all_of(*edits, [&](const LineEdit& edit) { return rows_now_->may_have(edit.rows); });
}

void Following::follow_quotation(std::size_t k, std::size_t version, const Located& then) {
  const Text& before = *task_->basis.text(version);
  const Text& file = task_->file.text;
  const Location& now = (*now_)[k];
  const bool line_tells = task_->policy().line_tells_apart;
  const bool fits_several = !now && now.error().why == Misfit::Why::several;
  if (fits_several && !line_tells) return missed_.push_back({k, now.error()});

  const std::optional<std::vector<LineEdit>> edits = as_line_edits(before, then);
  bool in_place = true;
  std::optional<Error> unproven;
  if (now) unproven = elsewhere(version, then, *now, in_place);
  std::optional<std::vector<LineEdit>> here;
  if (now && !unproven) {
    here = as_line_edits(file, *now);
  } else if (edits && (!unproven || line_tells)) {
    here = only_what_changes(version, then, *edits);
  }
  const auto recovered = [&](std::string_view how) {
    const std::optional<std::size_t> current = task_->basis.current();
    const bool was_shown = current && now && std::ranges::all_of(now->quoted, [&](LineSpan lines) {
                             return task_->basis[*current].lines.contains(lines);
                           });
    if (!was_shown) followed_.recovered = concat("the file has changed since it was shown; ", how);
  };
  std::optional<LineNo> there;
  if (edits && here && edits->size() == here->size()) there = inserted_already(before, *edits, file, *here);
  if (there && edits) {
    note_there(*edits);
    there_.push_back({then.op, *there});
  } else if (now && !unproven) {
    followed_.located[k] = *now;
    const std::string where =
        in_place ? std::string("stand where they stood")
        : locator_->quotes() == Quotes::lines
            ? std::string("were followed to where they are")
            : concat("moved from line ", then.quoted.front().first.value, " to line ", now->quoted.front().first.value);
    recovered(concat("the quoted lines are untouched and ", where));
  } else if (here) {
    Located& located = followed_.located[k];
    located = then;
    located.quoted.clear();
    located.substitutions.clear();
    located.edits = *std::move(here);
    recovered("what the edit changes is untouched and was followed to where it is");
  } else {
    constexpr std::size_t most_corrected = 10;
    const Result<ChangeSet> changes = changes_of(before, std::span(&then, 1));
    std::optional<LineNo> line;
    if (changes && !changes->empty() && may_stand(edits) && ++compared_ <= most_corrected)
      line = stands_already(before, changes->apply(before), *changes, file);
    using Why = Misfit::Why;
    const bool is_nowhere = !now && (now.error().why == Why::nowhere || now.error().why == Why::unclear);
    std::optional<InsistedChange> insisted;
    const bool may_insist = is_nowhere || (unproven && is_changed(version, then));
    if (!line && may_insist && edits && !edits->empty() && then.quoted.size() == 1 && ++corrected_ <= most_corrected)
      insisted = insisted_change(task_->basis.whereabouts(version), then.quoted.front(), *edits, corrected_lines_);
    if (insisted) corrected_lines_.add(insisted->lines);
    if (line) {
      refusals_.push_back(there_already(task_->file, *line));
      refusals_.back().op = then.op + 1;
    } else if (unproven) {
      if (insisted && !insisted->is_done) propose_in_place(*task_, *insisted, *unproven);
      refusals_.push_back(*std::move(unproven));
    } else if (insisted) {
      refusals_.push_back(changed_since_shown(*task_, *insisted));
      refusals_.back().op = then.op + 1;
    } else {
      missed_.push_back({k, now.error()});
    }
  }
}

// For a refusal of other parts: whoever sends these once more, after a look at the file, would have them done twice.
void Following::tell_what_is_there() {
  constexpr std::size_t most_told = 10;
  for (const PartThere& part : there_ | std::views::take(most_told)) {
    refusals_.push_back(there_already(task_->file, part.line));
    refusals_.back().op = part.op + 1;
  }
}

void Following::note_there(const std::vector<LineEdit>& edits) {
  ++followed_.there_already;
  for (const LineEdit& edit : edits) {
    for (const std::string& row : edit.rows) {
      if (!is_low(row)) rows_there_.insert(row);
    }
  }
}

// A part that others have made already is left out. If another part takes such rows away, nothing would be left of both: that
// other part was made before the rows came to where they are.
void Following::refuse_to_take_away_what_is_there() {
  const Text& file = task_->file.text;
  for (const Located& part : followed_.located) {
    for (const LineEdit& edit : as_line_edits(file, part).value_or(part.edits)) {
      for (LineNo line = edit.lines.first; line < edit.lines.end; line = line + 1) {
        const std::string row(file.content(line));
        if (!rows_there_.contains(row) || std::ranges::find(edit.rows, row) != edit.rows.end()) continue;
        if (there_.empty()) refusals_.push_back(there_already(task_->file, line));
        tell_what_is_there();
        return;
      }
    }
  }
}

Result<FollowedParts> Following::run(const std::vector<FoundPart>& found) {
  followed_.located.resize(found.size());
  std::map<std::size_t, Parts> by_lines;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::optional<std::size_t> version = found[k].version;
    followed_.located[k].op = found[k].located.op;
    if (!version || task_->basis.is_current(*version)) {
      followed_.located[k] = found[k].located;
      continue;
    }
    if (locator_->quotes()) follow_quotation(k, *version, found[k].located);
    if (!locator_->quotes()) by_lines[*version].push_back(k);
  }
  for (const auto& [version, parts] : by_lines) follow_lines(found, version, parts);
  if (!missed_.empty()) std::ranges::move(locator_->refusals(missed_), std::back_inserter(refusals_));
  if (!refusals_.empty()) {
    tell_what_is_there();
  } else if (!rows_there_.empty()) {
    refuse_to_take_away_what_is_there();
  }
  if (refusals_.empty()) return std::move(followed_);
  return std::unexpected(together(std::move(refusals_)));
}

}  // namespace

Result<std::vector<FoundPart>> find_parts(const FileTask& task, Locator& locator, const std::vector<Location>& now) {
  const std::size_t parts = now.empty() ? task.asked.operations.size() : now.size();
  std::vector<std::optional<ChosenVersion>> chosen = choose_versions(task, locator, parts, now);
  std::vector<FoundPart> found(parts);
  std::vector<Missed> missed;
  std::vector<Error> refusals;
  for (std::size_t k = 0; k < parts; ++k) {
    const std::optional<Quotes> quotes = locator.quotes();
    const bool is_now = !now.empty() && now[k];
    std::optional<ChosenVersion>& choice = chosen[k];
    if (!choice) {
      if (!is_now) {
        missed.push_back({k, now.empty() ? Misfit{} : now[k].error()});
      } else if (quotes && now[k]->mode != MatchMode::exact) {
        refusals.push_back(fits_unseen(task.file, *quotes, *now[k]));
      } else {
        found[k] = {std::nullopt, *now[k]};
      }
      continue;
    }
    auto& [version, belief, location] = *choice;
    if (location) {
      found[k] = {version, *std::move(location)};
    } else if (quotes && !is_now) {
      missed.push_back({k, now[k].error()});
    } else if (quotes && location.error().why == Misfit::Why::several) {
      const std::vector<LineSpan>& places = location.error().places;
      const std::vector<LineSpan>& here = now[k]->quoted;
      refusals.push_back(belief == Belief::version
                             ? not_the_same_place(task.file, *quotes, places.front().first, here,
                                                  places_then_and_now(places.size(), here.size(), *quotes))
                             : several_when_read(task.file, *quotes, places, here.front()));
      refusals.back().op = now[k]->op + 1;
    } else if (quotes && location.error().why == Misfit::Why::unclear && !task.basis.is_current(version)) {
      const Misfit& then = location.error();
      refusals.push_back(
          not_the_same_place(task.file, *quotes, then.places.front().first, now[k]->quoted,
                             concat("in what was shown it fits but for blanks or typography, and ", then.detail)));
      refusals.back().op = now[k]->op + 1;
    } else {
      missed.push_back({k, std::move(location).error()});
    }
  }
  if (!missed.empty()) std::ranges::move(locator.refusals(missed), std::back_inserter(refusals));
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return found;
}

Result<FollowedParts> follow(const FileTask& task, Locator& locator, const std::vector<FoundPart>& found,
                             const std::vector<Location>& now) {
  return Following(task, locator, now).run(found);
}

}  // namespace kedge
