#include "cli/mcp_options.hpp"

#include <algorithm>

#include "cli/encoding_option.hpp"
#include "cli/language_options.hpp"
#include "cli/number_option.hpp"
#include "cli/open_workspace.hpp"
#include "cli/store_option.hpp"
#include "cli/usage.hpp"
#include "fs/private_file.hpp"
#include "sockets/ip_address.hpp"
#include "support/strings.hpp"
#include "tools/toolbox.hpp"

namespace kedge {
namespace {

// The place of a value in the list of those that an option can have; the first where it is not given.
Result<std::size_t> choice_of(const Arguments& arguments, std::string_view option, std::span<const std::string_view> values) {
  const std::string_view given = arguments.option(option).value_or(values.front());
  const auto found = std::ranges::find(values, given);
  if (found != values.end()) return static_cast<std::size_t>(found - values.begin());
  std::vector<std::string> names(values.begin(), values.end());
  return wrong_usage(concat("--", option), concat("'", printable(given), "' is none of ", join(names, ", ")), "mcp");
}

Result<std::vector<mcp::Agent>> agents_with_tokens(std::string_view path) {
  const std::expected<std::string, std::string> content = read_private_file(std::string(path));
  if (!content) return wrong_usage("--token-file", content.error(), "mcp");
  std::expected<std::vector<mcp::Agent>, std::string> agents = mcp::agents_in(*content);
  if (!agents) return wrong_usage("--token-file", agents.error(), "mcp");
  return *std::move(agents);
}

Result<std::optional<mcp::HttpSettings>> http_of(const Arguments& arguments) {
  const std::optional<std::string_view> address = arguments.option("http");
  const std::optional<std::string_view> socket = arguments.option("socket");
  if (!address && !socket) {
    for (const std::string_view option : {"token-file", "allow-remote", "max-connections", "drain"}) {
      if (arguments.has(option)) return wrong_usage(concat("--", option), "goes with --http", "mcp");
    }
    return std::optional<mcp::HttpSettings>();
  }
  if (address && socket) return wrong_usage("--socket", "not together with --http", "mcp");
  mcp::HttpSettings settings;
  if (const std::optional<std::string_view> file = arguments.option("token-file")) {
    KEDGE_TRY(settings.agents, agents_with_tokens(*file));
  }
  constexpr std::uint32_t most_connections = 10'000;
  KEDGE_TRY(settings.most_connections,
            number_option(arguments, "max-connections",
                          {.otherwise = mcp::usual_most_trusted, .least = 1, .most = most_connections}, "mcp"));
  constexpr std::uint32_t an_hour = 60 * 60;
  KEDGE_TRY(const std::uint32_t drain, number_option(arguments, "drain", {.most = an_hour}, "mcp"));
  settings.drain = std::chrono::seconds(drain);
  if (socket) {
    settings.socket = *socket;
    return std::optional(settings);
  }
  const std::optional<AddressAndPort> place = address_and_port(*address);
  if (!place) {
    return wrong_usage("--http", concat("'", printable(*address), "' is not ADDR:PORT with an address in numbers"), "mcp");
  }
  settings.address = place->address;
  settings.port = place->port;
  settings.from_elsewhere = !is_loopback(settings.address);
  if (settings.from_elsewhere && !arguments.has("allow-remote")) {
    return wrong_usage("--http",
                       concat(printable(settings.address),
                              " may be reached from other machines, and nothing is encrypted: add --allow-remote "
                              "if a proxy or a tunnel sees to that, or take 127.0.0.1"),
                       "mcp");
  }
  if (settings.from_elsewhere && settings.agents.empty()) {
    return wrong_usage("--allow-remote", "needs --token-file", "mcp");
  }
  return std::optional(settings);
}

}  // namespace

Result<std::vector<const Dialect*>> dialects_wanted(const Arguments& arguments, std::string_view command) {
  const std::optional<std::string_view> names = arguments.option("dialect");
  if (!names) return std::vector<const Dialect*>{dialects().front()};
  std::vector<const Dialect*> found;
  for (const std::string_view name : split(*names, ',')) {
    const Dialect* const dialect = find_dialect(name);
    if (dialect == nullptr) {
      std::vector<std::string_view> known;
      for (const Dialect* const each : dialects()) known.push_back(each->name);
      return unknown_word(name, "dialect", known, command);
    }
    if (std::ranges::find(found, dialect) != found.end()) {
      return wrong_usage("--dialect", concat(name, " is given twice"), command);
    }
    found.push_back(dialect);
  }
  return found;
}

Result<std::string> prefix_wanted(const Arguments& arguments, std::string_view command) {
  std::string prefix(arguments.option("prefix").value_or(""));
  if (is_prefix(prefix)) return prefix;
  return wrong_usage("--prefix", concat("a prefix has at most ", longest_prefix, " letters, digits, _ and -"), command);
}

Result<McpOptions> mcp_options_of(const Arguments& arguments) {
  McpOptions wanted;
  KEDGE_TRY(wanted.dialects, dialects_wanted(arguments, "mcp"));
  if (arguments.option("results")) {
    KEDGE_TRY(const std::size_t form,
              choice_of(arguments, "results", std::array<std::string_view, 3>{"text", "structured", "both"}));
    wanted.manners.form = static_cast<mcp::ResultForm>(form);
  }
  if (arguments.option("page-size")) {
    KEDGE_TRY(wanted.manners.page,
              number_option(arguments, "page-size", {.least = mcp::shortest_page, .most = mcp::longest_page}, "mcp"));
  }
  KEDGE_TRY(wanted.prefix, prefix_wanted(arguments, "mcp"));
  KEDGE_TRY(wanted.encoding, encoding_of(arguments, "mcp"));
  wanted.strict = arguments.has("strict");
  wanted.preview = arguments.has("preview");
  if (wanted.preview && std::ranges::none_of(wanted.dialects, [](const Dialect* each) { return each->arrives_in_rows; })) {
    return wrong_usage("--preview", "only patches are shown while they arrive; use --dialect patch", "mcp");
  }
  wanted.seen = arguments.has("seen");
  wanted.sandbox = !arguments.has("no-sandbox");
  KEDGE_TRY(const std::size_t log, choice_of(arguments, "log", std::array<std::string_view, 2>{"none", "json"}));
  wanted.log = log == 1;
  if (arguments.option("quota")) {
    KEDGE_TRY(wanted.quota, number_option(arguments, "quota", {.least = 1}, "mcp"));
  }
  KEDGE_TRY(wanted.commit, commit_options_of(arguments, "mcp"));
  KEDGE_TRY(const std::size_t when,
            choice_of(arguments, "confirm", std::array<std::string_view, 3>{"never", "always", "suspicious"}));
  wanted.confirm.when = static_cast<mcp::ConfirmWhen>(when);
  KEDGE_TRY(const std::size_t otherwise,
            choice_of(arguments, "confirm-default", std::array<std::string_view, 2>{"deny", "allow"}));
  wanted.confirm.otherwise = otherwise == 1;
  constexpr std::uint32_t half_a_day = 12 * 60 * 60, a_week = 7 * 24 * 60 * 60;
  KEDGE_TRY(const std::uint32_t patience,
            number_option(arguments, "confirm-timeout", {.otherwise = half_a_day, .least = 1, .most = a_week}, "mcp"));
  wanted.patience = std::chrono::seconds(patience);
  KEDGE_TRY(wanted.language_settings, language_settings_of(arguments, "mcp"));
  wanted.has_servers = !wanted.language_settings.servers.empty();
  wanted.has_root = arguments.option("root").has_value();
  KEDGE_TRY(wanted.http, http_of(arguments));
  KEDGE_TRY(wanted.store, store_wanted(arguments, "mcp"));
  // The programs that speak with the database start before the client says anything.
  if (wanted.store && !wanted.http && (!wanted.has_root || arguments.has("worktrees"))) {
    return wrong_usage("--store", "needs --root, and does without --worktrees", "mcp");
  }
  return wanted;
}

}  // namespace kedge
