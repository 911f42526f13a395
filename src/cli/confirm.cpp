#include "cli/confirm.hpp"

#include <memory>

#include "cli/output.hpp"
#include "engine/watchers.hpp"
#include "fs/terminal.hpp"
#include "support/strings.hpp"
#include "ui/typed_answer.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_shown = 64UL * 1024;  // bytes of all diffs: more would push the list of files out of sight for good

// What is typed below the text and the question; nullopt: there is no terminal.
std::optional<std::string> typed_on_terminal(std::string_view text, std::string_view asker, std::string_view question) {
  const std::unique_ptr<Terminal> terminal = Terminal::open();
  if (terminal == nullptr) {
    to_stderr(concat("kedge: ", asker, " asks on the terminal, and there is none\n"));
    return std::nullopt;
  }
  // Rows and names in it must not control the terminal.
  const bool shown = terminal->write(printable_rows(text));
  // What was typed before the change was shown cannot be the answer.
  terminal->forget_typed();
  if (!shown || !terminal->write(concat(question, ' '))) return "n";
  return terminal->read_row();
}

}  // namespace

Consent consent_on_terminal(std::string_view text, std::string_view asker, std::string_view question) {
  const std::optional<std::string> answer = typed_on_terminal(text, asker, concat(question, " [y/N]"));
  if (!answer) return Consent::unasked;
  return ui::typed_answer(*answer, {}).consent ? Consent::given : Consent::refused;
}

Verdict ask_on_terminal(const Proposal& proposal) {
  const std::optional<std::string> text = question_about(proposal.planned, most_shown);
  if (!text) return Consent::unaskable;
  const std::vector<ui::NumberedPart> parts = ui::parts_of(proposed_files(proposal.planned));
  const std::optional<std::string> line =
      typed_on_terminal(concat(*text, ui::list_of(parts)), "--confirm",
                        parts.size() > 1 ? "Write this? [y/N, y 1,2 for some of it]" : "Write this? [y/N]");
  if (!line) return Consent::unasked;
  ui::Answer answer = ui::typed_answer(*line, parts);
  Verdict verdict = answer.consent ? Consent::given : Consent::refused;
  verdict.note = std::move(answer.note);
  verdict.declined = std::move(answer.declined);
  return verdict;
}

}  // namespace kedge
