#include "cli/confirm.hpp"

#include <memory>

#include "cli/output.hpp"
#include "fs/terminal.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_shown = 64UL * 1024;  // bytes of all diffs: more would push the list of files out of sight for good

}  // namespace

Consent consent_on_terminal(std::string_view text, std::string_view asker, std::string_view question) {
  const std::unique_ptr<Terminal> terminal = Terminal::open();
  if (terminal == nullptr) {
    to_stderr(concat("kedge: ", asker, " asks on the terminal, and there is none\n"));
    return Consent::unasked;
  }
  // Rows and names in it must not control the terminal.
  const bool shown = terminal->write(printable_rows(text));
  // What was typed before the change was shown cannot be the answer.
  terminal->forget_typed();
  if (!shown || !terminal->write(concat(question, " [y/N] "))) return Consent::refused;
  const std::string answer = terminal->read_row();
  return answer == "y" || answer == "Y" || answer == "yes" ? Consent::given : Consent::refused;
}

Consent ask_on_terminal(const Proposal& proposal) {
  const std::optional<std::string> text = question_about(proposal.planned, most_shown);
  return text ? consent_on_terminal(*text, "--confirm") : Consent::unaskable;
}

}  // namespace kedge
