// What the records tell about a file: what each change did to it, and which change wrote each of its lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/receipt.hpp"
#include "plan/session.hpp"
#include "store/store.hpp"

namespace kedge {

// The record with this id, of any kind; not_found.
Result<Record> find_record(Store& store, std::string_view id);

// create, update, delete or move.
std::string_view op_of(const RecordedFile& file);

// What the change did to the file, as it was answered then. nullopt: the bytes of that time are no longer kept, or never were
// because there is a secret in them. REQUIRES: the record was found with its edits.
std::optional<FileOutcome> recorded_outcome(Store& store, const RecordedFile& file);

// Who wrote the lines of a file.
struct Origin {
  enum class Kind : std::uint8_t {
    recorded,   // a change that kedge made
    others,     // somebody else, after a change that kedge made
    not_known,  // they are older than what is recorded
  };
  Kind kind = Kind::not_known;
  std::optional<Record> record = std::nullopt;  // of `recorded`: without its edits
};
struct Blame {
  Text text;
  Digest version{};
  std::vector<Origin> origins;
  std::vector<std::size_t> lines;  // for each line, from the first on, its place in `origins`
};
// Follows the lines of the file as it is back through the recorded changes, under its former names as well. A line that an undo
// or a redo restored belongs to the change that wrote it first.
Result<Blame> blame(const Session& session, std::string_view path);

}  // namespace kedge
