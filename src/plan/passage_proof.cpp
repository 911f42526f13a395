#include "plan/passage_proof.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/moved_block.hpp"
#include "edit/recover.hpp"
#include "plan/already_applied.hpp"
#include "plan/passage_refusals.hpp"
#include "plan/shown_rows.hpp"
#include "plan/unproven.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_counted = 100;  // places that are listed

// What an edit touches: the lines that it removes, or those on both sides of what it adds.
LineSpan touched_by(const Text& text, const LineEdit& edit) {
  return edit.lines.empty() ? with_context(text, edit.lines, 1) : edit.lines;
}

bool stands_once(const Text& text, LineSpan lines) {
  Rows rows;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) rows.emplace_back(text.content(line));
  return rows.empty() || row_places(text, rows, MatchMode::exact, 2).size() == 1;
}

// Where a line is after the hunks; none if one of them removes it.
std::optional<LineNo> kept_line(const std::vector<Hunk>& hunks, LineNo line) {
  LineNo then{1};
  LineNo now{1};
  for (const Hunk& hunk : hunks) {
    if (line < hunk.before.first) break;
    if (line < hunk.before.end) return std::nullopt;
    then = hunk.before.end;
    now = hunk.after.end;
  }
  return now + (line - then);
}

// Among equal lines nobody can tell which one is left, unless they have distinctive content and the change reads the same from
// either end.
class Readings {
 public:
  Readings(const Text& before, const Text& after)
      : before_(&before),
        from_the_top_(diff_lines(before, after, LineKey::content)),
        from_the_end_(diff_lines(before, after, LineKey::content, Search::from_the_end)) {}

  bool agree_on(LineSpan lines) const {
    for (LineNo line = lines.first; line < lines.end; line = line + 1) {
      const std::optional<LineNo> now = kept_line(from_the_top_, line);
      if (!now || now != kept_line(from_the_end_, line) || is_low(before_->content(line))) return false;
    }
    return true;
  }

 private:
  const Text* before_;
  std::vector<Hunk> from_the_top_, from_the_end_;
};

// Whether each edit of a version can only mean the lines that it touches there.
bool are_told_apart(const Text& before, const std::vector<LineEdit>& edits, const Text& after) {
  std::optional<Readings> readings;
  return std::ranges::all_of(edits, [&](const LineEdit& edit) {
    const LineSpan touched = touched_by(before, edit);
    if (stands_once(before, touched)) return true;
    if (!readings) readings.emplace(before, after);
    return readings->agree_on(touched);
  });
}

// A version in which the passages match, and where.
struct Basis {
  std::size_t version = 0;
  std::vector<PlacedPassage> placed;
};

class Proof {
 public:
  Proof(const Session& session, const LoadedFile& file, ShownVersions& shown, const Policy& policy,
        std::span<const QuotedPassage> passages)
      : session_(&session),
        file_(&file),
        shown_(&shown),
        policy_(&policy),
        passages_(passages),
        now_(place_passages(file.text, passages, policy)) {}

  Result<ProvenPassages> run();

 private:
  std::optional<Basis> basis(std::span<const QuotedPassage> passages);
  Result<std::vector<EditedPassage>> edited(const Text& text, const std::vector<PlacedPassage>& placed) const;
  Result<ProvenPassages> on_file_as_it_is(bool was_shown);
  Result<ProvenPassages> over_drift(const Basis& then);
  Result<ProvenPassages> one_by_one();
  std::optional<std::string> follows(std::size_t version, const QuotedPassage& quoted, LineSpan then, LineSpan now);
  std::optional<Error> stood_in_several(const QuotedPassage& quoted, LineSpan now) const;
  Error misfits() const;
  Error moved(LineNo shown_line, LineSpan now, const std::string& reason) const;

  const Session* session_;
  const LoadedFile* file_;
  ShownVersions* shown_;
  const Policy* policy_;
  std::span<const QuotedPassage> passages_;
  Placement now_;
};

// The newest version that has all of them. Loose matches count only on rows that were shown.
std::optional<Basis> Proof::basis(std::span<const QuotedPassage> passages) {
  return shown_->newest_with([&](std::size_t i, const Text& text, bool only_shown_rows) -> std::optional<Basis> {
    const bool whole = passages.size() == passages_.size();
    Placement placed = shown_->is_current(i) && whole ? now_ : place_passages(text, passages, *policy_);
    const auto fits = [&](const PlacedPassage& one) {
      return only_shown_rows ? one.lines.empty() || (*shown_)[i].lines.contains(one.lines) : one.mode == MatchMode::exact;
    };
    if (!placed || !std::ranges::all_of(*placed, fits)) return std::nullopt;
    return Basis{i, *std::move(placed)};
  });
}

