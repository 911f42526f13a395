#include "verify/verify.hpp"

#include <algorithm>
#include <array>

#include "edit/line_hunks.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {

namespace check {
#define CHECK(name) extern const Check name;
#include "verify/checks.def"
#undef CHECK
}  // namespace check

namespace {

constexpr std::array all_checks{
#define CHECK(name) &check::name,
#include "verify/checks.def"
#undef CHECK
};

constexpr std::size_t most_told = 5;  // of one check

}  // namespace

std::span<const Check* const> checks() { return all_checks; }

const Check& check_named(std::string_view name) {
  const auto found = std::ranges::find(all_checks, name, &Check::name);
  KEDGE_REQUIRE(found != all_checks.end());
  return **found;
}

ChangedFile changed_file(std::string_view path, const Text& before, const Text& after, const ChangeSet& changes,
                         Syntax* syntax) {
  return {.path = path,
          .before = before,
          .after = after,
          .hunks = line_hunks(before, after, changes, LineKey::content),
          .syntax = syntax};
}

std::vector<Finding> findings_of(const Check& check, const ChangedFile& file) {
  std::vector<Finding> findings = check.look(file);
  std::ranges::stable_sort(findings, {}, &Finding::line);
  for (Finding& finding : findings) finding.name = check.name;
  if (findings.size() > most_told) {
    append(findings[most_told - 1].message, concat(" (and ", findings.size() - most_told, " more like it)"));
    findings.resize(most_told);
  }
  return findings;
}

std::vector<Finding> verify(const ChangedFile& file, Suspicion suspicious) {
  std::vector<Finding> all;
  for (const Check* const check : all_checks) {
    const bool refuses = suspicious == Suspicion::refuse || check->leniency == Leniency::refuses;
    if (!refuses && check->leniency == Leniency::sleeps) continue;
    for (Finding& finding : findings_of(*check, file)) {
      finding.weight = !finding.only_tells && (refuses || finding.insists) ? Weight::refuses : Weight::warns;
      all.push_back(std::move(finding));
    }
  }
  std::ranges::stable_sort(all, {}, &Finding::line);
  return all;
}

}  // namespace kedge
