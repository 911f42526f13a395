#include "cli/command_session.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "cli/encoding_option.hpp"
#include "cli/language_options.hpp"
#include "cli/output.hpp"
#include "cli/store_option.hpp"
#include "cli/usage.hpp"
#include "engine/other_roots.hpp"
#include "engine/parked_secrets.hpp"
#include "engine/shared_tree.hpp"
#include "engine/watchers.hpp"
#include "fs/random_id.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tools/call_memory.hpp"

namespace kedge {
namespace {

constexpr std::string_view session_of_commands = "cli";

std::optional<std::uint32_t> line_number(std::string_view digits) {
  const std::optional<std::uint64_t> number = number_of(digits);
  if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

CommandSession::CommandSession(OpenedWorkspace opened, std::unique_ptr<Store> store, CommitOptions commit)
    : opened_(std::move(opened)),
      store_(std::move(store)),
      lease_(share_tree(opened_.workspace, *store_)),
      audience_(*opened_.fs, opened_.workspace.state(), std::string(session_of_commands)),
      session_{.workspace = opened_.workspace,
               .store = *store_,
               .id = std::string(session_of_commands),
               .commit = std::move(commit)} {
  session_.client = session_of_commands;
  session_.untold = opened_.workspace.warnings();
  session_.syntax = syntax_.get();
  // Whatever the command: opening the workspace may have completed what a dead process left.
  session_.watchers = audience_.teller();
  tell_recovered(session_);
  session_.watchers = {};
}

Result<std::unique_ptr<CommandSession>> CommandSession::open(const Arguments& arguments, std::string_view command) {
  KEDGE_TRY(const CommitOptions commit, commit_options_of(arguments, command));
  KEDGE_TRY(OpenedWorkspace opened, open_workspace(arguments));
  KEDGE_TRY(LanguageSettings language, language_settings_of(arguments, command));
  KEDGE_TRY(std::string encoding, encoding_of(arguments, command));
  KEDGE_TRY(std::optional<PostgresSettings> shared, store_of_root(arguments, opened.workspace, command));
  std::unique_ptr<Store> store;
  if (shared) {
    KEDGE_TRY(store, shared_store(*shared, opened.workspace.root().path(), start_store_program()));
  } else {
    store = open_store(opened.workspace.fs(), opened.workspace.state(), ByteKeeping::at_once);
  }
  std::unique_ptr<CommandSession> session(new CommandSession(std::move(opened), std::move(store), commit));
  session->shared_ = std::move(shared);
  session->session_.encoding = std::move(encoding);
  session->language_ = LanguageTools::start(std::move(language));
  session->session_.language = session->language_.get();
  return session;
}

void CommandSession::announce() {
  session_.watchers = audience_.teller();
  if (!shared_ || far_views_) return;
  ConnectedPair pair = connect_to_itself();
  if (!pair.one || !pair.other) return;
  FileSystem& fs = *opened_.fs;
  audience_.add(std::move(pair.one));
  far_views_.emplace(std::make_unique<Posts>(PostReader::server, *shared_, start_store_program()),
                     concat(ui::place_of_views(fs, opened_.workspace.state()), random_id(fs)), std::move(pair.other));
}

Exit CommandSession::run(const Dialect& dialect, const Verb& verb, const Json& call, const Arguments& arguments) {
  const ToolText* const text = text_of(dialect, verb);
  KEDGE_REQUIRE(text != nullptr);
  const ServedTool tool{std::string(text->name), &dialect, text};
  const Reply reply = kedge::call(tool, call, session_);
  // Each command is a process of its own, which remembers no earlier call.
  count_call(tool, call, reply, session_of_commands, nullptr, session_.workspace, session_.store);
  const Exit told = tell(reply, arguments);
  finish();
  return told;
}

void CommandSession::finish() try {
  store_->flush();
  ParkedSecrets secrets(opened_.workspace, *store_);
  secrets.drop_all();
  warn_on_stderr(store_->take_warnings());
  warn_on_stderr(secrets.take_remarks());
  look_after_other_roots(*opened_.fs, opened_.workspace.state());
} catch (const std::bad_alloc&) {
  to_stderr("kedge: warning: out of memory: what was shown may be forgotten\n");
}

Result<const Dialect*> dialect_of(const Arguments& arguments, std::string_view command) {
  const std::optional<std::string_view> name = arguments.option("dialect");
  return name ? dialect_named(*name, command) : dialects().front();
}

Result<const Dialect*> dialect_named(std::string_view name, std::string_view command) {
  if (const Dialect* const found = find_dialect(name)) return found;
  std::vector<std::string_view> known;
  for (const Dialect* const dialect : dialects()) known.push_back(dialect->name);
  return unknown_word(name, "dialect", known, command);
}

Exit tell(const Reply& reply, const Arguments& arguments) {
  if (reply.refusal) return report(unchanged(*reply.refusal), arguments.json());
  const std::string end = reply.text.ends_with('\n') ? "" : "\n";
  if (!arguments.json()) return print_done(concat(reply.text, end), reply.changed);
  return print_json_done(reply.structured ? *reply.structured : Json::object({{"text", reply.text}}), reply.changed);
}

PathAndLines path_and_lines(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {std::string(word), {}, {}};
  const std::string_view lines = word.substr(colon + 1);
  const std::size_t dash = lines.find('-');
  const std::optional<std::uint32_t> first = line_number(lines.substr(0, dash));
  const std::optional<std::uint32_t> last = dash == std::string_view::npos ? first : line_number(lines.substr(dash + 1));
  if (!first || (!last && dash + 1 != lines.size())) return {std::string(word), {}, {}};
  return {std::string(word.substr(0, colon)), first, last};
}

}  // namespace kedge
