#include "second_history.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "every_operation.hpp"
#include "support/require.hpp"

namespace oracle {
namespace {

// How far a text still is from the one where histories end.
class Distance {
 public:
  explicit Distance(const Program& target) : target_(target) {
    for (const Line& line : target.lines) rows_ = std::max(rows_, line.text + 1);
    neighbours_.resize(std::size_t{rows_} * rows_);
    for (std::size_t i = 0; i + 1 < target.lines.size(); ++i) ++*pairs_like(target, i);
  }

  // Pairs of neighbours that have to be parted.
  std::uint32_t breaks(const Program& program) {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i + 1 < program.lines.size(); ++i) {
      std::uint16_t* const pairs = pairs_like(program, i);
      if (!pairs || *pairs == 0) {
        ++count;
      } else {
        --*pairs;
        taken_.push_back(pairs);
      }
    }
    for (std::uint16_t* pairs : taken_) ++*pairs;
    taken_.clear();
    return count;
  }

  // Lines that have to be put in and taken out.
  std::uint32_t edits(const Program& program) const {
    const std::vector<Line>& from = program.lines;
    const std::vector<Line>& to = target_.lines;
    std::vector<std::uint32_t> common(to.size() + 1);
    for (const Line& line : from) {
      std::uint32_t diagonal = 0;
      for (std::size_t j = 0; j < to.size(); ++j) {
        const std::uint32_t above = common[j + 1];
        common[j + 1] = line.text == to[j].text ? diagonal + 1 : std::max(above, common[j]);
        diagonal = above;
      }
    }
    return static_cast<std::uint32_t>(from.size() + to.size()) - 2 * common.back();
  }

  // What one last operation has to reach over: everything between the common ends.
  Stretch unlike(const Program& program) const {
    const std::vector<Line>& from = program.lines;
    const std::vector<Line>& to = target_.lines;
    const auto same = [](const Line& a, const Line& b) { return a.text == b.text; };
    const auto head = std::mismatch(from.begin(), from.end(), to.begin(), to.end(), same).first - from.begin();
    const auto tail = std::mismatch(from.rbegin(), from.rend(), to.rbegin(), to.rend(), same).first - from.rbegin();
    return {static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(from.size()) - static_cast<std::uint32_t>(tail)};
  }

 private:
  // How often the target has this pair of neighbours; null if it cannot have it.
  std::uint16_t* pairs_like(const Program& program, std::size_t i) {
    const TextId above = program.lines[i].text;
    const TextId below = program.lines[i + 1].text;
    return above < rows_ && below < rows_ ? &neighbours_[std::size_t{above} * rows_ + below] : nullptr;
  }

  const Program& target_;
  TextId rows_ = 0;
  std::vector<std::uint16_t> neighbours_;
  std::vector<std::uint16_t*> taken_;
};

// The largest effect of each weight that a single operation can have.
class SingleEffects {
 public:
  void add(const Effect& effect) {
    Effect& known = effects_[effect.weight];
    known = {effect.weight, std::max(known.edits, effect.edits), std::max(known.breaks, effect.breaks)};
  }
  const Effect* find(std::uint64_t weight) const {
    const auto found = effects_.find(weight);
    return found == effects_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::uint64_t, Effect> effects_;
};

// The true history with some operations left out, up to two exchanged for any others, or in another order.
class Search {
 public:
  Search(Case& it, const Grammar& grammar, Effort effort, const std::function<bool(const History&, const Program&)>& accepts)
      : it_(it),
        grammar_(grammar),
        accepts_(accepts),
        distance_(it.current),
        vocabulary_(vocabulary_of(it.current, it.texts)),
        work_left_(static_cast<std::uint32_t>(effort)) {
    Program state = it.shown;
    for (const Op& op : it.ops) {
      effects_.push_back(effect_of(op, state, it.texts));
      states_.push_back(state);
      state = after(op, state);
    }
  }

