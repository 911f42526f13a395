// Rows that a search printed count as shown.
#pragma once

#include "dialects/dialect.hpp"
#include "plan/session.hpp"
#include "search/search.hpp"

namespace kedge {

// Records the rows of every file as shown. `keep`: their bytes as well. A process that is about to end does not keep them: the
// disk has them as long as nobody changes the file.
void note_found(const SearchResult& found, const Session& session, bool keep);

// The matching rows of a file as the dialect shows them, below its header or path: as many as there is room for in bytes.
struct AnchoredRows {
  std::string text;
  LineSet rows;  // that were printed
};
AnchoredRows anchored_rows(const Dialect& dialect, const FoundFile& file, const Session& session,
                           std::size_t room = AnswerRoom::unbounded);

// What was left out and why, one sentence per line; empty if nothing was.
std::string left_out(const SearchResult& found);

}  // namespace kedge
