#include "cli/confirm.hpp"

#include <cstdio>
#include <memory>

#include "cli/output.hpp"
#include "dialects/result_facts.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {

Consent consent_on_terminal(std::string_view text, std::string_view asker, std::string_view question) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> terminal(
      std::fopen("/dev/tty", "r+"), [](std::FILE* file) { return file == nullptr ? 0 : std::fclose(file); });
  if (terminal == nullptr) {
    to_stderr(concat("kedge: ", asker, " asks on the terminal, and there is none\n"));
    return Consent::unasked;
  }
  const std::string asked = concat(text, question, " [y/N] ");
  std::fwrite(asked.data(), 1, asked.size(), terminal.get());
  std::fflush(terminal.get());
  std::string answer;
  for (int c = std::fgetc(terminal.get()); c != EOF && c != '\n'; c = std::fgetc(terminal.get())) {
    answer.push_back(static_cast<char>(c));
  }
  return answer == "y" || answer == "Y" || answer == "yes" ? Consent::given : Consent::refused;
}

Consent ask_on_terminal(const Receipt& planned) {
  std::string text;
  // Rows of a file must not steer the terminal that they are shown on.
  for (const FileOutcome& file : planned.files) append(text, printable_rows(changed_rows(file, plain_rows(file.after)).diff));
  for (const std::string& warning : planned.warnings) append(text, concat("warning: ", warning, '\n'));
  return consent_on_terminal(text, "--confirm");
}

}  // namespace kedge
