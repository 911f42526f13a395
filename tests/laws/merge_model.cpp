#include "laws/merge_model.hpp"

#include <algorithm>
#include <optional>

#include "laws/row_model.hpp"

namespace kedge::laws {
namespace {

std::vector<std::string> raw_lines(const Text& text) {
  std::vector<std::string> lines;
  for (const Row& row : row_file(text.bytes()).rows) lines.push_back(bytes_of(row));
  return lines;
}

using Kept = std::vector<std::pair<std::size_t, std::size_t>>;  // old and new index of each kept line

class Aligner {
 public:
  Aligner(const Text& before, const Text& after) : before_(raw_lines(before)), after_(raw_lines(after)) {
    wanted_ = longest_common(before_, after_);
    extend({}, 0, 0);
  }
  std::vector<Script> scripts() const {
    std::vector<Script> scripts;
    for (const Kept& kept : found_) scripts.push_back(script_of(kept));
    return scripts;
  }

 private:
  void extend(const Kept& kept, std::size_t old_from, std::size_t new_from) {
    if (kept.size() == wanted_) {
      found_.push_back(kept);
      return;
    }
    for (std::size_t i = old_from; i < before_.size(); ++i) {
      for (std::size_t j = new_from; j < after_.size(); ++j) {
        if (before_[i] != after_[j]) continue;
        Kept longer = kept;
        longer.emplace_back(i, j);
        extend(longer, i + 1, j + 1);
      }
    }
  }

  Script script_of(Kept kept) const {
    kept.emplace_back(before_.size(), after_.size());
    Script script;
    std::size_t i = 0;
    std::size_t j = 0;
    const auto line = [](std::size_t index) { return LineNo{static_cast<std::uint32_t>(index + 1)}; };
    for (const auto& [old_index, new_index] : kept) {
      if (i < old_index || j < new_index) script.push_back({{line(i), line(old_index)}, {line(j), line(new_index)}});
      i = old_index + 1;
      j = new_index + 1;
    }
    return script;
  }

  std::vector<std::string> before_, after_;
  std::size_t wanted_ = 0;
  std::vector<Kept> found_;
};

bool leave_each_other_alone(const Hunk& a, const Hunk& b) {
  if (a.before.empty() && a.before == b.before) return false;
  return a.before.end <= b.before.first || b.before.end <= a.before.first;
}

struct Placed {
  LineSpan before;
  std::string text;
};

std::optional<std::string> merge(const Text& base, const Text& mine, const Script& my_script, const Text& theirs,
                                 const Script& their_script) {
  std::vector<Placed> placed;
  for (const Hunk& m : my_script) {
    for (const Hunk& t : their_script) {
      if (!leave_each_other_alone(m, t)) return std::nullopt;
    }
    placed.push_back({m.before, std::string(mine.slice(mine.span(m.after)))});
  }
  for (const Hunk& t : their_script) placed.push_back({t.before, std::string(theirs.slice(theirs.span(t.after)))});
  std::ranges::sort(placed, [](const Placed& a, const Placed& b) {
    return a.before.first != b.before.first ? a.before.first < b.before.first : a.before.end < b.before.end;
  });
  std::string bytes;
  LineNo at{1};
  for (const Placed& piece : placed) {
    bytes.append(base.slice(base.span({at, piece.before.first}))).append(piece.text);
    at = piece.before.end;
  }
  return bytes.append(base.slice(base.span({at, base.all_lines().end})));
}

}  // namespace

std::vector<Script> every_shortest_script(const Text& before, const Text& after) { return Aligner(before, after).scripts(); }

std::set<std::string> every_merge(const Text& base, const Side& mine, const Side& theirs) {
  std::set<std::string> merges;
  for (const Script& my_script : mine.scripts) {
    for (const Script& their_script : theirs.scripts) {
      if (const auto merged = merge(base, mine.text, my_script, theirs.text, their_script)) merges.insert(*merged);
    }
  }
  return merges;
}

}  // namespace kedge::laws
