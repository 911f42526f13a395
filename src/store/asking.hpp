// Asks the database and writes to it, and knows what to do when that fails: begin anew, wait for its server, or warn.
#pragma once

#include <chrono>
#include <thread>
#include <type_traits>

#include "store/keeper.hpp"
#include "store/schema.hpp"

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
    const auto asked = [&]() -> Result {
      KEDGE_TRY(sql::Database* const database, keeper_.database());
      if (serves_calls_) database->keep_read_lock();
      return work(*database);
    };
    Result answer = asked();
    if (!answer && keeper_.begins_anew_after(answer.error())) answer = asked();
    if (answer) return *std::move(answer);
    ++unanswered_;
    last_failure_ = answer.error();
    keeper_.warn_of_unread(answer.error());
    return typename Result::value_type{};
  }

  // How many questions were answered with nothing, because the database did not answer, and why the last one was.
  std::uint64_t unanswered() const { return unanswered_; }
  const sql::Failure& last_failure() const { return last_failure_; }

  // In one transaction, all or nothing.
  template <class Work>
  auto write(sql::Sync sync, Work work) {
    auto answer = in_transaction(sync, work);
    // What was done to files already is recorded if the server comes back soon: it may just be restarted.
    for (int attempt = 0; attempt < most_patient_attempts && sync == sql::Sync::at_commit; ++attempt) {
      if (answer || !answer.error().unreachable()) break;
      std::this_thread::sleep_for(pause_between_attempts);
      answer = in_transaction(sync, work);
    }
    if (answer || !keeper_.begins_anew_after(answer.error())) return answer;
    return in_transaction(sync, work);
  }

 private:
  // For a server that does not answer, in all longer than it takes to restart it. Most attempts ask nothing: after a failure it
  // is left alone for a second, unless only the program that speaks with it has ended.
  static constexpr int most_patient_attempts = 90;
  static constexpr std::chrono::milliseconds pause_between_attempts{100};

  template <class Work>
  auto in_transaction(sql::Sync sync, Work work) {
    using Result = std::invoke_result_t<Work, sql::Database&>;
    const auto done = [&]() -> Result {
      KEDGE_TRY(sql::Database* const database, keeper_.for_writing());
      KEDGE_DO(database->use(sync));
      KEDGE_TRY(sql::Transaction transaction, sql::Transaction::begin(*database));
      KEDGE_DO(check_schema(*database));
      Result answer = work(*database);
      if (answer) KEDGE_DO(transaction.commit());
      return answer;
    };
    return done();
  }

  Keeper keeper_;
  bool serves_calls_ = false;
  std::uint64_t unanswered_ = 0;
  sql::Failure last_failure_;
};

}  // namespace kedge