Result<std::vector<EditedPassage>> Proof::edited(const Text& text, const std::vector<PlacedPassage>& placed) const {
  std::vector<EditedPassage> all;
  std::vector<Error> refusals;
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    std::expected<std::vector<LineEdit>, std::string> edits = line_edits_of(text, passages_[i], placed[i]);
    if (!edits) {
      refusals.push_back(unclear_indentation(*file_, *shown_, passages_[i], placed[i].lines, edits.error(), *policy_));
      refusals.back().misread = Misread{file_->inside};
      continue;
    }
    all.push_back({&passages_[i], *std::move(edits), std::nullopt});
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return all;
}

Error Proof::misfits() const {
  constexpr std::size_t most_explained = 5;  // the nearest region is searched for in the whole file
  std::vector<Error> refusals;
  for (const Misfit& misfit : now_.error()) {
    const QuotedPassage& quoted = passages_[misfit.passage];
    if (refusals.size() >= most_explained && misfit.why == Misfit::Why::nowhere) {
      refusals.push_back(refuse(Code::no_match, Json::object({{"path", file_->given}})));
      refusals.back().op = quoted.op + 1;
      continue;
    }
    std::optional<Error> pasted = pasted_rows(*file_, *shown_, quoted, *policy_);
    refusals.push_back(pasted ? *std::move(pasted) : misfit_refusal(*file_, *shown_, quoted, misfit, *policy_));
  }
  return together(std::move(refusals));
}

Error Proof::moved(LineNo shown_line, LineSpan now, const std::string& reason) const {
  const LineSpan there = between_lines(std::min(shown_line, file_->text.all_lines().end));
  const LineSet beside(with_context(file_->text, there, rows_around));
  return not_the_same_place(*file_, Quotes::lines, shown_line, LineSet(now), beside, reason);
}

Result<ProvenPassages> Proof::on_file_as_it_is(bool was_shown) {
  if (!now_) return std::unexpected(misfits());
  std::vector<Error> refusals;
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    const PlacedPassage& placed = (*now_)[i];
    if (was_shown || placed.mode == MatchMode::exact) continue;
    refusals.push_back(fits_unseen(*file_, Quotes::lines, LineSet(placed.lines), placed.mode, passages_[i].op + 1));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  ProvenPassages proven{.placed_in = file_->text, .placed = *now_};
  KEDGE_TRY(proven.edited, edited(file_->text, *now_));
  for (std::size_t i = 0; i < proven.edited.size(); ++i) {
    if ((*now_)[i].mode == MatchMode::exact) proven.edited[i].lines = (*now_)[i].lines;
  }
  return proven;
}

// None if the lines of that version are these lines of the file; otherwise why that is not proven.
std::optional<std::string> Proof::follows(std::size_t version, const QuotedPassage& quoted, LineSpan then, LineSpan now) {
  if (then.empty()) return std::nullopt;  // the end of the file is the end of the file
  const auto once = [&](const Text& text) { return row_places(text, quoted.quoted, MatchMode::exact, 2).size() == 1; };
  const std::expected<LineSpan, Unproven> followed = shown_->follow(version, then, once);
  if (followed && *followed == now) return std::nullopt;
  const Text& before = *shown_->text(version);
  const bool told_by_itself = once(before) && once(file_->text);
  if (told_by_itself && same_surroundings(before, then, file_->text, now)) return std::nullopt;
  if (told_by_itself && moved_as_block(before, then, file_->text, now)) return std::nullopt;
  if (!followed) return describe(followed.error());
  return concat("the lines that were shown are at line ", followed->first.value, " now");
}

