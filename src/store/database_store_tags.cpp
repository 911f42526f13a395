// The part of the store that gives versions their tags.
#include "store/database_store.hpp"
#include "store/version_table.hpp"

namespace kedge {

using sql::Answer;

Answer<TagNumber> DatabaseStore::claim_tag(sql::Database& database, std::string_view path, const Digest& version) {
  VersionTable versions(database);
  KEDGE_TRY(const std::optional<TagNumber> others, versions.tag(path, version));
  if (others) return *others;
  Answer<bool> looked = true;
  const TagNumber tag = free_tag(version, [&](TagNumber candidate) {
    if (looked) looked = versions.is_label(path, candidate);
    return looked && *looked;
  });
  if (!looked) return std::unexpected(std::move(looked).error());
  KEDGE_TRY(const VersionRow row, versions.find_or_add(path, version));
  KEDGE_DO(versions.set_tag(row.id, tag));
  return tag;
}

Tag DatabaseStore::tag_of(std::string_view path, const Digest& version) {
  const VersionName name{std::string(path), version};
  gives_tags_ = true;
  forget_rows_of_others();
  const bool is_shared = asking_.keeper().is_shared();
  if (const auto tag = claimed_tags_.find(name); is_shared && tag != claimed_tags_.end()) return to_tag(tag->second);
  const auto known = [&](sql::Database& database) -> Answer<std::optional<TagNumber>> {
    forget_rows_of_others();
    const auto claimed = claimed_tags_.find(name);
    if (claimed != claimed_tags_.end() && known_rows_.are_current(database)) return claimed->second;
    return VersionTable(database).tag(path, version);
  };
  if (const std::optional<TagNumber> tag = ask(known)) return to_tag(*tag);

  expect([&](sql::Database& database) { VersionTable(database).expect_tag(path, version); });
  const Answer<TagNumber> claimed =
      write(sql::Sync::later, [&](sql::Database& database) { return claim_tag(database, path, version); });
  if (claimed) return to_tag(*claimed);

  asking_.keeper().warn_of_unwritten(claimed.error());
  return loose_tags_.give(path, version);
}

std::optional<Digest> DatabaseStore::version_of(std::string_view path, std::string_view tag) {
  if (const std::optional<Digest> loose = loose_tags_.version_of(path, tag)) return loose;
  const std::optional<TagNumber> number = tag_number(tag);
  if (!number) return std::nullopt;
  return ask([&](sql::Database& database) -> Answer<std::optional<Digest>> {
    forget_rows_of_others();
    if (known_rows_.are_current(database)) {
      if (const std::optional<Digest> known = known_rows_.labelled(path, *number)) return known;
    }
    return VersionTable(database).labelled(path, *number);
  });
}

}  // namespace kedge
