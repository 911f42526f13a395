// Passages for tests: printing them, and applying them where their rows match once, without using any code of the program.
#pragma once

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "contract/receipt.hpp"
#include "support/strings.hpp"

namespace kedge::test {

inline char sign_of(RowFate fate) {
  switch (fate) {
    case RowFate::kept: return ' ';
    case RowFate::removed: return '-';
    case RowFate::added: return '+';
    case RowFate::elided: break;
  }
  return '~';
}

inline FileOutcome outcome_of(const std::string& path, std::string before, std::string after) {
  FileOutcome file;
  file.path = path;
  file.before = Text(std::move(before));
  file.after = Text(std::move(after));
  return file;
}

// Looks for the lines that each passage quotes in `before`, line by line; everything else stays.
inline std::string applied(const Text& before, const std::vector<Passage>& passages) {
  struct Change {
    std::string text;
    std::uint32_t lines = 0;
  };
  std::map<std::uint32_t, Change> changes;  // by their first line
  for (const Passage& passage : passages) {
    std::vector<std::string> quoted;
    Change change;
    for (const PassageRow& row : passage.rows) {
      if (row.fate != RowFate::added) quoted.push_back(row.text);
      if (row.fate != RowFate::removed) append(change.text, concat(row.text, '\n'));
    }
    change.lines = static_cast<std::uint32_t>(quoted.size());
    std::vector<std::uint32_t> places;
    for (std::uint32_t first = 1; first + quoted.size() <= before.line_count() + 1; ++first) {
      bool fits = true;
      for (std::uint32_t i = 0; i < quoted.size() && fits; ++i) fits = before.content(LineNo{first + i}) == quoted[i];
      if (fits) places.push_back(first);
    }
    if (quoted.empty()) places = {before.line_count() + 1};
    EXPECT_EQ(places.size(), 1U) << "a passage fits several places, or none";
    if (places.size() == 1) changes[places.front()] = std::move(change);
  }
  std::string out;
  for (std::uint32_t line = 1; line <= before.line_count() + 1;) {
    const auto change = changes.find(line);
    if (change != changes.end()) {
      append(out, change->second.text);
      line += change->second.lines;
      const bool next_overlaps = std::next(change) != changes.end() && std::next(change)->first < line;
      EXPECT_FALSE(next_overlaps) << "two passages quote the same lines";
      changes.erase(change);
      continue;
    }
    if (line <= before.line_count()) append(out, before.raw(LineNo{line}));
    ++line;
  }
  return out;
}

}  // namespace kedge::test