  std::optional<History> run() {
    const bool means_gap = std::ranges::any_of(it_.edits, [this](const kedge::LineEdit& edit) {
      const kedge::LineSpan meant = lines_meant(edit);
      return std::ranges::any_of(it_.shown.lines.begin() + (meant.first.value - 1),
                                 it_.shown.lines.begin() + (meant.end.value - 1),
                                 [](const Line& line) { return line.part == Part::gap; });
    });
    const auto search = [&](std::uint32_t exchanges, Freedom freedom) {
      freedom_ = freedom;
      if (exchanges == 2 && !learnt_) learn_single_effects();
      const std::uint64_t missing = weight_of(it_.current) - weight_of(it_.shown);
      return walk((Left{1} << it_.ops.size()) - 1, it_.shown, missing, exchanges);
    };
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(2, it_.ops.size()));
    for (std::uint32_t exchanges = 0; exchanges <= most; ++exchanges) {
      if (search(exchanges, {})) return history_;
      if (means_gap && search(exchanges, {.gaps = true})) return history_;
    }
    if (it_.ops.size() > 2 &&
        (search(0, {.gaps = means_gap, .order = true}) || search(1, {.gaps = means_gap, .order = true}))) {
      return history_;
    }
    return std::nullopt;
  }

 private:
  using Left = std::uint32_t;  // true operations, one bit each
  // How operations that are done again may differ from what they were.
  struct Freedom {
    bool gaps = false;   // other blank lines go with functions
    bool order = false;  // in another order
  };

  std::uint64_t weight_of(const Program& program) const {
    std::uint64_t sum = 0;
    for (const Line& line : program.lines) sum += it_.texts.weight(line.text);
    return sum;
  }

  // Tries all ways on with the true operations that are left. When found, history_ holds the way.
  bool walk(Left left, const Program& state, std::uint64_t missing, std::uint32_t exchanges) {
    if (missing == 0 && same_text(state, it_.current) && accepts_(history_, state)) return true;
    if (left == 0 || work_left_ == 0) return false;
    const Left without_next = left & (left - 1);
    if (reach(missing, without_next, exchanges) && walk(without_next, state, missing, exchanges)) return true;
    for (Left choices = left; choices != 0; choices = freedom_.order ? choices & (choices - 1) : 0) {
      const auto index = static_cast<std::uint32_t>(std::countr_zero(choices));
      if (done_again(index, left & ~(Left{1} << index), state, missing, exchanges)) return true;
    }
    return exchanges > 0 && exchanged(without_next, state, missing, exchanges - 1);
  }

  // `left`: what is left after this operation.
  bool step(const Op& op, Left left, const Program& state, std::uint64_t missing, std::uint32_t exchanges) {
    if (work_left_ == 0) return false;
    const std::uint64_t still_missing = missing - effect_of(op, state, it_.texts).weight;
    const std::optional<Effect> most = reach(still_missing, left, exchanges);
    if (!most) return false;
    --work_left_;
    const Program changed = after(op, state);
    if (distance_.breaks(changed) > most->breaks) return false;
    if (std::has_single_bit(left)) {
      const Stretch unlike = distance_.unlike(changed);
      if (unlike.end > unlike.begin + most->edits) return false;  // too wide for the last operation
    }
    history_.push_back(op);
    if (walk(left, changed, still_missing, exchanges)) return true;
    history_.pop_back();
    return false;
  }

  // After an exchange the true operation's lines may stand elsewhere: it is done at the same place or on the same lines.
  bool done_again(std::uint32_t index, Left left, const Program& state, std::uint64_t missing, std::uint32_t exchanges) {
    const Op& op = it_.ops[index];
    const auto again = [&](const Op& there) { return step(there, left, state, missing, exchanges); };
    const auto any_of = [&](const Op& there) {
      return freedom_.gaps ? any_gap_choice(there, state, again) : applies(there, state) && again(there);
    };
    if (any_of(op)) return true;
    const std::optional<Op> followed = followed_to(op, states_[index], state);
    return followed && (followed->at != op.at || followed->other != op.other) && any_of(*followed);
  }

