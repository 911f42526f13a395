// A recorded change, for people and for programs.
#pragma once

#include <string>

#include "engine/history.hpp"
#include "support/json.hpp"
#include "ui/colours.hpp"

namespace kedge {

// How much is said about its files.
enum class FileDetail : std::uint8_t { names, counts, diffs };

// id, time, kind, session, undone, of, files. REQUIRES: for more than names, the record was found with its edits.
Json json_of_record(Store& store, const Record& record, FileDetail detail);

// The row of a list: id, when, what, in which files.
std::string row_of_record(const Record& record, ui::Colour colour);

// Below it: the operation and the numbers of rows for each file.
std::string counts_of_record(Store& store, const Record& record);

// All of it, with a diff of each file.
std::string text_of_record(Store& store, const Record& record, ui::Colour colour);

}  // namespace kedge
