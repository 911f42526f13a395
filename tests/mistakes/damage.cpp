#include "damage.hpp"

#include <algorithm>

#include "support/strings.hpp"
#include "text/line_quality.hpp"

namespace mistakes {
namespace {

using kedge::concat;
using kedge::LineEdit;
using kedge::LineNo;
using kedge::Rows;
using kedge::Text;

std::string indentation_of(std::string_view row) {
  return std::string(row.substr(0, std::min(row.find_first_not_of(" \t"), row.size())));
}

bool only_closes(std::string_view row) {
  const std::string_view text = row.substr(std::min(row.find_first_not_of(" \t"), row.size()));
  return text == "end" ||
         (text.find_first_of(")]}") != std::string_view::npos && text.find_first_not_of(")]};,") == std::string_view::npos);
}

// One that is code, as far as a row can tell.
bool ends_in_closer(std::string_view row) {
  const std::size_t last = row.find_last_not_of(";, ");
  const std::size_t first = row.find_first_not_of(" \t");
  if (last == std::string_view::npos || first == std::string_view::npos) return false;
  return std::string_view(")]}").find(row[last]) != std::string_view::npos &&
         std::string_view("#/*<\\-").find(row[first]) == std::string_view::npos;
}

bool drop_closer(LineEdit& edit, Random& random) {
  std::vector<std::size_t> closing;
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < edit.rows.size(); ++i) {
    if (only_closes(edit.rows[i])) closing.push_back(i);
    if (ends_in_closer(edit.rows[i])) holding.push_back(i);
  }
  if (!closing.empty() && edit.rows.size() > 1) {
    edit.rows.erase(edit.rows.begin() + static_cast<std::ptrdiff_t>(random.pick(closing)));
    return true;
  }
  if (holding.empty()) return false;
  std::string& row = edit.rows[random.pick(holding)];
  row.erase(row.find_last_of(")]}"), 1);
  return true;
}

// The row next to the range, or the rows up to the first that says something.
bool repeat_border(const Text& before, LineEdit& edit, Random& random) {
  constexpr std::uint32_t most = 3;
  if (edit.rows.empty()) return false;
  const auto take = [&](bool below) {
    Rows rows;
    for (std::uint32_t i = 0; i < most; ++i) {
      if (!below && edit.lines.first.value <= i + 1) return false;
      const LineNo line = below ? edit.lines.end + i : edit.lines.first - (i + 1);
      if (!before.has(line)) return false;
      rows.insert(below ? rows.end() : rows.begin(), std::string(before.content(line)));
      if (kedge::is_low(before.content(line))) continue;
      edit.rows.insert(below ? edit.rows.end() : edit.rows.begin(), rows.begin(), rows.end());
      return true;
    }
    return false;
  };
  const bool below = random.chance(0.7);
  return take(below) || take(!below);
}

bool cut_body(LineEdit& edit, Random& random) {
  constexpr std::size_t enough = 3;
  if (edit.rows.size() < enough) return false;
  const std::uint32_t kept = random.between(1, static_cast<std::uint32_t>(edit.rows.size() - 1));
  std::string next = edit.rows[kept];
  edit.rows.resize(kept);
  // Half of the time in the middle of a row.
  if (random.chance(0.5) && next.size() > 4)
    edit.rows.push_back(next.substr(0, random.between(2, static_cast<std::uint32_t>(next.size() - 1))));
  return true;
}

bool mark_conflict(const Text& before, LineEdit& edit, Random& random) {
  if (edit.rows.empty()) return false;
  Rows rows = edit.rows;
  const std::uint32_t form = random.below(4);
  if (form == 0) {
    rows.insert(rows.begin(), "<<<<<<< HEAD");
    return edit.rows = std::move(rows), true;
  }
  if (form == 1) {
    rows.emplace_back(">>>>>>> feature/new-layout");
    return edit.rows = std::move(rows), true;
  }
  rows = {form == 2 ? "<<<<<<< HEAD" : "<<<<<<< ours"};
  for (LineNo line = edit.lines.first; line < edit.lines.end; line = line + 1) rows.emplace_back(before.content(line));
  rows.emplace_back("=======");
  rows.insert(rows.end(), edit.rows.begin(), edit.rows.end());
  rows.emplace_back(form == 2 ? ">>>>>>> 3f2a91c (Rework the layout)" : ">>>>>>> theirs");
  edit.rows = std::move(rows);
  return true;
}

constexpr std::array<std::string_view, 24> elisions{
    "... rest of code unchanged ...",
    "... existing code ...",
    "unchanged",
    "rest of file",
    "... (rest of the function remains the same)",
    "rest of the implementation remains unchanged",
    "...existing code...",
    "... other methods ...",
    "remaining code unchanged",
    "… rest of the file …",
    "[rest of the code]",
    "(existing code)",
    "Rest of the code stays the same...",
    "... keep the rest as is",
    "same as before ...",
    "omitted for brevity",
    "... previous code ...",
    "existing implementation",
    "The rest of the method is unchanged",
    "... (unchanged)",
    "... more code here ...",
    "...",
    "--- existing code ---",
    "TODO: rest of the code",
};

bool leave_out(const EditedSource& source, LineEdit& edit, Random& random) {
  if (edit.rows.empty()) return false;
  const std::uint32_t first = random.below(edit.rows.size());
  const std::uint32_t count = random.between(1, static_cast<std::uint32_t>(edit.rows.size() - first));
  const std::string row =
      concat(indentation_of(edit.rows[first]), source.comment_open, random.pick(elisions), source.comment_close);
  edit.rows.erase(edit.rows.begin() + first, edit.rows.begin() + first + count);
  edit.rows.insert(edit.rows.begin() + first, row);
  return true;
}

bool damage(const EditedSource& source, LineEdit& edit, Mistake mistake, Random& random) {
  switch (mistake) {
    case Mistake::dropped_closer: return drop_closer(edit, random);
    case Mistake::repeated_border: return repeat_border(source.before, edit, random);
    case Mistake::cut_body: return cut_body(edit, random);
    case Mistake::conflict_marker: return mark_conflict(source.before, edit, random);
    case Mistake::elision: return leave_out(source, edit, random);
  }
  return false;
}

}  // namespace

std::string_view name_of(Mistake mistake) {
  switch (mistake) {
    case Mistake::dropped_closer: return "dropped closer";
    case Mistake::repeated_border: return "repeated border row";
    case Mistake::cut_body: return "cut body";
    case Mistake::conflict_marker: return "conflict marker";
    case Mistake::elision: return "elision comment";
  }
  return "";
}

std::optional<EditedSource> damaged(const EditedSource& source, Mistake mistake, Random& random) {
  EditedSource out = source;
  const std::uint32_t start = random.below(std::max<std::size_t>(out.edits.size(), 1));
  for (std::uint32_t i = 0; i < out.edits.size(); ++i) {
    LineEdit& edit = out.edits[(start + i) % out.edits.size()];
    if (damage(source, edit, mistake, random)) return out;
  }
  return std::nullopt;
}

}  // namespace mistakes
