#include "cli/manual.hpp"

#include "cli/settings.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Text as roff shows it: a dash is a dash and no hyphen, and no row is taken for a request.
std::string roff(std::string_view text) {
  std::string out;
  bool begins_row = true;
  for (const char c : text) {
    if (begins_row && (c == '.' || c == '\'')) append(out, "\\&");
    if (c == '\\') {
      append(out, "\\e");
    } else if (c == '-') {
      append(out, "\\-");
    } else {
      out.push_back(c);
    }
    begins_row = c == '\n';
  }
  return out;
}

std::string heading(std::string_view name, std::string_view summary) {
  return concat(".TH ", name, R"( 1 "" "kedge )", KEDGE_VERSION, "\" \"User Commands\"\n.SH NAME\n", roff(name), " \\- ",
                roff(summary), '\n');
}

void add_paragraphs(std::string& page, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", at), text.size());
    append(page, concat(".PP\n", roff(text.substr(at, end - at)), '\n'));
    at = end + 2;
  }
}

std::string option_rows(std::span<const Option> options) {
  std::string rows;
  for (const Option& option : options) {
    append(rows, concat(".TP\n\\fB", roff(concat("--", option.name)), "\\fR"));
    if (!option.value.empty()) append(rows, concat(" \\fI", roff(option.value), "\\fR"));
    append(rows, concat('\n', roff(option.help), '\n'));
  }
  return rows;
}

constexpr std::string_view exit_statuses =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone\n.TP\n1\nrefused, and nothing has changed\n.TP\n2\nwrong usage\n.TP\n3\nI/O failure; the answer says what is "
    "on disk\n";

}  // namespace

std::string manual_of(const Command& command) {
  std::string page =
      concat(heading(concat("kedge-", command.name), command.summary), ".SH SYNOPSIS\n\\fBkedge ", roff(command.name), "\\fR");
  for (const Positional& positional : command.positionals) {
    const std::string name = concat("\\fI", roff(positional.name), "\\fR", positional.repeatable ? "..." : "");
    append(page, positional.required ? concat(' ', name) : concat(" [", name, ']'));
  }
  append(page, " [\\fIoptions\\fR]\n");
  append(page, concat(".SH DESCRIPTION\n", roff(command.summary), ".\n"));
  add_paragraphs(page, command.details);
  if (!command.positionals.empty()) {
    append(page, ".SH ARGUMENTS\n");
    for (const Positional& positional : command.positionals) {
      append(page, concat(".TP\n\\fI", roff(positional.name), "\\fR\n", roff(positional.help), '\n'));
    }
  }
  append(page, concat(".SH OPTIONS\n", option_rows(command.options), option_rows(options_of_all_commands()), exit_statuses));
  return concat(page, ".SH SEE ALSO\n.BR kedge (1)\n");
}

std::string manual_of_program() {
  std::string page =
      concat(heading("kedge", "the edit engine for coding agents"),
             ".SH SYNOPSIS\n\\fBkedge\\fR \\fICOMMAND\\fR [\\fIarguments\\fR]\n"
             ".SH DESCRIPTION\n"
             "kedge reads, searches and changes files for a language model. Every edit does exactly what was asked, "
             "on bytes that the caller was shown, or is refused with the file untouched and an answer that says what "
             "to send instead.\n"
             ".SH COMMANDS\n");
  for (const Command* const command : commands()) {
    append(page, concat(".TP\n.BR kedge\\-", roff(command->name), " (1)\n", roff(command->summary), '\n'));
  }
  append(page, ".SH ENVIRONMENT\nA variable counts before the file, and an option before both.\n");
  for (const Setting& setting : settings()) {
    append(page,
           concat(".TP\n.B ", roff(variable_of(setting)), '\n', roff(setting.help), " (", roff(setting.otherwise), ")\n"));
  }
  append(page,
         ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/kedge/config.toml\nwhat the user has configured; else in ~/.config/kedge\n"
         ".TP\n.I $XDG_STATE_HOME/kedge\nhistory, versions and the journal; else ~/.local/state/kedge\n");
  return concat(page, exit_statuses, ".SH SEE ALSO\n.B kedge help\nlists the pages of the documentation.\n");
}

}  // namespace kedge
