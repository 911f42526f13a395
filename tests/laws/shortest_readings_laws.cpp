// Which lines all shortest readings pair, against a twin that looks at every place of both texts.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "edit/shortest_readings.hpp"
#include "laws/random_source.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

// The least cost from a place to the end, edited lines before hunks: a hunk costs less than any line.
class NaiveReadings {
 public:
  NaiveReadings(std::string before, std::string after) : before_(std::move(before)), after_(std::move(after)) {}

  // Every `j` that a line is paired with in some shortest reading, or npos if one removes it.
  std::set<std::size_t> partners_of(std::size_t line) {
    std::set<std::size_t> found;
    std::set<Place> seen;
    follow({0, 0, false}, line, found, seen);
    return found;
  }

 private:
  using Place = std::tuple<std::size_t, std::size_t, bool>;  // and whether a hunk is open
  struct Step {
    Place to;
    std::size_t cost;
    std::optional<std::size_t> line, partner;
  };

  std::vector<Step> steps_from(const Place& place) const {
    const auto [i, j, open] = place;
    const std::size_t edited = 1000 + (open ? 0 : 1);
    std::vector<Step> steps;
    if (i < before_.size()) steps.push_back({{i + 1, j, true}, edited, i, std::string::npos});
    if (j < after_.size()) steps.push_back({{i, j + 1, true}, edited, std::nullopt, std::nullopt});
    if (i < before_.size() && j < after_.size() && before_[i] == after_[j]) steps.push_back({{i + 1, j + 1, false}, 0, i, j});
    return steps;
  }
  std::size_t cost_from(const Place& place) {
    if (const auto known = costs_.find(place); known != costs_.end()) return known->second;
    std::size_t least = std::get<0>(place) == before_.size() && std::get<1>(place) == after_.size() ? 0 : std::string::npos;
    for (const Step& step : steps_from(place)) least = std::min(least, step.cost + cost_from(step.to));
    return costs_[place] = least;
  }
  void follow(const Place& place, std::size_t line, std::set<std::size_t>& found, std::set<Place>& seen) {
    if (!seen.insert(place).second) return;
    for (const Step& step : steps_from(place)) {
      if (step.cost + cost_from(step.to) != cost_from(place)) continue;
      if (step.line == line) found.insert(*step.partner);
      follow(step.to, line, found, seen);
    }
  }

  std::string before_, after_;
  std::map<Place, std::size_t> costs_;
};

Text text_of_letters(std::string_view letters) {
  std::string bytes;
  for (const char letter : letters) append(bytes, concat(letter, '\n'));
  return Text(std::move(bytes));
}

TEST(ShortestReadingsLaws, PairWhatTheTwinPairsHoweverManyLinesHaveChanged) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const std::uint32_t letters = 2 + random.below(20);
    const auto letter = [&] { return static_cast<char>('a' + random.below(letters)); };
    std::string before;  // so short that no line is far from the changes
    for (std::uint32_t left = random.below(32); left > 0; --left) before.push_back(letter());
    std::string after = before;
    for (std::uint32_t changes = random.below(random.one_in(4) ? 60 : 6); changes > 0; --changes) {
      const std::uint32_t at = random.below(after.size() + 1);
      if (random.one_in(2)) after.insert(at, 1, letter());
      if (at < after.size() && random.one_in(2)) after.erase(at, 1);
    }
    const auto readings = ShortestReadings::of(text_of_letters(before), text_of_letters(after), LineKey::content);
    ASSERT_TRUE(readings);
    NaiveReadings twin(before, after);
    if (before == after) return;
    for (std::uint32_t line = 0; line < before.size(); ++line) {
      const std::set<std::size_t> partners = twin.partners_of(line);
      for (std::uint32_t now = 0; now < after.size(); ++now) {
        const bool expected = partners == std::set<std::size_t>{now};
        ASSERT_EQ(readings->all_pair(LineNo{line + 1}, LineNo{now + 1}), expected)
            << before << " -> " << after << ": line " << line + 1 << ", now " << now + 1;
      }
    }
  });
}

}  // namespace
}  // namespace kedge::laws
