// How often the checks are right: edits of random sources in many languages, each also damaged as models damage edits.
//
// Fails if fewer than 80 % of the damaged ones are caught, or a single one of those that were right is suspected. With --edits
// it takes edits that people made instead, and tells how many of them are suspected and how many are caught once damaged; there
// nothing fails.
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "author.hpp"
#include "checked_edit.hpp"
#include "damage.hpp"
#include "real_edits.hpp"
#include "support/strings.hpp"
#include "verify/verify.hpp"

namespace mistakes {
namespace {

using kedge::concat;
using kedge::Finding;
using kedge::LineNo;
using kedge::Text;

constexpr double least_caught = 0.8;

struct Options {
  const char* edits = nullptr;
  std::uint64_t cases = 400;
  std::uint64_t seed = 1;
  std::uint64_t show = 3;
};

constexpr std::string_view usage = "usage: check_rate [--edits FILE] [--cases N] [--seed S] [--show N]\n";

std::optional<Options> read_options(int count, char** words) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = words[i];
    if (name == "--edits") {
      options.edits = words[i + 1];
      continue;
    }
    const std::optional<std::uint64_t> number = kedge::number_of(words[i + 1]);
    std::uint64_t* const into = name == "--cases"  ? &options.cases
                                : name == "--seed" ? &options.seed
                                : name == "--show" ? &options.show
                                                   : nullptr;
    if (!number || into == nullptr) return std::nullopt;
    *into = *number;
  }
  if (count % 2 == 0) return std::nullopt;
  return options;
}

struct Verdict {
  Text after;
  std::vector<Finding> findings;
  bool changes = false;
};

Verdict judge(const EditedSource& source, kedge::Syntax& syntax) {
  const auto made = kedge::replace_lines(source.before, source.edits);
  if (!made) return {};
  const kedge::ChangeSet changes = made->trimmed(source.before);
  Verdict verdict{.after = changes.apply(source.before), .findings = {}, .changes = !changes.empty()};
  const kedge::ChangedFile file = changed_file(source.path, source.before, verdict.after, changes, &syntax);
  verdict.findings = kedge::verify(file, kedge::Suspicion::refuse);
  return verdict;
}

void show(const EditedSource& source, const Verdict& verdict, std::string_view what) {
  std::printf("-- %s: %s\n", source.name.c_str(), std::string(what).c_str());
  for (const Finding& finding : verdict.findings) {
    std::printf("   %s, line %u: %s\n", std::string(finding.name).c_str(), finding.line.value, finding.message.c_str());
  }
  const kedge::LineSpan around = kedge::with_context(source.before, source.edits.front().lines, 3);
  for (LineNo line = around.first; line < around.end; line = line + 1) {
    const bool goes = source.edits.front().lines.contains(line);
    if (line == source.edits.front().lines.first) {
      for (const std::string& row : source.edits.front().rows) std::printf("   + %s\n", kedge::printable(row).c_str());
    }
    std::printf("   %c %s\n", goes ? '-' : ' ', kedge::printable(source.before.content(line)).c_str());
  }
}

struct Tally {
  std::uint64_t caught = 0, all = 0;

  void add(bool hit) {
    caught += hit ? 1 : 0;
    ++all;
  }
  double share() const { return all == 0 ? 0 : static_cast<double>(caught) / static_cast<double>(all); }
};

void print(std::string_view name, const Tally& tally) {
  std::printf("  %-24s %4llu of %4llu  %5.1f %%\n", std::string(name).c_str(), static_cast<unsigned long long>(tally.caught),
              static_cast<unsigned long long>(tally.all), 100 * tally.share());
}

// Edits that were right.
Tally suspected(const std::vector<EditedSource>& sources, kedge::Syntax& syntax, std::uint64_t shown) {
  Tally tally;
  std::map<std::string_view, Tally> by_check;
  for (const EditedSource& source : sources) {
    const Verdict verdict = judge(source, syntax);
    tally.add(!verdict.findings.empty());
    for (const kedge::Check* const check : kedge::checks()) {
      by_check[check->name].add(std::ranges::find(verdict.findings, check->name, &Finding::name) != verdict.findings.end());
    }
    if (!verdict.findings.empty() && shown > 0) {
      --shown;
      show(source, verdict, "was right");
    }
  }
  std::printf("edits that were right, suspected:\n");
  for (const auto& [name, one] : by_check) print(name, one);
  print("any", tally);
  return tally;
}

Tally caught(const std::vector<EditedSource>& sources, kedge::Syntax& syntax, const Options& options) {
  Tally tally;
  std::map<Mistake, Tally> by_mistake;
  std::map<std::string, Tally> by_language;
  Random random(options.seed);
  std::map<Mistake, std::uint64_t> shown;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    // Where the mistake cannot happen, the next kind of it.
    for (std::size_t k = 0; k < all_mistakes.size(); ++k) {
      const Mistake mistake = all_mistakes[(i + k) % all_mistakes.size()];
      const std::optional<EditedSource> wrong = damaged(sources[i], mistake, random);
      if (!wrong) continue;
      const Verdict verdict = judge(*wrong, syntax);
      if (!verdict.changes || verdict.after == judge(sources[i], syntax).after) continue;
      const bool hit = !verdict.findings.empty();
      tally.add(hit);
      by_mistake[mistake].add(hit);
      if (options.edits == nullptr) by_language[sources[i].name].add(hit);
      if (!hit && shown[mistake]++ < options.show) show(*wrong, verdict, concat("not caught: ", name_of(mistake)));
      break;
    }
  }
  std::printf("damaged edits, caught:\n");
  for (const auto& [name, one] : by_language) print(name, one);
  for (const auto& [mistake, one] : by_mistake) print(name_of(mistake), one);
  print("all", tally);
  return tally;
}

std::vector<EditedSource> random_edits(const Options& options) {
  std::vector<EditedSource> sources;
  Random random(options.seed);
  for (std::uint64_t i = 0; i < options.cases; ++i) {
    sources.push_back(edited_source(tongues()[(i / all_mistakes.size()) % tongues().size()], random));
  }
  return sources;
}

int run(const Options& options) {
  kedge::test::HereSyntax syntax;
  if (options.edits != nullptr) {
    const std::optional<std::vector<EditedSource>> sources = real_edits(options.edits);
    if (!sources) return 2;
    suspected(*sources, syntax, options.show);
    caught(*sources, syntax, options);
    return 0;
  }
  const std::vector<EditedSource> sources = random_edits(options);
  const bool no_alarm = suspected(sources, syntax, options.show).caught == 0;
  const bool enough = caught(sources, syntax, options).share() >= least_caught;
  return no_alarm && enough ? 0 : 1;
}

}  // namespace
}  // namespace mistakes

int main(int count, char** words) {
  const std::optional<mistakes::Options> options = mistakes::read_options(count, words);
  if (!options) {
    std::fputs(std::string(mistakes::usage).c_str(), stderr);
    return 2;
  }
  return mistakes::run(*options);
}
