// The bytes of versions: from memory, from the database, or rebuilt from either with the recorded changes. The digest is always
// checked.
#pragma once

#include "store/history_table.hpp"

namespace kedge {

class VersionTexts {
 public:
  using Remembered = std::function<std::optional<Text>(const VersionName&)>;

  // Without `remembered`: from the database alone.
  explicit VersionTexts(sql::Database& database, Remembered remembered = {})
      : database_(database), versions_(database), history_(database), remembered_(std::move(remembered)) {}

  sql::Answer<std::optional<Text>> text(VersionId version);
  // What kedge changed from one to the other, by the shortest chain, and only forward: the way back may have been somebody
  // else's change, which is not known exactly.
  sql::Answer<std::optional<ChangeSet>> changes_between(VersionId from, const Digest& to);
  // Stores the bytes unless they are there already, or cheap to rebuild from others that are. Returns how many changes away
  // those are.
  sql::Answer<std::size_t> keep(VersionId version, const Text& text);
  // Rebuilding over this many changes is cheap enough not to keep another copy.
  static constexpr std::size_t cheap_chain = 32;

 private:
  using Directions = HistoryTable::Directions;

  sql::Answer<std::optional<std::vector<ChainStep>>> chain(VersionId start,
                                                           const std::function<sql::Answer<bool>(VersionId)>& is_goal,
                                                           Directions directions, ChainLimits limits);
  // The changes of all steps; nullopt if one is missing.
  sql::Answer<std::optional<std::vector<ChangeSet>>> changes_of(std::span<const ChainStep> chain);
  sql::Answer<std::optional<Text>> at_hand(VersionId version);
  sql::Answer<bool> is_at_hand(VersionId version);

  // How many changes away kept bytes are; none: further than is cheap.
  sql::Answer<std::optional<std::size_t>> distance_to_kept(VersionId version);

  sql::Database& database_;
  VersionTable versions_;
  HistoryTable history_;
  Remembered remembered_;
};

}  // namespace kedge
