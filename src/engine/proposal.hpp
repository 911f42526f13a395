// A change that somebody is asked about before it is written: what they are shown, and what exactly their consent is good for.
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
  // Equal only for a change that does the same to the same versions of the same files, is shown in the same words, and has the
  // same history before it: whatever kedge has written to one of the files since, an undo above all, makes it another.
  std::string identity;
};

Proposal proposal_of(const Receipt& planned, std::string_view op, Store& store);

// Every file that would be written comes first, then what is suspected, then the diffs as far as they fit: each gets its share
// of `diff_bytes`, so that a long one does not hide another. Nothing: not even the list of files fits, and a consent cannot be
// asked for, because it would be good for files that were not named.
std::optional<std::string> question_about(const Receipt& planned, std::size_t diff_bytes);

// Of the list.
inline constexpr std::size_t most_listed_bytes = 64UL * 1024;

}  // namespace kedge
