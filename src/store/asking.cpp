#include "store/asking.hpp"

#include <chrono>
#include <thread>

#include "store/schema.hpp"

namespace kedge {
namespace {

// For a server that does not answer, in all longer than it takes to restart it. Most attempts ask nothing: after a failure it
// is left alone for a second, unless only the program that speaks with it has ended.
constexpr int most_patient_attempts = 90;
constexpr std::chrono::milliseconds pause_between_attempts{100};

}  // namespace

sql::Answer<sql::Database*> Asking::for_question() {
  KEDGE_TRY(sql::Database* const database, keeper_.database());
  if (serves_calls_) database->keep_read_lock();
  return database;
}

sql::Answer<Asking::Open> Asking::begin(sql::Sync sync) {
  KEDGE_TRY(sql::Database* const database, keeper_.for_writing());
  KEDGE_DO(database->use(sync));
  KEDGE_TRY(sql::Transaction transaction, sql::Transaction::begin(*database));
  KEDGE_DO(check_tables(*database));
  return Open{database, std::move(transaction)};
}

sql::Answer<void> Asking::check_tables(sql::Database& database) {
  const CheckedTables now{keeper_.databases_so_far(), database.changes_of_others()};
  if (now.changes_of_others && now == checked_) return {};
  KEDGE_DO(check_schema(database));
  checked_ = now;
  return {};
}

void Asking::count_unanswered(const sql::Failure& failure) {
  ++unanswered_;
  last_failure_ = failure;
  keeper_.warn_of_unread(failure);
}

bool Asking::is_tried_again(const sql::Failure& failure, sql::Sync sync, Attempts& attempts) {
  if (attempts.anew) return false;
  // What was done to files already is recorded if the server comes back soon: it may just be restarted.
  const bool is_patient = sync == sql::Sync::at_commit && attempts.patient < most_patient_attempts;
  if (is_patient && failure.unreachable()) {
    std::this_thread::sleep_for(pause_between_attempts);
    ++attempts.patient;
    return true;
  }
  attempts.anew = true;
  return keeper_.begins_anew_after(failure);
}

}  // namespace kedge
