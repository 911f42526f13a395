#include "engine/carry_out.hpp"

namespace kedge {
namespace {

constexpr int most_attempts = 250;

Receipt receipt_of(Plan plan) { return {.files = std::move(plan.files), .warnings = std::move(plan.warnings), .undo_id = {}}; }

Receipt previewed(Plan plan) {
  for (FileOutcome& file : plan.files) {
    if (file.effect == Effect::applied) file.effect = Effect::previewed;
  }
  return receipt_of(std::move(plan));
}

Result<Plan> confirmed(Plan plan, const Session& session) {
  if (!session.confirm || !plan.writes()) return plan;
  if (!session.confirm(receipt_of(plan))) {
    return std::unexpected(refuse(Code::confirm_declined, Json::object({{"path", plan.files.front().path}})));
  }
  return plan;
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
