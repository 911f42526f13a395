// What a caller asks for, in words that no dialect owns: files, operations, and the choices by which dialects differ. A
// dialect makes one, the engine carries it out; neither includes the other.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "error/error.hpp"
#include "support/sha256.hpp"

namespace kedge {

// How closely a quotation has to fit. The order is the ladder: from the strictest down.
enum class MatchMode : std::uint8_t { exact, line_trimmed, block_anchor };
std::string_view name_of(MatchMode mode);

// The place where this text stands.
struct Match {
  std::string text;
  // Nothing: down the ladder as far as the policy applies a rung unasked.
  std::optional<MatchMode> mode = std::nullopt;
  bool all = false;  // every place, not the only one
  std::optional<std::uint64_t> expected = std::nullopt;
};

// The whole file, which may not exist yet.
struct Whole {};

using Target = std::variant<Match, Whole>;

struct Operation {
  Target target;
  std::string body;
};

struct FileRequest {
  std::string path;                              // as the caller spelled it
  std::optional<Digest> version = std::nullopt;  // the bytes that the caller says the file has
  bool must_be_new = false;                      // there may be no such file yet
  std::vector<Operation> operations = {};
};

// What the log says about who made a version.
enum class Maker : std::uint8_t { edit, write };

// The choices by which dialects differ.
struct Policy {
  Maker maker = Maker::edit;
  MatchMode lowest_unasked = MatchMode::line_trimmed;  // rungs below it are proposed, not applied
  Code other_version = Code::hash_mismatch;            // the refusal where the file has not the version that was named
};

struct Request {
  std::vector<FileRequest> files;
  Policy policy;
  bool dry_run = false;
  std::vector<std::string> accept_warnings = {};  // names of findings that the caller has seen and means
  std::string encoding = {};                      // of new text in files that are not UTF-8; empty: not said
  Digest identity{};                              // equal for calls that ask for the same
};

}  // namespace kedge