  static std::optional<Op> followed_to(Op op, const Program& from, const Program& to) {
    const auto find = [&](std::uint32_t line) -> std::optional<std::uint32_t> {
      if (line >= from.lines.size()) return std::nullopt;
      const auto found = std::ranges::find(to.lines, from.lines[line].id, &Line::id);
      if (found == to.lines.end()) return std::nullopt;
      return static_cast<std::uint32_t>(found - to.lines.begin());
    };
    // Places between lines go by the line above them.
    const bool at_is_place = op.kind == OpKind::insert_line || op.kind == OpKind::insert_function;
    const bool other_is_place = op.kind == OpKind::duplicate_function || op.kind == OpKind::move_function;
    const bool other_is_line = op.kind == OpKind::swap_functions || op.kind == OpKind::swap_equal_bodies;
    const std::optional<std::uint32_t> at = find(at_is_place ? op.at - 1 : op.at);
    if (!at) return std::nullopt;
    if (op.kind == OpKind::reindent) op.other = *at + (op.other - op.at);
    op.at = *at + (at_is_place ? 1 : 0);
    if (other_is_place || other_is_line) {
      const std::optional<std::uint32_t> other = find(other_is_place ? op.other - 1 : op.other);
      if (!other) return std::nullopt;
      op.other = *other + (other_is_place ? 1 : 0);
      if (other_is_line && op.other < op.at) std::swap(op.at, op.other);
    }
    return op;
  }

  bool exchanged(Left left, const Program& state, std::uint64_t missing, std::uint32_t exchanges) {
    const bool last = left == 0;
    const Stretch unlike = distance_.unlike(state);
    const std::uint32_t edits = last ? 0 : distance_.edits(state);
    const auto wanted = [&](const Effect& effect) {
      const std::optional<Effect> most = reach(missing - effect.weight, left, exchanges);
      return most && effect.edits + most->edits >= edits;
    };
    const auto visit = [&](const Op& op) {
      if (last) {
        const Stretch region = region_of(op, state);
        if (region.begin > unlike.begin || region.end < unlike.end) return false;
      }
      return step(op, left, state, missing, exchanges);
    };
    return any_operation(state, it_.texts, grammar_, vocabulary_, wanted, visit);
  }

  // What the true operations that are left, some dropped and some exchanged, can do at most, if they can make up for the
  // missing weight at all.
  std::optional<Effect> reach(std::uint64_t missing, Left left, std::uint32_t exchanges) const {
    if (left == 0) return missing == 0 ? std::optional(Effect{}) : std::nullopt;
    if (exchanges >= 2 && !std::has_single_bit(left)) return unbounded;
    std::optional<Effect> most;
    for (Left kept = left;; kept = (kept - 1) & left) {
      Effect sum;
      for (Left rest = kept; rest != 0; rest &= rest - 1)
        sum = together(sum, effects_[static_cast<std::size_t>(std::countr_zero(rest))]);
      const bool exchangeable = exchanges > 0 && kept != left;
      const Effect* const single = exchangeable ? singles_.find(missing - sum.weight) : nullptr;
      if (exchangeable && (single || !learnt_)) sum = together(sum, single ? *single : unbounded);
      if (sum.weight == missing || (exchangeable && !learnt_)) {
        most = most ? Effect{missing, std::max(most->edits, sum.edits), std::max(most->breaks, sum.breaks)} : sum;
      }
      if (kept == 0) return most;
    }
  }

  static Effect together(const Effect& a, const Effect& b) {
    return {a.weight + b.weight, a.edits + b.edits, a.breaks + b.breaks};
  }

  // Learnt only for searches with two exchanges, where they say which first one leaves something to the second.
  void learn_single_effects() {
    learnt_ = true;
    const auto learn = [this](const Effect& effect) {
      singles_.add(effect);
      return false;
    };
    const auto ignore = [](const Op&) { return false; };
    any_operation(it_.shown, it_.texts, grammar_, vocabulary_, learn, ignore);
    // The last operation may work on what the first one made, and that is mostly still there.
    any_operation(it_.current, it_.texts, grammar_, vocabulary_, learn, ignore);
    const Vocabulary before = vocabulary_of(it_.shown, it_.texts);
    any_operation(
        it_.current, it_.texts, grammar_, before,
        [this](const Effect& back) {
          singles_.add({-back.weight, back.edits, std::max(back.breaks, back.edits + 1)});
          return false;
        },
        ignore);
  }

