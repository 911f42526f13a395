// A change that needs consent before it is written: what is shown, and what exactly a yes covers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "contract/receipt.hpp"
#include "store/store.hpp"

namespace kedge {

struct Proposal {
  const Receipt& planned;
  std::string_view op;  // what was called
  // Equal only for changes that do the same to the same versions of the same files, are shown in the same words, and follow the
  // same history: anything kedge has written to one of the files since, above all an undo, makes it a different change.
  std::string identity;
};

Proposal proposal_of(const Receipt& planned, std::string_view op, Store& store);

// Lists every file that would be written, then the findings, then the diffs. Each diff gets its share of `diff_bytes`, so that
// a long one does not hide another. None if not even the list of files fits: then consent cannot be asked for, because it would
// cover files that were not named.
std::optional<std::string> question_about(const Receipt& planned, std::size_t diff_bytes);

// Limit for the list of files.
inline constexpr std::size_t most_listed_bytes = 64UL * 1024;

}  // namespace kedge
