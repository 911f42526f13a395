// Answers of a database that is far away, in one transaction: whoever writes is alone, so that an answer stays true until this
// process changes the table that it is about.
#pragma once

#include <algorithm>
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
    const std::string_view column = changed_column(sql, table);
    std::erase_if(known_, [&](const auto& known) {
      const std::string_view asked = known.first;
      return asked.contains(table) && (column.empty() || names(asked, table, column));
    });
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

  // The only column that it changes; empty if that is not known.
  static std::string_view changed_column(std::string_view sql, std::string_view table) {
    const std::string start = concat("UPDATE ", table, " SET ");
    if (table.empty() || !sql.starts_with(start)) return {};
    sql = sql.substr(start.size(), sql.find(" WHERE ") - start.size());
    return std::ranges::count(sql, '=') == 1 ? sql.substr(0, sql.find(' ')) : std::string_view();
  }
  // Whether a question may be about the column of that table. It is not if the column is named as that of another one.
  static bool names(std::string_view asked, std::string_view table, std::string_view column) {
    if (asked.contains('*')) return true;
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
    const auto is_letter = [&](char c) { return letters.contains(c); };
    for (std::size_t at = asked.find(column); at != std::string_view::npos; at = asked.find(column, at + 1)) {
      std::string_view before = asked.substr(0, at);
      const std::string_view after = asked.substr(at + column.size());
      if ((!after.empty() && is_letter(after.front())) || (!before.empty() && is_letter(before.back()))) continue;
      if (!before.ends_with('.')) return true;
      before.remove_suffix(1);
      const std::string_view owner = before.substr(before.find_last_not_of(letters) + 1);
      const bool is_table = asked.contains(concat("FROM ", owner, ' ')) || asked.contains(concat("JOIN ", owner, " ON "));
      if (owner == table || !is_table) return true;  // it may be another name of this one
    }
    return false;
  }

  std::map<std::string, Table, std::less<>> known_;
};

}  // namespace kedge::postgres
