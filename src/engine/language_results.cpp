#include "engine/language_results.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "language/language_tools.hpp"
#include "plan/planned_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

const std::string& name_afterwards(const FileOutcome& file) {
  return file.destination.empty() ? file.inside : file.destination;
}

bool writes_text(const FileOutcome& file) {
  return file.effect == Effect::applied && !file.removed && (file.created || file.before != file.after);
}

bool is_only_text(const FileOutcome& file) { return !file.created && file.destination.empty() && !file.executable; }

}  // namespace

Plan formatted(Plan plan, const Session& session) {
  if (session.language == nullptr) return plan;
  const std::string& root = session.workspace.root().path();
  for (FileOutcome& file : plan.files) {
    if (!writes_text(file)) continue;
    const std::optional<LanguageTools::Formatted> done = session.language->format(root, name_afterwards(file), file.after);
    if (!done) continue;
    const std::string name = printable(file.path);
    if (!done->text) {
      plan.warnings.push_back(concat(name, ": not formatted: ", printable(done->by), ": ", printable(done->text.error())));
      continue;
    }
    if (*done->text == file.after) continue;
    const Text planned = file.after;
    const ChangeSet more = diff(planned, *done->text);
    apply(file, file.changes.then(planned, more));
    file.diagnostics.clear();  // they are of another text
    if (is_only_text(file) && file.after == file.before) file.effect = Effect::nothing_to_do;
    plan.warnings.push_back(concat(name, ": formatted by ", printable(done->by), ", in ", counted(more.edits().size(), "place"),
                                   "; what is shown is what is on disk"));
  }
  return plan;
}

void add_diagnostics(Receipt& receipt, const Session& session) {
  if (session.language == nullptr) return;
  std::vector<EditedText> edits;
  std::vector<FileOutcome*> files;
  for (FileOutcome& file : receipt.files) {
    if (file.effect != Effect::applied) continue;
    if (!file.destination.empty()) edits.push_back({.path = file.inside, .before = file.before, .after = std::nullopt});
    if (!file.destination.empty()) files.push_back(nullptr);
    EditedText& edit =
        edits.emplace_back(EditedText{.path = name_afterwards(file), .before = std::nullopt, .after = std::nullopt});
    if (!file.created && file.destination.empty()) edit.before = file.before;
    if (!file.removed) edit.after = file.after;
    files.push_back(&file);
  }
  if (edits.empty()) return;
  LanguageTools::Diagnosed found = session.language->diagnose(session.workspace.root().path(), edits);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i] == nullptr) continue;
    std::ranges::move(found.files[i], std::back_inserter(files[i]->diagnostics));
  }
  std::ranges::move(found.unanswered, std::back_inserter(receipt.warnings));
}

}  // namespace kedge
