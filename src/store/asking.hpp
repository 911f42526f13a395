// Asks the database and writes to it, and knows what to do when that fails: begin anew, wait for its server, or warn.
#pragma once

#include <type_traits>

#include "store/keeper.hpp"

namespace kedge {

class Asking {
 public:
  explicit Asking(Keeper keeper) : keeper_(std::move(keeper)) {}

  Keeper& keeper() { return keeper_; }
  const Keeper& keeper() const { return keeper_; }
  // From now on a lock may be kept from question to question.
  void serve_calls() { serves_calls_ = true; }

  // What the database answers; if it fails, an empty answer and a warning.
  template <class Work>
  auto ask(Work work) {
    using Result = std::invoke_result_t<Work, sql::Database&>;
    for (bool again = false;; again = true) {
      sql::Answer<sql::Database*> database = for_question();
      Result answer = database ? work(**database) : Result(std::unexpected(std::move(database).error()));
      if (answer) return *std::move(answer);
      if (!again && keeper_.begins_anew_after(answer.error())) continue;
      count_unanswered(answer.error());
      return typename Result::value_type{};
    }
  }

  // How many questions were answered with nothing, because the database did not answer, and why the last one was.
  std::uint64_t unanswered() const { return unanswered_; }
  const sql::Failure& last_failure() const { return last_failure_; }

  // In one transaction, all or nothing.
  template <class Work>
  auto write(sql::Sync sync, Work work) {
    using Result = std::invoke_result_t<Work, sql::Database&>;
    for (Attempts attempts;;) {
      Result answer = in_transaction(sync, work);
      if (answer || !is_tried_again(answer.error(), sync, attempts)) return answer;
    }
  }

 private:
  // What the templates above do that is the same for all of them: compiled once.
  struct Open {
    sql::Database* database;
    sql::Transaction transaction;
  };
  struct Attempts {
    int patient = 0;
    bool anew = false;
  };

  template <class Work>
  std::invoke_result_t<Work, sql::Database&> in_transaction(sql::Sync sync, Work& work) {
    KEDGE_TRY(Open open, begin(sync));
    auto answer = work(*open.database);
    if (answer) KEDGE_DO(open.transaction.commit());
    return answer;
  }

  sql::Answer<sql::Database*> for_question();
  sql::Answer<Open> begin(sql::Sync sync);
  // Unless nobody else has changed anything since they were checked.
  sql::Answer<void> check_tables(sql::Database& database);
  void count_unanswered(const sql::Failure& failure);
  // Waits before that, if the server does not answer: it may just be restarted.
  bool is_tried_again(const sql::Failure& failure, sql::Sync sync, Attempts& attempts);

  struct CheckedTables {
    int database = 0;
    std::optional<std::uint64_t> changes_of_others = std::nullopt;

    friend bool operator==(const CheckedTables&, const CheckedTables&) = default;
  };

  Keeper keeper_;
  CheckedTables checked_;
  bool serves_calls_ = false;
  std::uint64_t unanswered_ = 0;
  sql::Failure last_failure_;
};

}  // namespace kedge
