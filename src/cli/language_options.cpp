#include "cli/language_options.hpp"

#include "cli/number_option.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "support/strings.hpp"

namespace kedge {

Result<LanguageSettings> language_settings_of(const Arguments& arguments, std::string_view command) {
  LanguageSettings settings;
  const std::vector<std::string> servers = arguments.all("language-server");
  const std::vector<std::string> formatters = arguments.all("formatter");
  if (servers.empty() && formatters.empty()) return settings;
  std::vector<std::string> roots = arguments.all("root");
  if (roots.empty()) roots.push_back(root_of(arguments));
  for (std::string& root : roots) root = absolute_from_here(root);
  const auto add = [&](const std::vector<std::string>& words, auto read, std::vector<ConfiguredProgram>& into,
                       std::string_view option) {
    for (const std::string& word : words) {
      std::expected<ConfiguredProgram, std::string> program = read(word, roots);
      if (program) {
        into.push_back(*std::move(program));
      } else {
        to_stderr(concat("kedge: warning: --", option, ' ', printable(word), " is ignored: ", program.error(), '\n'));
      }
    }
  };
  add(servers, configured_server, settings.servers, "language-server");
  add(formatters, configured_formatter, settings.formatters, "formatter");
  KEDGE_TRY(const std::uint32_t patience,
            number_option(arguments, "diagnostics-timeout", {.otherwise = 3000, .least = 50, .most = 60'000}, command));
  KEDGE_TRY(const std::uint32_t formatting,
            number_option(arguments, "formatter-timeout", {.otherwise = 5000, .least = 50, .most = 60'000}, command));
  settings.patience = std::chrono::milliseconds(patience);
  settings.patience_of_formatters = std::chrono::milliseconds(formatting);
  return settings;
}

}  // namespace kedge
