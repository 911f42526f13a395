// What a search put before a caller counts as shown.
#pragma once

#include "dialects/dialect.hpp"
#include "plan/session.hpp"
#include "search/search.hpp"

namespace kedge {

// Notes the rows of every file as shown. `keep` their bytes, too: a process that is about to end leaves them to the disk, which
// has them as long as nobody changes the file.
void note_found(const SearchResult& found, const Session& session, bool keep);

// The rows of a file that fit, as the dialect shows them, below its header or path: as many as there is room for in bytes.
struct AnchoredRows {
  std::string text;
  LineSet rows;  // that stand in it
};
AnchoredRows anchored_rows(const Dialect& dialect, const FoundFile& file, Store& store,
                           std::size_t room = AnswerRoom::unbounded);

// What was left out and why, a sentence on a line of its own for each; empty if nothing was.
std::string left_out(const SearchResult& found);

}  // namespace kedge
