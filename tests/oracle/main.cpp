// The identity oracle: random files, random foreign operations, random edits, and a judge who knows which line is which.
//
// Fails if an edit lands in a wrong function or a wrong place, if more than 2 % of the cases are applied though the bytes
// do not decide them (be it only which blank line between functions is which), or if recovery refuses 5 % of what is safe
// (rate 0.5, one or two operations). With --engine naive it must fail the engine, which shows that it can.
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>

#include "engine.hpp"
#include "report.hpp"
#include "second_history.hpp"
#include "support/strings.hpp"

namespace oracle {
namespace {

struct Options {
  const Grammar* grammar = &braces;
  const Engine* engine = &recovery;
  double rate = 0.5;
  std::uint64_t cases = 20000;
  std::uint32_t ops = 2;
  std::uint64_t seed = 1;
  std::uint64_t show = 3;
  std::uint64_t show_refused = 0;
  std::uint64_t show_undecidable = 0;
  std::optional<std::uint64_t> only;
};

constexpr std::string_view usage =
    "usage: identity_oracle [--language braces|indentation] [--rate R] [--cases N] [--ops K] [--seed S]\n"
    "                       [--engine kedge|anchors|hashline|naive] [--show M] [--show-refused M] [--show-undecidable M] "
    "[--only CASE]\n";

template <class Number>
bool read_number(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<Options> read_options(int count, char** words) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = words[i];
    const std::string_view value = words[i + 1];
    bool understood = false;
    if (name == "--language") {
      options.grammar = find_grammar(value);
      understood = options.grammar != nullptr;
    } else if (name == "--engine") {
      for (const Engine* const engine : {&recovery, &anchors, &hashline, &naive}) {
        if (engine->name == value) options.engine = engine;
      }
      understood = options.engine->name == value;
    } else if (name == "--rate") {
      understood = read_number(value, options.rate);
    } else if (name == "--cases") {
      understood = read_number(value, options.cases);
    } else if (name == "--ops") {
      understood = read_number(value, options.ops) && options.ops > 0;
    } else if (name == "--seed") {
      understood = read_number(value, options.seed);
    } else if (name == "--show") {
      understood = read_number(value, options.show);
    } else if (name == "--show-refused") {
      understood = read_number(value, options.show_refused);
    } else if (name == "--show-undecidable") {
      understood = read_number(value, options.show_undecidable);
    } else if (name == "--only") {
      understood = read_number(value, options.only.emplace());
    }
    if (!understood) return std::nullopt;
  }
  if (count % 2 == 0) return std::nullopt;
  return options;
}

Case random_case(const Options& options, std::uint64_t number) {
  Random random(scrambled(options.seed) ^ number);
  Case it;
  Author author(*options.grammar, it.texts, random);
  it.shown = author.file(options.rate);
  it.current = it.shown;
  for (std::uint32_t left = random.between(1, options.ops); left > 0; --left) {
    it.ops.push_back(random_operation(author, it.current));
    it.current = after(it.ops.back(), it.current);
  }
  it.edits = random_edits(random, it.shown);
  if (it.edits.size() > options.engine->most_edits) it.edits.resize(options.engine->most_edits);
  return it;
}

Tally run(const Options& options) {
  Tally tally;
  std::array<std::uint64_t, verdict_count> left_to_show{0,
                                                        0,
                                                        0,
                                                        options.show_refused,
                                                        options.show,
                                                        options.show,
                                                        options.show_undecidable,
                                                        options.show_undecidable,
                                                        options.show_undecidable,
                                                        options.show_undecidable};
  const std::uint64_t first = options.only.value_or(0);
  for (std::uint64_t number = first; number < (options.only ? first + 1 : options.cases); ++number) {
    Case it = random_case(options, number);
    const kedge::Text shown(bytes_of(it.shown, it.texts));
    const kedge::Text current(bytes_of(it.current, it.texts));
    const Answer answer = options.engine->place(shown, current, it.edits);
    const auto [verdict, second] = proven(it, *options.grammar, answer, judged(it, answer));
    tally.count(it, answer, verdict);
    std::uint64_t& left = left_to_show[static_cast<std::size_t>(verdict)];
    const bool show = options.only || left > 0;
    if (left > 0) --left;
    if (show) std::fputs(shown_case(it, answer, verdict, number, second ? &*second : nullptr).append("\n").c_str(), stdout);
  }
  return tally;
}

// Whether the run met what recovery promises.
bool kept_promise(const Options& options, const Tally& tally) {
  if (tally.of(Verdict::wrong_function) > 0 || tally.of(Verdict::wrong_place) > 0) return false;
  if (tally.percent(Verdict::undecidable_applied) + tally.percent(Verdict::gap_applied) > 2.0) return false;
  const bool bounded = options.engine == &recovery && options.rate == 0.5 && options.ops <= 2;
  return !bounded || tally.percent(Verdict::refused_though_safe) < 5.0;
}

}  // namespace
}  // namespace oracle

int main(int count, char** words) {
  using namespace oracle;
  const std::optional<Options> options = read_options(count, words);
  if (!options) {
    std::fputs(usage.data(), stderr);
    return 2;
  }
  const Tally tally = run(*options);
  std::printf("engine %s, language %s, rate %.2f, 1..%u operations, seed %llu\n", options->engine->name.data(),
              options->grammar->name.data(), options->rate, options->ops, static_cast<unsigned long long>(options->seed));
  std::fputs(table_of(tally).c_str(), stdout);
  std::fputs(sources_of(tally).c_str(), stdout);
  if (options->engine == &naive) return tally.of(Verdict::wrong_function) > 0 ? 0 : 1;
  return kept_promise(*options, tally) ? 0 : 1;
}
