#include "dialects/blocks/block_rows.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

using SideRows = std::span<const std::string_view>;

bool is_elision(std::string_view row) { return trimmed(row) == "..."; }

void add(std::vector<PassageRow>& rows, RowFate fate, SideRows side) {
  for (const std::string_view text : side) rows.push_back({.fate = fate, .text = std::string(text)});
}

void add_difference(std::vector<PassageRow>& rows, SideRows search, SideRows replace) {
  std::uint32_t at = 0;
  for (const IndexHunk& hunk : diff_sequences(search, replace)) {
    add(rows, RowFate::kept, search.subspan(at, hunk.old_begin - at));
    add(rows, RowFate::removed, search.subspan(hunk.old_begin, hunk.old_end - hunk.old_begin));
    add(rows, RowFate::added, replace.subspan(hunk.new_begin, hunk.new_end - hunk.new_begin));
    at = hunk.old_end;
  }
  add(rows, RowFate::kept, search.subspan(at));
}

}  // namespace

bool keeps_blank_edge(SideRows search, SideRows replace) {
  return replace.empty() && search.size() > 1 && (search.front().empty() || search.back().empty());
}

bool has_loose_dots(SideRows search, SideRows replace) {
  return std::ranges::count_if(replace, is_elision) > std::ranges::count_if(search, is_elision);
}

std::vector<PassageRow> rows_between(SideRows search, SideRows replace) {
  std::vector<PassageRow> rows;
  const SideRows all_searched = search;
  const SideRows all_written = replace;
  const bool elides = std::ranges::count_if(search, is_elision) == std::ranges::count_if(replace, is_elision);
  while (elides) {
    const auto in_search = std::ranges::find_if(search, is_elision);
    if (in_search == search.end()) break;
    const auto before = static_cast<std::size_t>(in_search - search.begin());
    const auto before_in_replace = static_cast<std::size_t>(std::ranges::find_if(replace, is_elision) - replace.begin());
    add_difference(rows, search.first(before), replace.first(before_in_replace));
    rows.push_back(
        {.fate = RowFate::elided, .text = std::string(search[before]), .written = std::string(replace[before_in_replace])});
    search = search.subspan(before + 1);
    replace = replace.subspan(before_in_replace + 1);
  }
  add_difference(rows, search, replace);
  if (keeps_blank_edge(all_searched, all_written)) {
    PassageRow& edge = rows.front().text.empty() ? rows.front() : rows.back();
    edge.fate = RowFate::kept;
  }
  return rows;
}

}  // namespace kedge
