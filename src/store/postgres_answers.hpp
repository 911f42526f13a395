// Answers of a database that is far away, in one transaction: whoever writes is alone, so that an answer stays true until this
// process changes the table that it is about.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/postgres_wire.hpp"
#include "support/strings.hpp"

namespace kedge::postgres {

// The rows of an answer, in its bytes.
struct Table {
  std::shared_ptr<const std::string> bytes = nullptr;  // stay where they are when the table is moved
  std::vector<Value> cells = {};
  std::size_t columns = 0;
  std::size_t rows = 0;
};

using Values = std::vector<std::optional<std::string>>;

struct WaitingQuery {
  const std::string* sql;  // of a statement that stays
  Values values;
};

class KnownAnswers {
 public:
  const Table* find(const WaitingQuery& query) const {
    const auto found = known_.find(key_of(query));
    return found == known_.end() ? nullptr : &found->second;
  }
  void add(const WaitingQuery& query, Table table) { known_.insert_or_assign(key_of(query), std::move(table)); }
  // By a statement that changes a table.
  void note_change(std::string_view sql) {
    const std::string_view table = changed_table(sql);
    std::erase_if(known_, [&](const auto& known) { return std::string_view(known.first).contains(table); });
  }
  void clear() { known_.clear(); }

 private:
  static std::string key_of(const WaitingQuery& query) {
    std::string key = *query.sql;
    for (const std::optional<std::string>& value : query.values) {
      append(key, concat(' ', value ? 'v' : 'n', value ? value->size() : 0, ':'));
      if (value) append(key, *value);
    }
    return key;
  }
  // Empty if it is not known; then all are concerned.
  static std::string_view changed_table(std::string_view sql) {
    for (const std::string_view verb : {"INSERT INTO ", "UPDATE ", "DELETE FROM "}) {
      if (!sql.starts_with(verb)) continue;
      sql.remove_prefix(verb.size());
      return sql.substr(0, sql.find_first_of(" ("));
    }
    return {};
  }

  std::map<std::string, Table, std::less<>> known_;
};

}  // namespace kedge::postgres
