#include "store/sql.hpp"

#include <algorithm>

#include "support/overloaded.hpp"
#include "support/require.hpp"

namespace kedge::sql {

std::optional<Digest> Rows::digest(int column) const {
  const std::string_view bytes = blob(column);
  Digest digest{};
  if (bytes.size() != digest.size()) return std::nullopt;
  std::ranges::transform(bytes, digest.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return digest;
}

bool Value::bind_to(Statement& statement, int position) const {
  return std::visit(overloaded{[&](const Digest* digest) { return statement.bind(position, *digest); },
                               [&](const auto& value) { return statement.bind(position, value); }},
                    held_);
}

Answer<Statement*> Database::prepare(const char* sql) {
  auto place = statements_.find(sql);
  if (place == statements_.end()) {
    Answer<std::unique_ptr<Statement>> prepared = connection_->prepare(sql);
    if (!prepared) return std::unexpected(std::move(prepared).error());
    place = statements_.emplace(sql, *std::move(prepared)).first;
  }
  KEDGE_REQUIRE(!place->second->is_running());
  return place->second.get();
}

Answer<Rows> Database::rows_with(const char* sql, std::span<const Value> values) {
  Answer<Statement*> prepared = prepare(sql);
  if (!prepared) return std::unexpected(std::move(prepared).error());
  int position = 0;
  for (const Value& value : values) {
    if (!value.bind_to(**prepared, ++position)) return std::unexpected(connection_->failure());
  }
  return Rows(*prepared);
}

Answer<void> Database::run_with(const char* sql, std::span<const Value> values) {
  Answer<Rows> started = rows_with(sql, values);
  if (!started) return std::unexpected(std::move(started).error());
  const Answer<bool> done = started->next();
  return done ? Answer<void>() : std::unexpected(done.error());
}

Answer<std::optional<std::int64_t>> Database::number_with(const char* sql, std::span<const Value> values) {
  Answer<Rows> started = rows_with(sql, values);
  if (!started) return std::unexpected(std::move(started).error());
  const Answer<bool> found = started->next();
  if (!found) return std::unexpected(found.error());
  if (!*found || started->is_null(0)) return std::optional<std::int64_t>();
  return std::optional(started->number(0));
}

void Database::expect_with(const char* sql, std::span<const Value> values) {
  if (Answer<Rows> started = rows_with(sql, values)) started->expect();
}

void Database::foresee_with(const char* sql, std::span<const Value> values) {
  if (Answer<Rows> started = rows_with(sql, values)) started->foresee();
}

Answer<Transaction> Transaction::begin(Database& database) {
  Answer<void> begun = database.connection_->begin();
  if (!begun) return std::unexpected(std::move(begun).error());
  return Transaction(database.connection_.get());
}

Answer<void> Transaction::commit() {
  Answer<void> done = connection_->commit();
  if (done) connection_ = nullptr;
  return done;
}

}  // namespace kedge::sql