// The passages match in an older version, and the file has changed since.
Result<ProvenPassages> Proof::over_drift(const Basis& then) {
  const Text& before = *shown_->text(then.version);
  Result<std::vector<EditedPassage>> edited_then = edited(before, then.placed);
  if (!edited_then) return std::unexpected(std::move(edited_then).error());
  ProvenPassages proven{.placed_in = before, .placed = then.placed, .edited = *edited_then};

  std::vector<EditedPassage> as_shown = *edited_then;
  for (std::size_t i = 0; i < as_shown.size(); ++i) {
    if (then.placed[i].mode == MatchMode::exact) as_shown[i].lines = then.placed[i].lines;
  }
  const Result<ChangeSet> made = changes_of(before, as_shown);
  if (!made) return std::unexpected(made.error());
  const Text after = made->apply(before);
  if (!made->empty() && after == file_->text) {
    proven.already = "the file is what this edit makes of the version that was shown";
    return proven;
  }

  // First with all quoted rows in place.
  std::optional<Error> unproven;
  if (now_) {
    bool in_place = true;
    for (std::size_t i = 0; i < passages_.size() && !unproven; ++i) {
      const LineSpan now = (*now_)[i].lines;
      if (const std::optional<std::string> why = follows(then.version, passages_[i], then.placed[i].lines, now)) {
        unproven = moved(then.placed[i].lines.first, now, *why);
        unproven->op = passages_[i].op + 1;
      }
      in_place = in_place && now == then.placed[i].lines;
    }
    if (!unproven) {
      KEDGE_TRY(ProvenPassages as_it_is, on_file_as_it_is(true));
      as_it_is.recovered = concat("the file has changed since it was shown; the quoted lines are untouched and ",
                                  in_place ? "stand where they stood" : "were followed to where they are");
      return as_it_is;
    }
  }
  const bool fits_several =
      !now_ && std::ranges::any_of(now_.error(), [](const Misfit& misfit) { return misfit.why == Misfit::Why::several; });
  if (fits_several && !policy_->line_tells_apart) return std::unexpected(misfits());

  // Then only what is changed, wherever its surroundings are now.
  std::vector<LineEdit> edits;
  for (const EditedPassage& one : *edited_then) std::ranges::copy(one.edits, std::back_inserter(edits));
  const bool told = are_told_apart(before, edits, file_->text) &&
                    std::ranges::none_of(passages_, [](const QuotedPassage& one) { return is_about_bytes(one.passage); });
  if (edits.empty() && !now_) return std::unexpected(misfits());  // nothing to follow
  Result<std::vector<LineEdit>> here = edits;
  for (const Drift& drift :
       way_between(*session_, *file_, before, (*shown_)[then.version].version, (*shown_)[then.version].last)) {
    here = recover(drift, *here, Code::match_moved);
    if (!here) break;
  }
  const bool elsewhere = unproven && !policy_->line_tells_apart;
  if (!here || !told || elsewhere) {
    if (const std::optional<LineNo> line = stands_already(before, after, *made, file_->text)) {
      return std::unexpected(there_already(*file_, *line));
    }
    if (unproven) return std::unexpected(*std::move(unproven));
    return std::unexpected(misfits());
  }
  if (inserted_already(before, edits, file_->text, *here)) {
    proven.already = "these very rows have been put there since the file was shown";
    return proven;
  }
  std::size_t at = 0;
  for (EditedPassage& one : proven.edited) {
    for (LineEdit& edit : one.edits) edit = (*here)[at++];
  }
  proven.recovered =
      "the file has changed since it was shown; what the edit changes is untouched and was followed to where it is";
  return proven;
}

// A passage that was shown in several places: nobody can tell which of them is left.
std::optional<Error> Proof::stood_in_several(const QuotedPassage& quoted, LineSpan now) const {
  if (quoted.quoted.empty()) return std::nullopt;
  for (std::size_t i = 0; i < shown_->size(); ++i) {
    const Text* const text = shown_->text(i);
    if (text == nullptr) continue;
    const std::vector<LineSpan> places = row_places(*text, quoted.quoted, MatchMode::exact, most_counted);
    if (places.empty()) continue;
    if (shown_->is_current(i) || places.size() == 1) return std::nullopt;
    Error refused =
        moved(places.front().first, now,
              concat("they stood in ", places.size() == most_counted ? "many places" : counted(places.size(), "place"),
                     " when they were shown, and in one now"));
    refused.op = quoted.op + 1;
    return refused;
  }
  return std::nullopt;
}

// No shown version has all passages: each is proven by itself.
Result<ProvenPassages> Proof::one_by_one() {
  bool all_shown = true;
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    const std::optional<Basis> then = passages_.size() > 1 ? basis(passages_.subspan(i, 1)) : std::nullopt;
    all_shown = all_shown && then;
    if (!then && now_) {
      if (std::optional<Error> refused = stood_in_several(passages_[i], (*now_)[i].lines))
        return std::unexpected(*std::move(refused));
    }
    if (!then || !now_ || shown_->is_current(then->version)) continue;
    const LineSpan now = (*now_)[i].lines;
    if (const std::optional<std::string> why = follows(then->version, passages_[i], then->placed.front().lines, now)) {
      Error refused = moved(then->placed.front().lines.first, now, *why);
      refused.op = passages_[i].op + 1;
      return std::unexpected(std::move(refused));
    }
  }
  return on_file_as_it_is(all_shown);
}

Result<ProvenPassages> Proof::run() {
  std::vector<Error> pasted;
  for (const QuotedPassage& quoted : passages_) {
    if (std::optional<Error> refused = pasted_rows(*file_, *shown_, quoted, *policy_)) pasted.push_back(*std::move(refused));
  }
  if (!pasted.empty()) return std::unexpected(together(std::move(pasted)));
  const std::optional<Basis> then = basis(passages_);
  if (!then) return one_by_one();
  return shown_->is_current(then->version) ? on_file_as_it_is(true) : over_drift(*then);
}

}  // namespace

Result<ProvenPassages> prove_passages(const Session& session, const LoadedFile& file, ShownVersions& shown,
                                      const Policy& policy, std::span<const QuotedPassage> passages) {
  return Proof(session, file, shown, policy, passages).run();
}

}  // namespace kedge
