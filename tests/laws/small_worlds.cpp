#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

bool strictly_inside(std::size_t place, ByteSpan span) { return span.begin.value < place && place < span.end.value; }

std::vector<Edit> every_edit(std::size_t base_size, std::string_view text) {
  std::vector<Edit> edits;
  for (std::size_t begin = 0; begin <= base_size; ++begin) {
    for (const Lean lean : {Lean::above, Lean::neither, Lean::below}) {
      edits.push_back({{{begin}, {begin}}, std::string(text), 0, lean});
    }
    for (std::size_t end = begin + 1; end <= base_size; ++end) {
      edits.push_back({{{begin}, {end}}, "", 0, Lean::neither});
      edits.push_back({{{begin}, {end}}, std::string(text), 0, Lean::neither});
    }
  }
  return edits;
}

}  // namespace

std::vector<std::string> every_string(std::span<const std::string_view> pieces, std::uint32_t most_pieces) {
  std::vector<std::string> all{""};
  std::size_t shorter = 0;
  for (std::uint32_t length = 1; length <= most_pieces; ++length) {
    const std::size_t end = all.size();
    for (; shorter < end; ++shorter) {
      for (const std::string_view piece : pieces) all.push_back(all[shorter] + std::string(piece));
    }
  }
  return all;
}

std::vector<Text> every_terminated_text(std::span<const std::string_view> contents, std::uint32_t most_lines) {
  std::vector<std::string> lines;
  for (const std::string_view content : contents) lines.push_back(std::string(content) + "\n");
  const std::vector<std::string_view> pieces(lines.begin(), lines.end());
  std::vector<Text> texts;
  for (const std::string& bytes : every_string(pieces, most_lines)) texts.emplace_back(bytes);
  return texts;
}

std::vector<Text> every_text(std::span<const std::string_view> contents, std::uint32_t most_lines) {
  std::vector<Text> texts;
  for (const Text& text : every_terminated_text(contents, most_lines)) {
    texts.push_back(text);
    const bool ends_in_empty_line = text.line_count() > 0 && text.content(LineNo{text.line_count()}).empty();
    if (text.size() > 0 && !ends_in_empty_line) texts.emplace_back(std::string(text.bytes().substr(0, text.size() - 1)));
  }
  return texts;
}

std::vector<std::vector<Edit>> every_edit_list(std::size_t base_size, std::string_view text, std::string_view second_text) {
  const std::vector<Edit> edits = every_edit(base_size, text);
  std::vector<std::vector<Edit>> lists{{}};
  for (const Edit& edit : edits) lists.push_back({edit});
  for (const Edit& first : edits) {
    for (Edit second : edits) {
      const bool in_order =
          first.span.begin < second.span.begin || (first.span.empty() && first.span.begin == second.span.begin);
      if (!in_order || overlap(first, second)) continue;
      second.op = 1;
      if (!second.text.empty()) second.text = second_text;
      lists.push_back({first, second});
    }
  }
  return lists;
}

bool overlap(const Edit& a, const Edit& b) {
  if (a.span.empty() && b.span.empty()) return false;
  if (a.span.empty()) return strictly_inside(a.span.begin.value, b.span);
  if (b.span.empty()) return strictly_inside(b.span.begin.value, a.span);
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

}  // namespace kedge::laws
