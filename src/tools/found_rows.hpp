// What a search put before a caller counts as shown.
#pragma once

#include "engine/session.hpp"
#include "search/search.hpp"

namespace kedge {

// Notes the rows of every file as shown. `keep` their bytes, too: a process that is about to end leaves them to the disk, which
// has them as long as nobody changes the file.
void note_found(const SearchResult& found, const Session& session, bool keep);

// What was left out and why, a sentence on a line of its own for each; empty if nothing was.
std::string left_out(const SearchResult& found);

}  // namespace kedge
