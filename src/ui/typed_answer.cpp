#include "ui/typed_answer.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "support/strings.hpp"

namespace kedge::ui {
namespace {

// Takes the next word off.
std::string_view next_word(std::string_view& text) {
  text = without_blanks(text, " \t\r");
  const std::string_view word = text.substr(0, text.find(' '));
  text = without_blanks(text.substr(word.size()), " \t\r");
  return word;
}

std::optional<std::uint32_t> number_in(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

std::string lines_of(const Happening::File::Hunk& hunk) {
  const std::uint32_t first = hunk.lines_before > 0 ? hunk.before : hunk.after;
  const std::uint32_t count = hunk.lines_before > 0 ? hunk.lines_before : hunk.lines_after;
  return count == 1 ? concat("line ", first) : concat("lines ", first, '-', first + count - 1);
}

}  // namespace

std::vector<NumberedPart> parts_of(const Happening& proposed) {
  std::vector<NumberedPart> parts;
  for (const Happening::File& file : proposed.files) {
    if (file.hunks.empty()) parts.push_back({file.path, 0, concat(printable(file.path), ", ", printable(file.op))});
    for (std::uint32_t i = 0; i < file.hunks.size(); ++i) {
      const Happening::File::Hunk& hunk = file.hunks[i];
      parts.push_back(
          {file.path, i + 1,
           concat(printable(file.path), ", ", lines_of(hunk), " (+", hunk.lines_after, " −", hunk.lines_before, ')')});
    }
  }
  return parts;
}

std::string list_of(const std::vector<NumberedPart>& parts) {
  std::string list;
  if (parts.size() < 2) return list;
  for (std::size_t i = 0; i < parts.size(); ++i) append(list, concat("  change ", i + 1, ": ", parts[i].about, '\n'));
  return list;
}

std::optional<std::set<std::uint32_t>> numbers_in(std::string_view word) {
  std::set<std::uint32_t> numbers;
  for (const std::string_view each : split(word, ',')) {
    const std::size_t dash = each.find('-');
    const std::optional<std::uint32_t> first = number_in(each.substr(0, dash));
    const std::optional<std::uint32_t> last = dash == std::string_view::npos ? first : number_in(each.substr(dash + 1));
    if (!first || !last || *last < *first || *last - *first > 10'000) return std::nullopt;
    for (std::uint32_t number = *first; number <= *last; ++number) numbers.insert(number);
  }
  return numbers;
}

std::vector<ChangePart> chosen_parts(const std::set<std::uint32_t>& numbers, const std::vector<NumberedPart>& parts,
                                     Chosen which) {
  std::vector<ChangePart> chosen;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (numbers.contains(static_cast<std::uint32_t>(i + 1)) != (which == Chosen::those)) continue;
    if (chosen.empty() || chosen.back().path != parts[i].path) chosen.push_back({.path = parts[i].path});
    if (parts[i].hunk > 0) chosen.back().hunks.push_back(parts[i].hunk);
  }
  return chosen;
}

Answer typed_answer(std::string_view line, const std::vector<NumberedPart>& parts) {
  Answer answer;
  std::string_view rest = line;
  if (line.starts_with(' ')) return answer;
  const std::string_view said = next_word(rest);
  if (said == "a") {
    const std::string_view word = next_word(rest);
    const std::optional<std::uint32_t> minutes = number_in(word);
    answer.consent = minutes.has_value() && *minutes > 0;
    if (answer.consent) answer.minutes = std::min(*minutes, longest_consent);
    return answer;
  }
  answer.consent = said == "y" || said == "Y" || said == "yes";
  if (!answer.consent) {
    if (said == "n" || said == "N" || said == "no") answer.note = rest;
    return answer;
  }
  std::string_view note = rest;
  const std::string_view word = next_word(rest);
  if (const std::optional<std::set<std::uint32_t>> kept = word.empty() ? std::nullopt : numbers_in(word)) {
    note = rest;
    answer.declined = chosen_parts(*kept, parts, Chosen::others);
    const auto is_kept = [&](std::uint32_t number) { return number >= 1 && number <= parts.size(); };
    answer.consent = std::ranges::any_of(*kept, is_kept);
    if (!answer.consent) answer.declined.clear();
  }
  answer.note = note;
  return answer;
}

}  // namespace kedge::ui
