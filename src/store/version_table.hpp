// The tables of paths, versions, tags and bytes.
#pragma once

#include <functional>

#include "store/known_rows.hpp"
#include "store/tag.hpp"

namespace kedge {

// A version by path and digest.
struct VersionName {
  std::string path;
  Digest digest{};

  friend auto operator<=>(const VersionName&, const VersionName&) = default;
};

class VersionTable {
 public:
  // What is known need not be asked. REQUIRES: then a transaction is open.
  explicit VersionTable(sql::Database& database, KnownRows* known = nullptr) : database_(database), known_(known) {}

  // What is going to be asked about a version, and about its tag: see Database::expect.
  void expect(std::string_view path, const Digest& digest);
  void expect_tag(std::string_view path, const Digest& digest);
  void foresee_label(std::string_view path, TagNumber tag);

  sql::Answer<std::optional<PathId>> find_path(std::string_view path);
  sql::Answer<PathId> find_or_add_path(std::string_view path);
  // Whether any version of it was shown or made.
  sql::Answer<bool> is_known(PathId path);

  sql::Answer<std::optional<VersionRow>> find(std::string_view path, const Digest& digest);
  sql::Answer<VersionRow> find_or_add(std::string_view path, const Digest& digest);
  sql::Answer<std::optional<VersionName>> name_of(VersionId version);
  // The same for one that is made at that moment. If it is new and the tag is free, it gets that.
  sql::Answer<VersionRow> make(std::string_view path, const Digest& digest, Moment moment, std::optional<TagNumber> tag);
  // It was shown or made at that moment; 0: at some earlier time.
  sql::Answer<void> note(VersionId version, Moment moment);

  sql::Answer<std::optional<TagNumber>> tag(std::string_view path, const Digest& digest);
  sql::Answer<std::optional<Digest>> labelled(std::string_view path, TagNumber tag);
  sql::Answer<bool> is_label(std::string_view path, TagNumber tag);
  sql::Answer<void> set_tag(VersionId version, TagNumber tag);

  sql::Answer<bool> is_kept(VersionId version);
  // nullopt if they are not stored, or are damaged.
  sql::Answer<std::optional<Text>> bytes(VersionId version);
  sql::Answer<void> keep(VersionId version, const Text& text);
  sql::Answer<void> drop(VersionId version);
  // Adds to the number of bytes that the limits count.
  sql::Answer<void> count(std::int64_t bytes);

 private:
  sql::Database& database_;
  KnownRows* known_;
};

}  // namespace kedge
