#include "engine/carry_out.hpp"

#include <algorithm>

namespace kedge {
namespace {

constexpr int most_attempts = 250;

Receipt receipt_of(Plan plan) {
  const bool suspicious = std::ranges::any_of(plan.findings, [](const std::vector<Finding>& found) { return !found.empty(); });
  return {.files = std::move(plan.files), .warnings = std::move(plan.warnings), .undo_id = {}, .suspicious = suspicious};
}

Receipt previewed(Plan plan) {
  for (FileOutcome& file : plan.files) {
    if (file.effect == Effect::applied) file.effect = Effect::previewed;
  }
  return receipt_of(std::move(plan));
}

Result<Plan> confirmed(Plan plan, const Session& session) {
  if (!session.confirm || !plan.writes()) return plan;
  const Consent consent = session.confirm(receipt_of(plan));
  if (consent == Consent::given) return plan;
  Json facts = Json::object({{"path", plan.files.front().path}});
  if (consent == Consent::awaited) facts.set("problem", "the answer is awaited");
  return std::unexpected(refuse(Code::confirm_declined, std::move(facts)));
}

// The last look before the commit point.
Result<Plan> still_wanted(Plan plan, const Session& session) {
  if (!session.is_cancelled()) return plan;
  return std::unexpected(refuse(Code::cancelled, Json::object({{"path", plan.files.front().path}})));
}

// Somebody else was faster: the file is not the one that the plan was made for.
bool lost_a_race(const Error& error) {
  return error.code == Code::file_version_mismatch || error.code == Code::conflict || error.code == Code::file_exists;
}

}  // namespace

Result<Receipt> carry_out(const std::function<Result<Plan>()>& plan, const Deed& deed, bool dry_run, const Session& session) {
  for (int attempt = 1;; ++attempt) {
    KEDGE_TRY(Plan made, plan());
    if (dry_run) return previewed(std::move(made));
    KEDGE_TRY(made, confirmed(std::move(made), session));
    KEDGE_TRY(made, still_wanted(std::move(made), session));
    Result<Receipt> receipt = apply_plan(std::move(made), session, deed);
    if (receipt || !lost_a_race(receipt.error())) return receipt;
    const std::string path = receipt.error().path.value_or("");
    if (attempt == most_attempts) {
      return std::unexpected(refuse(
          Code::busy, Json::object({{"path", path}, {"problem", "others keep changing the file"}, {"unchanged", true}})));
    }
    // Those who lost to each other come back at different times.
    FileSystem& fs = session.workspace.fs();
    if (attempt > 2) fs.pause(static_cast<std::uint32_t>(fs.random() % 3000));
  }
}

}  // namespace kedge
