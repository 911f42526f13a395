#include "laws/random_changes.hpp"

#include <algorithm>
#include <array>

#include "support/strings.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 14> snippets{
    "", "", "", "x", "x\n", "a\n", "a", "\n", "\r\n", "\r", "b\nx\n", "a\r\n", "\xEF\xBB\xBF", "\xFF",
};

Edit edit_of(Random& random, std::size_t begin, std::size_t end, int op) {
  const Lean lean = random.pick(std::array{Lean::above, Lean::neither, Lean::below});
  return {{{begin}, {end}}, std::string(random.pick(snippets)), op, lean};
}

// Line starts are where the interesting things happen.
std::size_t random_offset(Random& random, const Text& text) {
  if (random.one_in(2)) return random.below(text.size() + 1);
  return text.span(between_lines(LineNo{1 + random.below(text.line_count() + 1)})).begin.value;
}

}  // namespace

std::vector<Edit> random_edits(Random& random, const Text& text) {
  std::vector<Edit> edits;
  const std::uint32_t count = random.below(5);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::size_t begin = random_offset(random, text);
    std::size_t end = random.one_in(3) ? begin : random_offset(random, text);
    if (begin > end) std::swap(begin, end);
    edits.push_back(edit_of(random, begin, end, static_cast<int>(i)));
  }
  return edits;
}

ChangeSet random_changes(Random& random, const Text& text) {
  std::vector<std::size_t> offsets;
  const std::uint32_t count = random.below(5);
  for (std::uint32_t i = 0; i < 2 * count; ++i) offsets.push_back(random_offset(random, text));
  std::ranges::sort(offsets);
  std::vector<Edit> edits;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t begin = offsets[2 * i];
    const std::size_t end = random.one_in(3) ? begin : offsets[2 * i + 1];
    edits.push_back(edit_of(random, begin, end, static_cast<int>(i)));
    if (!edits.back().span.empty() && random.one_in(8)) edits.back().text = text.slice(edits.back().span);
  }
  return ChangeSet::make(text, std::move(edits)).value();
}

std::string spliced(std::string bytes, std::span<const Edit> edits) {
  for (std::size_t i = edits.size(); i > 0; --i) {
    bytes.replace(edits[i - 1].span.begin.value, edits[i - 1].span.size(), edits[i - 1].text);
  }
  return bytes;
}

std::string shown(std::string_view bytes) { return testing::PrintToString(std::string(bytes)); }

std::string shown(const Text& text) { return shown(text.bytes()); }

std::string shown(std::span<const Edit> edits) {
  constexpr std::array<std::string_view, 3> leans{"above", "neither", "below"};
  std::string out;
  for (const Edit& edit : edits) {
    append(out, concat(out.empty() ? "" : ", ", '[', edit.span.begin.value, ',', edit.span.end.value, ")->", shown(edit.text),
                       ' ', leans[static_cast<std::size_t>(edit.lean)]));
  }
  return concat('{', out, '}');
}

std::string shown(const LineEdit& edit) {
  constexpr std::array<std::string_view, 3> leans{"above", "neither", "below"};
  std::string out = concat('[', edit.lines.first.value, ',', edit.lines.end.value, ")->");
  for (const std::string& row : edit.rows) append(out, concat(shown(row), ' '));
  return concat(out, leans[static_cast<std::size_t>(edit.lean)]);
}

std::string shown(const std::vector<LineEdit>& edits) {
  std::string out;
  for (const LineEdit& edit : edits) append(out, concat('{', shown(edit), '}'));
  return out;
}

}  // namespace kedge::laws
