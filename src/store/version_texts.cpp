#include "store/version_texts.hpp"

namespace kedge {

using sql::Answer;

Answer<std::optional<std::vector<ChainStep>>> VersionTexts::chain(VersionId start,
                                                                  const std::function<Answer<bool>(VersionId)>& is_goal,
                                                                  Directions directions, ChainLimits limits) {
  std::optional<sql::Failure> failure;
  const auto unless_failed = [&](auto answer) {
    using Value = typename decltype(answer)::value_type;
    if (answer && !failure) return *std::move(answer);
    if (!failure) failure = std::move(answer).error();
    return Value{};
  };
  std::optional<std::vector<ChainStep>> found = shortest_chain(
      start, [&](VersionId version) { return unless_failed(is_goal(version)); },
      [&](VersionId version) { return unless_failed(history_.steps_from(version, directions)); }, limits);
  if (failure) return std::unexpected(*std::move(failure));
  return found;
}

Answer<std::optional<std::vector<ChangeSet>>> VersionTexts::changes_of(std::span<const ChainStep> chain) {
  std::vector<ChangeSet> all;
  for (const ChainStep& step : chain) {
    KEDGE_TRY(std::optional<ChangeSet> changes, history_.changes_of(step));
    if (!changes) return std::optional<std::vector<ChangeSet>>();
    all.push_back(*std::move(changes));
  }
  return all;
}

Answer<bool> VersionTexts::is_at_hand(VersionId version) {
  if (version == no_version) return true;
  if (remembered_) {
    KEDGE_TRY(const std::optional<VersionName> name, versions_.name_of(version));
    if (name && remembered_(*name)) return true;
  }
  return versions_.is_kept(version);
}

Answer<std::optional<Text>> VersionTexts::at_hand(VersionId version) {
  if (version == no_version) return Text();
  if (remembered_) {
    KEDGE_TRY(const std::optional<VersionName> name, versions_.name_of(version));
    std::optional<Text> text = name ? remembered_(*name) : std::nullopt;
    if (text) return text;
  }
  return versions_.bytes(version);
}

Answer<std::optional<Text>> VersionTexts::text(VersionId version) {
  KEDGE_TRY(std::optional<std::vector<ChainStep>> away,
            chain(version, [&](VersionId at) { return is_at_hand(at); }, Directions::both, {}));
  if (!away) return std::optional<Text>();
  KEDGE_TRY(std::optional<Text> base, at_hand(away->empty() ? version : away->back().to));
  KEDGE_TRY(const std::optional<std::vector<ChangeSet>> changes, changes_of(turned_round(*std::move(away))));
  std::optional<Text> text = base && changes ? applied_in_turn(*base, *changes) : std::nullopt;
  KEDGE_TRY(const std::optional<VersionName> name, versions_.name_of(version));
  if (!text || !name || text->digest() != name->digest) return std::optional<Text>();
  return text;
}

Answer<std::optional<ChangeSet>> VersionTexts::changes_between(VersionId from, const Digest& to) {
  // By digest: a file that was moved has its later versions under another path.
  const auto is_goal = [&](VersionId version) -> Answer<bool> {
    if (version == no_version) return false;
    KEDGE_TRY(const std::optional<VersionName> name, versions_.name_of(version));
    return name && name->digest == to;
  };
  KEDGE_TRY(const std::optional<std::vector<ChainStep>> way, chain(from, is_goal, Directions::as_made, {}));
  if (!way) return std::optional<ChangeSet>();
  KEDGE_TRY(const std::optional<Text> base, text(from));
  KEDGE_TRY(const std::optional<std::vector<ChangeSet>> changes, changes_of(*way));
  std::optional<Composed> all = base && changes ? composed(*base, *changes) : std::nullopt;
  if (!all || all->after.digest() != to) return std::optional<ChangeSet>();
  return std::move(all->changes);
}

Answer<std::optional<std::size_t>> VersionTexts::distance_to_kept(VersionId version) {
  if (database_.is_far()) {
    KEDGE_TRY(
        const auto length,
        database_.number("WITH RECURSIVE near(version, length) AS (SELECT ?1, 0 UNION SELECT CASE WHEN change.before ="
                         " near.version THEN change.after ELSE change.before END, length + 1 FROM near JOIN change ON"
                         " change.before = near.version OR change.after = near.version WHERE length < ?2 AND withheld = '')"
                         " SELECT length FROM near JOIN version ON version.id = near.version WHERE size IS NOT NULL"
                         " ORDER BY length LIMIT 1",
                         version, static_cast<std::int64_t>(cheap_chain)));
    return length ? std::optional(static_cast<std::size_t>(*length)) : std::nullopt;
  }
  const auto is_goal = [&](VersionId at) -> Answer<bool> {
    if (at == no_version) return false;
    return versions_.is_kept(at);
  };
  KEDGE_TRY(const auto near, chain(version, is_goal, Directions::both, {.length = cheap_chain}));
  return near ? std::optional(near->size()) : std::nullopt;
}

Answer<std::size_t> VersionTexts::keep(VersionId version, const Text& text) {
  KEDGE_TRY(const std::optional<std::size_t> distance, distance_to_kept(version));
  if (distance) return *distance;
  KEDGE_DO(versions_.keep(version, text));
  return std::size_t{0};
}

}  // namespace kedge