  static constexpr Effect unbounded{0, 1U << 24, 1U << 24};

  Case& it_;
  const Grammar& grammar_;
  const std::function<bool(const History&, const Program&)>& accepts_;
  Distance distance_;
  Vocabulary vocabulary_;
  std::uint32_t work_left_;
  std::vector<Effect> effects_;  // of each true operation
  std::vector<Program> states_;  // before each true operation
  SingleEffects singles_;
  bool learnt_ = false;
  Freedom freedom_;
  History history_;
};

// Whether all that is meant, gaps aside, stands at the same places in both histories.
bool gaps_alone_differ(const Case& it, const Program& second) {
  for (const kedge::LineEdit& edit : it.edits) {
    const kedge::LineSpan meant = lines_meant(edit);
    for (kedge::LineNo line = meant.first; line < meant.end; line = line + 1) {
      if (it.shown.lines[line.value - 1].part == Part::gap) continue;
      if (place_now(it.shown, it.current, kedge::one_line(line)) != place_now(it.shown, second, kedge::one_line(line))) {
        return false;
      }
    }
  }
  return true;
}

// A proof does not rest on the search that found it.
void require_proof(const Case& it, const History& history) {
  Program state = it.shown;
  for (const Op& op : history) {
    KEDGE_REQUIRE(applies(op, state));
    state = after(op, state);
  }
  KEDGE_REQUIRE(history.size() <= it.ops.size());
  KEDGE_REQUIRE(bytes_of(state, it.texts) == bytes_of(it.current, it.texts));
}

}  // namespace

std::optional<History> second_history(Case& it, const Grammar& grammar, Effort effort,
                                      const std::function<bool(const History&, const Program&)>& accepts) {
  std::optional<History> found = Search(it, grammar, effort, accepts).run();
  if (found) require_proof(it, *found);
  return found;
}

Proven proven(Case& it, const Grammar& grammar, const Answer& answer, Verdict verdict) {
  const auto place = [&](const Program& now, const kedge::LineEdit& edit) {
    return place_now(it.shown, now, lines_meant(edit));
  };
  if (verdict == Verdict::wrong_place || verdict == Verdict::wrong_function) {
    Verdict explained = Verdict::undecidable_applied;
    const auto makes_it_right = [&](const History&, const Program& now) {
      explained = gaps_alone_differ(it, now) ? Verdict::gap_applied : Verdict::undecidable_applied;
      return answer->size() == it.edits.size() && std::ranges::all_of(*answer, [&](const kedge::LineEdit& placed) {
               return place(now, it.edits[static_cast<std::size_t>(placed.op)]) == lines_meant(placed);
             });
    };
    std::optional<History> second = second_history(it, grammar, Effort::for_wrong_answers, makes_it_right);
    return {second ? explained : verdict, std::move(second)};
  }
  if (verdict == Verdict::refused_though_safe) {
    std::optional<History> by_gaps;
    const auto makes_it_unsafe = [&](const History& history, const Program& now) {
      const bool unsafe = std::ranges::any_of(
          it.edits, [&](const kedge::LineEdit& edit) { return place(now, edit) != place(it.current, edit); });
      if (!unsafe || !gaps_alone_differ(it, now)) return unsafe;
      by_gaps = history;
      return false;
    };
    std::optional<History> second = second_history(it, grammar, Effort::for_refusals, makes_it_unsafe);
    if (second) return {Verdict::undecidable_refused, std::move(second)};
    if (by_gaps) require_proof(it, *by_gaps);
    if (by_gaps) return {Verdict::gap_refused, std::move(by_gaps)};
  }
  return {verdict, std::nullopt};
}

}  // namespace oracle
