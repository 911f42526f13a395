#include "store/copy_records.hpp"

#include <array>
#include <vector>

#include "error/error.hpp"

namespace kedge {
namespace {

using sql::Answer;

// `types` has a letter for each column: n for a number, b for bytes.
struct CopiedTable {
  const char* read;
  const char* write;
  std::string_view types;
};

constexpr std::array copied_tables{
    CopiedTable{"SELECT id, name FROM path", "INSERT INTO path(id, name) VALUES(?, ?)", "nb"},
    CopiedTable{"SELECT id, path, digest, tag, last, size FROM version",
                "INSERT INTO version(id, path, digest, tag, last, size) VALUES(?, ?, ?, ?, ?, ?)", "nnbnnn"},
    CopiedTable{"SELECT version, bytes FROM content", "INSERT INTO content(version, bytes) VALUES(?, ?)", "nb"},
    CopiedTable{"SELECT moment, time, session FROM log", "INSERT INTO log(moment, time, session) VALUES(?, ?, ?)", "nnb"},
    CopiedTable{"SELECT path, moment, version, kind FROM event",
                "INSERT INTO event(path, moment, version, kind) VALUES(?, ?, ?, ?)", "nnnn"},
    CopiedTable{"SELECT path, session, version, last, lines, numbered, read, refused, cut FROM showing",
                "INSERT INTO showing(path, session, version, last, lines, numbered, read, refused, cut)"
                " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                "nbnnbbbbb"},
    CopiedTable{"SELECT moment, kind, summary, call, takes_back, undone, client, reviewed FROM record",
                "INSERT INTO record(moment, kind, summary, call, takes_back, undone, client, reviewed)"
                " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                "nnbbbnbn"},
    CopiedTable{"SELECT id, record, path, destination, before, after, forward, backward, executable_before, executable_after,"
                " attributes, folders, withheld, lines FROM change",
                "INSERT INTO change(id, record, path, destination, before, after, forward, backward, executable_before,"
                " executable_after, attributes, folders, withheld, lines) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                "nnnnnnbbnnbnbb"},
};

constexpr std::size_t bytes_at_once = 4UL * 1024 * 1024;
constexpr std::uint64_t rows_at_once = 1000;

class Copy {
 public:
  Copy(sql::Database& from, sql::Database& to, const std::function<void(std::uint64_t)>& progress)
      : from_(from), to_(to), progress_(progress) {}

  Answer<void> table(const CopiedTable& table) {
    KEDGE_TRY(sql::Rows rows, from_.rows(table.read));
    while (true) {
      KEDGE_TRY(const bool more, rows.next());
      if (!more) return {};
      std::vector<sql::Value> values;
      for (std::size_t i = 0; i < table.types.size(); ++i) {
        const auto column = static_cast<int>(i);
        if (rows.is_null(column)) {
          values.emplace_back(std::nullopt);
        } else if (table.types[i] == 'n') {
          values.emplace_back(rows.number(column));
        } else {
          values.emplace_back(sql::Blob{rows.blob(column)});
          bytes_ += rows.blob(column).size();
        }
      }
      KEDGE_DO(to_.run_with(table.write, values));
      if (++rows_ % rows_at_once == 0 || bytes_ > bytes_at_once) KEDGE_DO(hand_over());
    }
  }

  Answer<void> hand_over() {
    KEDGE_DO(to_.send_waiting());
    bytes_ = 0;
    progress_(rows_);
    return {};
  }

  Answer<void> numbers() {
    KEDGE_TRY(const auto moment, from_.number("SELECT seq FROM sqlite_sequence WHERE name = 'log'"));
    KEDGE_TRY(const auto path, from_.number("SELECT max(id) FROM path"));
    KEDGE_TRY(const auto version, from_.number("SELECT max(id) FROM version"));
    KEDGE_TRY(const auto change, from_.number("SELECT max(id) FROM change"));
    KEDGE_TRY(sql::Rows about, from_.rows("SELECT salt, bytes, swept FROM about"));
    KEDGE_TRY(const bool found, about.next());
    if (!found) return {};
    KEDGE_DO(to_.run("UPDATE about SET salt = ?, bytes = ?, swept = ?, moment = ?, path = ?, version = ?",
                     sql::Blob{about.blob(0)}, about.number(1), about.number(2), moment.value_or(0), path.value_or(0),
                     version.value_or(0)));
    if (!change) return {};
    KEDGE_TRY([[maybe_unused]] const auto next, to_.number("SELECT setval('change_id_seq', ?)", *change));
    return {};
  }

  std::uint64_t rows() const { return rows_; }

 private:
  sql::Database& from_;
  sql::Database& to_;
  const std::function<void(std::uint64_t)>& progress_;
  std::uint64_t rows_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

Answer<std::optional<CopiedRecords>> copy_records(sql::Database& from, sql::Database& to,
                                                  const std::function<void(std::uint64_t rows)>& progress) {
  KEDGE_TRY(const sql::Transaction unchanged, sql::Transaction::begin(from));  // nobody writes meanwhile
  KEDGE_TRY(sql::Transaction transaction, sql::Transaction::begin(to));
  KEDGE_TRY(const auto anything, to.number("SELECT 1 FROM log LIMIT 1"));
  if (anything) return std::optional<CopiedRecords>();
  Copy copy(from, to, progress);
  for (const CopiedTable& table : copied_tables) KEDGE_DO(copy.table(table));
  KEDGE_DO(copy.numbers());
  KEDGE_TRY(const auto changes, from.number("SELECT count(*) FROM record"));
  KEDGE_DO(transaction.commit());
  return CopiedRecords{.changes = static_cast<std::uint64_t>(changes.value_or(0)), .rows = copy.rows()};
}

}  // namespace kedge
