#include "scenarios/workplace.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "scenarios/scenario_run.hpp"
#include "scenarios/tested_program.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view words =
    "export K OUTSIDE STATE\n"
    "version() { sha256sum \"$1\" | cut -c 1-64; }\n";

// Long enough for a lock that is waited for.
constexpr std::chrono::seconds patience_with_a_command{60};

std::string kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "folder";
    case S_IFLNK: return "link";
    case S_IFIFO: return "pipe";
    case S_IFSOCK: return "socket";
    default: return "device";
  }
}

std::string shown(const std::string& bytes) {
  constexpr std::size_t most = 200;
  return bytes.size() <= most ? concat(" bytes ", bytes)
                              : concat(' ', bytes.size(), " bytes with digest ", to_hex(sha256(bytes)));
}

std::string fact_of(const fs::path& path) {
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0) return "gone";
  std::string fact = concat(kind_of(info.st_mode), " mode ", info.st_mode & 07777U, " owner ", info.st_uid, ':', info.st_gid);
  if (S_ISDIR(info.st_mode)) return fact;
  append(fact,
         concat(" names ", info.st_nlink, " inode ", info.st_ino, " time ", info.st_mtim.tv_sec, '.', info.st_mtim.tv_nsec));
  if (S_ISLNK(info.st_mode)) append(fact, concat(" to ", fs::read_symlink(path).string()));
  if (S_ISREG(info.st_mode)) append(fact, shown(read_file_bytes(path)));
  return fact;
}

testing::AssertionResult told(const Finished& finished, int status, std::initializer_list<std::string_view> codes) {
  const bool coded = std::ranges::any_of(
      codes, [&](std::string_view code) { return finished.errors.starts_with(concat("kedge: ", code, ": ")); });
  if (!finished.timed_out && finished.status == status && finished.output.empty() && coded) return testing::AssertionSuccess();
  testing::AssertionResult wrong = testing::AssertionFailure() << "expected status " << status << " and one of";
  for (const std::string_view code : codes) wrong << ' ' << std::string(code);
  return wrong << ", but it " << (finished.timed_out ? "hung" : concat("ended with ", finished.status)) << " and said\n"
               << finished.output << finished.errors;
}

}  // namespace

Workplace::Workplace(const fs::path& parent)
    : scratch_(parent), root_(scratch_.path() / "root"), environment_(plain_environment(home())) {
  for (const fs::path& folder : {root_, home(), outside()}) fs::create_directory(folder);
}

void Workplace::set(std::string variable) {
  const std::string name = variable.substr(0, variable.find('=') + 1);
  std::erase_if(environment_, [&](const std::string& known) { return known.starts_with(name); });
  environment_.push_back(std::move(variable));
}

Finished Workplace::shell(std::string_view command) const { return run("/bin/sh", {"-c"}, command); }

Finished Workplace::shell_with_own_mounts(std::string_view command) const {
  return run("/usr/bin/unshare", {"--mount", "/bin/sh", "-c"}, command);
}

Finished Workplace::run(const fs::path& program, std::vector<std::string> arguments, std::string_view command) const {
  const std::string places =
      concat("K='", tested_program().string(), "'\nOUTSIDE='", outside().string(), "'\nSTATE='", state().string(), "'\n");
  arguments.push_back(concat(places, words, command));
  return run_to_end({.program = program,
                     .arguments = std::move(arguments),
                     .environment = environment_,
                     .folder = root_,
                     .input = std::nullopt,
                     .patience = patience_with_a_command});
}

Command Workplace::program(std::vector<std::string> arguments) const {
  return {.program = tested_program(),
          .arguments = std::move(arguments),
          .environment = environment_,
          .folder = root_,
          .input = std::nullopt,
          .patience = patience_with_a_command};
}

Facts Workplace::facts() const {
  Facts facts;
  for (const fs::path& folder : {root_, outside()}) {
    facts[folder.filename().string()] = fact_of(folder);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      facts[entry.path().lexically_relative(scratch_.path()).string()] = fact_of(entry.path());
    }
  }
  return facts;
}

testing::AssertionResult succeeded(const Finished& finished) {
  if (!finished.timed_out && finished.status == 0 && finished.errors.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << (finished.timed_out ? "it hung" : concat("it ended with ", finished.status))
                                     << " and said\n"
                                     << finished.output << finished.errors;
}

testing::AssertionResult refused(const Finished& finished, std::initializer_list<std::string_view> codes) {
  return told(finished, 1, codes);
}

testing::AssertionResult failed(const Finished& finished, std::initializer_list<std::string_view> codes) {
  return told(finished, 3, codes);
}

testing::AssertionResult says(const Finished& finished, std::string_view text) {
  if (finished.output.contains(text) || finished.errors.contains(text)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected to read '" << std::string(text) << "' in\n"
                                     << finished.output << finished.errors;
}

std::string why_not_root() { return ::geteuid() == 0 ? "" : "this needs root"; }

std::string why_no_own_mounts() {
  static const std::string reason = [] {
    const Finished finished = Workplace().shell("unshare --mount mount -t tmpfs none .");
    return finished.status == 0 ? std::string() : concat("mounts of one's own are not permitted here: ", finished.errors);
  }();
  return reason;
}

}  // namespace kedge::test
