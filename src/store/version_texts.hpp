// The bytes of versions: as remembered, as kept in the records, or rebuilt from either by the recorded changes. Nothing is
// given out whose digest is not the version's.
#pragma once

#include "store/history_table.hpp"

namespace kedge {

class VersionTexts {
 public:
  using Remembered = std::function<std::optional<Text>(const VersionName&)>;

  // Without `remembered`: from the records alone.
  explicit VersionTexts(sql::Database& database, Remembered remembered = {})
      : versions_(database), history_(database), remembered_(std::move(remembered)) {}

  sql::Answer<std::optional<Text>> text(VersionId version);
  // What kedge did from the one to the other, by the shortest way; only in the direction in which it did it: the way back may
  // have been somebody else's, and theirs is not known exactly.
  sql::Answer<std::optional<ChangeSet>> changes_between(VersionId from, const Digest& to);
  // Keeps the bytes unless they are here, or not far from others that are.
  sql::Answer<void> keep(VersionId version, const Text& text);

 private:
  using Directions = HistoryTable::Directions;

  sql::Answer<std::optional<std::vector<ChainStep>>> chain(VersionId start,
                                                           const std::function<sql::Answer<bool>(VersionId)>& is_goal,
                                                           Directions directions, ChainLimits limits);
  // The changes of all steps, or nothing if one is missing.
  sql::Answer<std::optional<std::vector<ChangeSet>>> changes_of(std::span<const ChainStep> chain);
  sql::Answer<std::optional<Text>> at_hand(VersionId version);
  sql::Answer<bool> is_at_hand(VersionId version);

  VersionTable versions_;
  HistoryTable history_;
  Remembered remembered_;
};

}  // namespace kedge
