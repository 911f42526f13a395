// What several servers that share the records need of them.
#include "store/database_store.hpp"
#include "store/shared_records.hpp"

namespace kedge {

using sql::Answer;

Result<void> DatabaseStore::ready(std::uint64_t unanswered_before) {
  if (!asking_.keeper().is_shared()) return {};
  expect([](sql::Database& database) { database.forget_foreseen(); });
  if (asking_.unanswered() == unanswered_before) return asking_.keeper().reach();
  return std::unexpected(asking_.keeper().refusal(asking_.last_failure()));
}

void DatabaseStore::foresee(const Foreseen& questions) {
  expect([&](sql::Database& database) {
    database.forget_foreseen();
    const std::optional<TagNumber> tag = questions.tag ? tag_number(*questions.tag) : std::nullopt;
    if (tag) VersionTable(database).foresee_label(questions.path, *tag);
    LogTable(database).foresee_shown(questions.session, questions.path, questions.version);
    const std::pair key{std::string(questions.session), std::string(questions.path)};
    if (const auto known = showings_.find(key); known != showings_.end()) {
      known->second.foresee(database, questions.session, questions.path);
    }
    HistoryTable(database).foresee_same_call(questions.caller, questions.call);
    // If it fails, each is asked by itself, and fails then.
    [[maybe_unused]] const Answer<void> looked = database.look_ahead();
  });
}

std::optional<std::string> DatabaseStore::shared_secret() {
  return asking_.keeper().is_shared() ? ask(secret_of_servers) : std::nullopt;
}

std::optional<bool> DatabaseStore::use_up(std::uint64_t number, std::int64_t now, std::int64_t until) {
  if (!asking_.keeper().is_shared()) return std::nullopt;
  const Answer<bool> used =
      write(sql::Sync::later, [&](sql::Database& database) { return use_number_up(database, number, now, until); });
  return used ? std::optional(*used) : std::nullopt;
}

Result<LeaseAnswer> DatabaseStore::take_lease(std::string_view tree, std::string_view holder, std::chrono::milliseconds time) {
  if (!asking_.keeper().is_shared()) return LeaseAnswer{true, true};
  const Answer<LeaseAnswer> taken =
      write(sql::Sync::later, [&](sql::Database& database) { return lease_for(database, tree, holder, time); });
  if (!taken) return std::unexpected(asking_.keeper().refusal(taken.error()));
  return *taken;
}

void DatabaseStore::give_lease_back(std::string_view tree, std::string_view holder) {
  if (!asking_.keeper().is_shared()) return;
  // If it fails, the lease ends by itself.
  [[maybe_unused]] const Answer<void> ended =
      write(sql::Sync::later, [&](sql::Database& database) { return end_lease(database, tree, holder); });
}

}  // namespace kedge
