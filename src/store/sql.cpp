#include "store/sql.hpp"

#include <algorithm>

#include "support/require.hpp"

namespace kedge::sql {

std::optional<Digest> Rows::digest(int column) const {
  const std::string_view bytes = blob(column);
  Digest digest{};
  if (bytes.size() != digest.size()) return std::nullopt;
  std::ranges::transform(bytes, digest.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return digest;
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

Answer<void> Database::run_with(const char* sql, std::span<const Cell> cells) {
  Answer<Statement*> prepared = prepare(sql);
  if (!prepared) return std::unexpected(std::move(prepared).error());
  int position = 0;
  for (const Cell& cell : cells) {
    const auto bind_one = [&](const auto& value) { return (*prepared)->bind(position, value); };
    ++position;
    if (!std::visit(bind_one, cell)) return std::unexpected(connection_->failure());
  }
  Rows rows(*prepared);
  const Answer<bool> done = rows.next();
  return done ? Answer<void>() : std::unexpected(done.error());
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
