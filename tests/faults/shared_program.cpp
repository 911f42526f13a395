#include "shared_program.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "support/strings.hpp"

namespace faults {

using kedge::concat;

namespace {

constexpr std::string_view shared_name = "    shared_";
constexpr std::string_view last_line = "    return state\n";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + '\n');
  return lines;
}

// What the records say must be in the file.
struct Expected {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> values;              // by function and counter
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> notes;  // the newest last
  std::map<std::size_t, std::set<std::string>> seen;                              // by function
  std::map<std::size_t, std::multimap<std::string, std::string>> shared;          // from which value to which
  std::set<std::string> refused;
};

Expected expected_of(const std::vector<Records>& editors) {
  Expected expected;
  for (const Records& records : editors) {
    for (const std::vector<std::string>& record : records) {
      const std::string& kind = record.front();
      if (kind == "refused") {
        expected.refused.insert(record[1]);
        continue;
      }
      if (kind == "moved") continue;
      const std::size_t function = std::stoul(record[1]);
      if (kind == "counted") expected.values[{function, std::stoul(record[2])}] = std::stoul(record[3]);
      if (kind == "noted") expected.notes[{function, std::stoul(record[2])}].push_back(record[3]);
      if (kind == "seen") expected.seen[function].insert(record[2]);
      if (kind == "shared") expected.shared[function].emplace(record[2], record[3]);
    }
  }
  return expected;
}

// The word before " = ".
std::string name_in(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(begin, line.find(" = ") - begin);
}

// Reads the file from its first line to its last, against what must stand there.
class Judge {
 public:
  Judge(Tally& tally, const std::string& text, const std::vector<Records>& editors)
      : tally_(tally), lines_(lines_of(text)), expected_(expected_of(editors)) {}

  void judge() {
    for (std::size_t function = 0; function < function_count; ++function) {
      take(header_line(function));
      take_wanderers(function);
      for (std::size_t counter = 0; counter < counters_per_function; ++counter) take_counter(function, counter);
      take_shared(function);
      take(std::string(last_line));
      take("\n");
    }
    for (; at_ < lines_.size(); ++at_) misplaced(lines_[at_]);
    for (std::size_t rover = 0; rover < rover_count; ++rover) {
      tally_.point();
      const auto times = std::ranges::count(lines_, rover_line(rover));
      if (times == 0) tally_.fault("lost", rover_line(rover));
      if (times > 1) tally_.fault("duplicated", rover_line(rover));
    }
    for (const std::string& line : lines_) {
      const std::string value = line.starts_with(shared_name) ? line.substr(line.find(" = ") + 3) : std::string();
      if (expected_.refused.contains(name_in(line)) ||
          (!value.empty() && expected_.refused.contains(value.substr(0, value.size() - 1))))
        tally_.fault("refused, but written", line);
    }
  }

 private:
  bool next_is(const std::string& line) const { return at_ < lines_.size() && lines_[at_] == line; }

  void misplaced(const std::string& line) { tally_.fault("misplaced", concat("line ", at_ + 1, ": ", line)); }

  // This line comes next. What stands between does not belong there, and if it does not come at all, it is lost.
  void take(const std::string& line) {
    tally_.point();
    const auto from = lines_.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto found = std::find(from, lines_.end(), line);
    if (found == lines_.end()) return tally_.fault("lost", line);
    for (; lines_.begin() + static_cast<std::ptrdiff_t>(at_) != found; ++at_) misplaced(lines_[at_]);
    ++at_;
  }

  // Rovers, and what was added behind them here, in any order.
  void take_wanderers(std::size_t function) {
    std::set<std::string> missing = expected_.seen[function];
    for (; at_ < lines_.size() && !next_is(counter(function, 0)); ++at_) {
      const std::string name = name_in(lines_[at_]);
      if (name.starts_with("rover_")) continue;
      if (missing.erase(name) == 0) misplaced(lines_[at_]);
    }
    for (const std::string& name : expected_.seen[function]) {
      tally_.point();
      if (missing.contains(name)) tally_.fault("lost", name);
    }
  }

  std::string counter(std::size_t function, std::size_t counter) const {
    const auto value = expected_.values.find({function, counter});
    return counter_line(function, counter, value != expected_.values.end() ? value->second : 0);
  }

  // Each note was added right behind the line, so the newest comes first.
  void take_counter(std::size_t function, std::size_t number) {
    take(counter(function, number));
    const std::vector<std::string>& notes = expected_.notes[{function, number}];
    for (auto note = notes.rbegin(); note != notes.rend(); ++note) take(concat("    ", *note, " = 1\n"));
  }

  // Every change was made to the value that the one before it had left: from the first value on, each is used up once.
  void take_shared(std::size_t function) {
    std::multimap<std::string, std::string>& changes = expected_.shared[function];
    std::string value = value_at_first();
    for (auto change = changes.find(value); change != changes.end(); change = changes.find(value)) {
      tally_.point();
      value = change->second;
      changes.erase(change);
    }
    for (const auto& [from, to] : changes) tally_.fault("lost", concat("shared_", function, ": ", from, " to ", to));
    take(shared_line(function, value));
  }

  Tally& tally_;
  std::vector<std::string> lines_;
  Expected expected_;
  std::size_t at_ = 0;
};

}  // namespace

std::string program_at_first() {
  std::string text;
  for (std::size_t function = 0; function < function_count; ++function) {
    text += header_line(function);
    const std::size_t apart = function_count / rover_count;
    if (function % apart == 0) text += rover_line(function / apart);
    for (std::size_t counter = 0; counter < counters_per_function; ++counter) text += counter_line(function, counter, 0);
    text += shared_line(function, value_at_first());
    text += concat(last_line, "\n");
  }
  return text;
}

std::string header_line(std::size_t function) { return concat("def step_", function, "(state):\n"); }
std::string counter_line(std::size_t function, std::size_t counter, std::size_t value) {
  return concat("    counter_", function, '_', counter, " = ", value, '\n');
}
std::string rover_line(std::size_t rover) { return concat("    rover_", rover, " = here\n"); }
std::string shared_line(std::size_t function, std::string_view value) {
  return concat(shared_name, function, " = ", value, '\n');
}
std::string value_at_first() { return "start"; }

std::string shared_value(const std::string& text, std::size_t function) {
  const std::string begin = concat(shared_name, function, " = ");
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t value = at + begin.size();
  return text.substr(value, text.find('\n', value) - value);
}

std::optional<std::size_t> function_of_rover(const std::string& text, std::size_t rover) {
  constexpr std::string_view begin = "def step_";
  const std::size_t at = text.find(rover_line(rover));
  if (at == std::string::npos) return std::nullopt;
  return std::stoul(text.substr(text.rfind(begin, at) + begin.size(), 4));
}

void judge_program(Tally& tally, const std::string& text, const std::vector<Records>& editors) {
  Judge(tally, text, editors).judge();
}

}  // namespace faults
