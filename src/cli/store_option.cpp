#include "cli/store_option.hpp"

#include <algorithm>
#include <chrono>

#include "cli/usage.hpp"
#include "fs/path_parts.hpp"
#include "fs/program_file.hpp"
#include "process/own_program.hpp"
#include "process/piped_run.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view name_of_program = "kedge-postgres";
constexpr std::chrono::seconds time_for_git(10);

bool has_password(std::string_view url) {
  const std::size_t begin = url.find("://");
  if (url.find("password=") != std::string_view::npos) return true;
  if (begin == std::string_view::npos) return false;
  const std::string_view rest = url.substr(begin + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  const std::size_t at = authority.rfind('@');
  return at != std::string_view::npos && authority.substr(0, at).contains(':');
}

bool is_schema_name(std::string_view name) {
  return !name.empty() && name.size() <= 63 && (name[0] < '0' || name[0] > '9') &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

std::string git_says(const std::string& git, const std::string& root, std::vector<std::string> words) {
  std::vector<std::string> command{git, "-C", root};
  std::ranges::move(words, std::back_inserter(command));
  const std::optional<PipedRun> run = run_piped(command, "", time_for_git);
  return run && run->done ? run->output : std::string();
}

// Without what differs from clone to clone: who fetches it, and spellings of the same place.
std::string bare_remote(std::string_view url) {
  while (!url.empty() && (url.back() == '\n' || url.back() == '/')) url.remove_suffix(1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  const std::size_t at = url.find('@');
  if (at != std::string_view::npos && at < url.find('/')) url.remove_prefix(at + 1);
  std::string bare(url);
  if (scheme == std::string_view::npos) std::ranges::replace(bare, ':', '/');  // host:path
  return bare;
}

// The same in every clone of a repository; empty: it is none, or has no commit.
std::string identity_of_repository(const std::string& root) {
  const std::optional<std::string> git = program_of("git");
  if (!git) return {};
  const std::string first = git_says(*git, root, {"rev-list", "--max-parents=0", "HEAD"});
  if (first.empty()) return {};
  return concat(first, bare_remote(git_says(*git, root, {"config", "--get", "remote.origin.url"})));
}

// With the schema of the root's records.
Result<PostgresSettings> with_schema(PostgresSettings settings, const std::string& root) {
  if (!settings.schema.empty()) return settings;
  const std::string identity = identity_of_repository(root);
  if (identity.empty()) {
    return wrong_usage(
        "--store", concat(printable(root), " has no git commit to be known by: say with --store-schema which records are its"),
        "");
  }
  settings.schema = concat("kedge_", std::string_view(to_hex(sha256(identity))).substr(0, 16));
  return settings;
}

}  // namespace

Result<std::optional<PostgresSettings>> store_of_root(const Arguments& arguments, const Workspace& workspace,
                                                      std::string_view command) {
  KEDGE_TRY(std::optional<PostgresSettings> shared, store_wanted(arguments, command));
  if (!shared) return shared;
  KEDGE_TRY(shared, with_schema(*std::move(shared), workspace.root().path()));
  return shared;
}

Result<std::optional<PostgresSettings>> store_wanted(const Arguments& arguments, std::string_view command) {
  const std::optional<std::string_view> url = arguments.option("store");
  if (!url) {
    for (const std::string_view option : {"store-schema", "store-pooled"}) {
      if (arguments.has(option)) return wrong_usage(concat("--", option), "needs --store", command);
    }
    return std::optional<PostgresSettings>();
  }
  if (!url->starts_with("postgres://") && !url->starts_with("postgresql://")) {
    return wrong_usage("--store", "it begins with postgres://", command);
  }
  if (has_password(*url)) {
    return wrong_usage("--store",
                       "a password here can be read by everybody: put it into ~/.pgpass or a service file, as libpq reads them",
                       command);
  }
  PostgresSettings settings{.where = std::string(*url), .schema = std::string(arguments.option("store-schema").value_or(""))};
  settings.is_pooled = arguments.has("store-pooled");
  if (arguments.has("store-schema") && !is_schema_name(settings.schema)) {
    return wrong_usage("--store-schema", "a name has small letters, digits and _, at most 63", command);
  }
  return settings;
}

std::unique_ptr<postgres::Channel> start_store_program() {
  std::optional<std::string> program = program_of(concat(folder_of(own_program()), '/', name_of_program));
  if (!program) program = program_of(std::string(name_of_program));
  return program ? postgres::start_channel(*program) : nullptr;
}

Result<std::unique_ptr<DatabasePlace>> shared_place(PostgresSettings settings, const std::string& root,
                                                    std::unique_ptr<postgres::Channel> channel) {
  KEDGE_TRY(settings, with_schema(std::move(settings), root));
  if (!channel) {
    return std::unexpected(
        refuse(Code::store_unavailable, {{"path", settings.where}, {"problem", "kedge-postgres is not installed"}}));
  }
  return postgres_place(std::move(settings), std::move(channel));
}

Result<std::unique_ptr<Posts>> shared_posts(PostReader reader, PostgresSettings settings, const std::string& root) {
  KEDGE_TRY(settings, with_schema(std::move(settings), root));
  return std::make_unique<Posts>(reader, std::move(settings), start_store_program());
}

Result<std::unique_ptr<Store>> shared_store(PostgresSettings settings, const std::string& root,
                                            std::unique_ptr<postgres::Channel> channel) {
  KEDGE_TRY(std::unique_ptr<DatabasePlace> place, shared_place(std::move(settings), root, std::move(channel)));
  // Another server cannot ask this one for the bytes of a version.
  return open_store(std::move(place), ByteKeeping::at_once);
}

Result<std::unique_ptr<ui::FarServers>> far_servers(const Arguments& arguments, const Workspace& workspace,
                                                    const ViewListener& view, std::string_view command) {
  KEDGE_TRY(std::optional<PostgresSettings> shared, store_wanted(arguments, command));
  if (!shared) return nullptr;
  KEDGE_TRY(std::unique_ptr<Posts> posts, shared_posts(PostReader::view, *std::move(shared), workspace.root().path()));
  return std::make_unique<ui::FarServers>(std::move(posts), workspace.fs(), workspace.state(), view.name());
}

Result<std::unique_ptr<Store>> open_records(const Arguments& arguments, Workspace& workspace, ByteKeeping keeping,
                                            std::string_view command) {
  KEDGE_TRY(std::optional<PostgresSettings> shared, store_wanted(arguments, command));
  if (!shared) return open_store(workspace.fs(), workspace.state(), keeping);
  return shared_store(*std::move(shared), workspace.root().path(), start_store_program());
}

}  // namespace kedge
