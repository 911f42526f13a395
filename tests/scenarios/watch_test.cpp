// Views beside servers and commands: what they print, and that nothing they do or suffer touches the work itself.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

#include "commit/workspace.hpp"
#include "fs/real_file_system.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/pseudo_terminal.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "ui/audience.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// kedge watch, attached.
class View {
 public:
  explicit View(const Workplace& place, std::vector<std::string> options = {"--plain"}) : process_(command(place, options)) {
    const std::optional<std::string> line = process_.read_line();
    EXPECT_TRUE(line && line->contains("watching")) << "it does not begin";
  }

  RunningProcess& process() { return process_; }

  // All rows up to the one that holds this text.
  std::string until(std::string_view text) {
    std::string rows;
    while (const std::optional<std::string> line = process_.read_line()) {
      append(rows, concat(*line, '\n'));
      if (line->contains(text)) return rows;
    }
    ADD_FAILURE() << "no row holds '" << text << "' in\n" << rows;
    return rows;
  }

 private:
  static Command command(const Workplace& place, std::vector<std::string> options) {
    options.insert(options.begin(), "watch");
    return place.program(std::move(options));
  }

  RunningProcess process_;
};

// A client that has read the file and may edit it.
void begin(McpClient& client, std::string_view path) {
  client.open();
  client.call("read", Json::object({{"path", path}}));
}

fs::path views_of(const Workplace& place) {
  for (const fs::directory_entry& entry : fs::directory_iterator(place.state())) {
    if (fs::exists(entry.path() / "views")) return entry.path() / "views";
  }
  return {};
}

// The two hex digits of a row that was opened.
std::string hash_in(const Json& opened, std::string_view row_text) {
  const std::string text = text_of(opened);
  const std::size_t at = text.find(concat('|', row_text));
  return at == std::string::npos ? "none" : text.substr(at - 2, 2);
}

Json replace_line(int line, const std::string& hash, std::string_view content) {
  const Json anchor = Json::object({{"line", line}, {"hash", hash}});
  return Json::object(
      {{"file", "a.txt"}, {"replace", Json::object({{"start", anchor}, {"end", anchor}, {"content", content}})}});
}

TEST(Watch, AnOpenedFileAndTheEditThatFollowsArePrintedInAnotherProcess) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
  View view(place);
  McpClient client(place, {"--dialect", "hashline"});
  client.open();
  const Json opened = client.call("open", Json::object({{"file", "a.txt"}}));
  const std::string rows = view.until("3:three");
  EXPECT_TRUE(rows.contains(" test opened a.txt\n  lines 1-3\n1:one\n2:two\n3:three\n")) << rows;

  ASSERT_FALSE(is_refusal(client.call("edit", replace_line(2, hash_in(opened, "two"), "2"))));
  const std::string diff = view.until(" three");
  EXPECT_TRUE(diff.contains(" test applied edit a.txt (undo_id=")) << diff;
  EXPECT_TRUE(diff.contains("--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n")) << diff;

  ASSERT_TRUE(is_refusal(client.call("edit", replace_line(2, "zz", "2"))));
  EXPECT_TRUE(view.until(" refused edit").contains("schema_invalid"));

  ASSERT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_TRUE(view.until("+two").contains(" test undone a.txt (taken back "));
}

TEST(Watch, OtherDialectsDoNotPublishWhatTheyRead) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  View view(place);
  McpClient client(place);
  begin(client, "a.txt");
  ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "one", "1"))));
  EXPECT_FALSE(view.until("+1").contains("opened"));
}

TEST(Watch, AnEditThatWasMovedOverChangesOfOthersIsSaidToBeRecovered) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\nfour\nfive\nsix\n");
  View view(place);
  McpClient client(place, {"--dialect", "hashline"});
  client.open();
  const Json opened = client.call("open", Json::object({{"file", "a.txt"}}));
  write_file(place.root() / "a.txt", "zero\none\ntwo\nthree\nfour\nfive\nsix\n");
  const Json edited = client.call("edit", replace_line(5, hash_in(opened, "five"), "5"));
  ASSERT_FALSE(is_refusal(edited)) << edited.dump();
  const std::string rows = view.until("+5");
  EXPECT_TRUE(rows.contains(" test recovered edit a.txt\n  moved over changes of others: ")) << rows;
  EXPECT_LT(rows.find("recovered edit"), rows.find("applied edit"));
}

TEST(Watch, CommandsAreWatchedToo) {
  const Workplace place;
  View view(place);
  ASSERT_TRUE(succeeded(place.shell("printf 'one\\n' | $K write a.txt && $K read a.txt")));
  EXPECT_TRUE(view.until("+one").contains(" cli applied write a.txt (undo_id="));
  ASSERT_TRUE(
      succeeded(place.shell("printf '{\"path\":\"a.txt\",\"old_string\":\"one\",\"new_string\":\"uno\"}' > e\n"
                            "$K edit --dialect replace --input e --dry-run && $K edit --dialect replace --input e")));
  EXPECT_TRUE(view.until("+uno").contains(" cli proposed edit a.txt (preview, nothing written)"));
  EXPECT_TRUE(view.until("+uno").contains(" cli applied edit a.txt"));
  EXPECT_EQ(place.shell("printf '{}' | $K edit --dialect replace").status, 2);
  EXPECT_TRUE(view.until(" cli refused edit").contains("schema_invalid"));
  ASSERT_TRUE(
      succeeded(place.shell("$K undo --last && $K redo \"$($K log --json | sed 's/.*\"of\":\"\\([^\"]*\\)\".*/\\1/')\"")));
  EXPECT_TRUE(view.until("+one").contains("undone a.txt (taken back "));
  EXPECT_TRUE(view.until("+uno").contains("undone a.txt (brought back "));
  EXPECT_EQ(place.shell("$K undo nothing").status, 1);
  EXPECT_TRUE(view.until("refused undo").contains("not_found"));
}

TEST(Watch, TwoServersAreSeenInTwoViews) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  write_file(place.root() / "b.txt", "one\n");
  View first(place);
  View second(place);
  McpClient a(place);
  McpClient b(place);
  begin(a, "a.txt");
  begin(b, "b.txt");
  ASSERT_FALSE(is_refusal(a.call("edit", edit_of("a.txt", "one", "by a"))));
  ASSERT_FALSE(is_refusal(b.call("edit", edit_of("b.txt", "one", "by b"))));
  for (View* const view : {&first, &second}) {
    EXPECT_TRUE(view->until("+by a").contains("a.txt"));
    EXPECT_TRUE(view->until("+by b").contains("b.txt"));
  }
}

TEST(Watch, AViewThatIsKilledFailsNoEditAndIsCleanedUp) {
  const Workplace place;
  write_file(place.root() / "a.txt", "step 0\n");
  McpClient client(place, {"--durability", "none"});
  begin(client, "a.txt");
  View view(place);
  ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "step 0", "step 1"))));
  view.until("+step 1");
  ::kill(view.process().pid(), SIGKILL);
  ASSERT_TRUE(view.process().ends());
  for (int i = 1; i < 10; ++i) {
    ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", concat("step ", i), concat("step ", i + 1)))));
  }
  EXPECT_EQ(place.bytes("a.txt"), "step 10\n");
  EXPECT_TRUE(fs::is_empty(views_of(place)));
}

TEST(Watch, AViewThatStandsStillDelaysNothingAndIsToldWhatItMissed) {
  const Workplace place;
  write_file(place.root() / "a.txt", "step 0\n");
  McpClient client(place, {"--durability", "none"});
  begin(client, "a.txt");
  View view(place);
  ::kill(view.process().pid(), SIGSTOP);
  for (int i = 0; i < 500; ++i) {
    ASSERT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", concat("step ", i), concat("step ", i + 1))))) << i;
  }
  ::kill(view.process().pid(), SIGCONT);
  // What waited for it; then, with the next event that there is room for, how many did not. Until it has read much of what
  // waited there may be no room for some more.
  std::string rows;
  std::atomic<bool> told = false;
  std::thread reader([&] {
    rows = view.until("missed: ");
    told = true;
  });
  int edits = 500;
  const auto edit = [&] {
    EXPECT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", concat("step ", edits), concat("step ", edits + 1)))))
        << edits;
    ++edits;
  };
  while (!told) {
    edit();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  reader.join();
  edit();
  append(rows, view.until(concat("+step ", edits)));
  int missed = 0;
  for (std::size_t found = 0; (found = rows.find("missed: ", found)) != std::string::npos; ++found) {
    missed += std::stoi(rows.substr(found + 8));
  }
  EXPECT_GT(missed, 0);
  int shown = 0;
  for (std::size_t found = 0; (found = rows.find(" applied edit ", found)) != std::string::npos; ++found) ++shown;
  EXPECT_EQ(shown + missed, edits);
}

TEST(Watch, ALargeDiffArrivesWhole) {
  const Workplace place;
  std::string content;
  for (int i = 0; content.size() < 5'000'000; ++i)
    append(content, concat("row ", i, " of a file that is as long as it is dull\n"));
  write_file(place.outside() / "content", content);
  View view(place);
  const Finished written = place.shell("$K write large.txt --input $OUTSIDE/content > /dev/null");
  ASSERT_TRUE(succeeded(written));
  const std::size_t rows = static_cast<std::size_t>(std::ranges::count(content, '\n'));
  const std::string printed = view.until(concat("+row ", rows - 1, ' '));
  EXPECT_GT(printed.size(), content.size());
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(printed, '\n')), rows + 5);
}

TEST(Watch, HostileNamesAndContentsDoNotSteerTheTerminal) {
  const std::string hostile =
      "\x1b]0;owned\x07\x1b[2J\xC2\x9B"
      "31m\xE2\x80\xAE";
  const Workplace place;
  View plain(place);
  View json(place, {"--json"});
  PseudoTerminal terminal(place.program({"watch"}));
  terminal.read_until("watching");
  McpClient client(place, {"--dialect", "hashline"});
  client.open();
  const std::string name = concat("n", hostile);
  const Json create = Json::object({{"file", name}, {"create", Json::object({{"content", concat(hostile, '\n')}})}});
  ASSERT_FALSE(is_refusal(client.call("edit", create)));
  client.call("open", Json::object({{"file", name}}));
  client.call("open", Json::object({{"file", concat(name, "/none")}}));
  for (const std::string& rows : {plain.until("refused open"), json.until("\"event\":\"refused\"")}) {
    EXPECT_EQ(printable_rows(rows), rows);
  }
  const std::string shown = terminal.read_until("refused");
  EXPECT_TRUE(shown.contains("\x1b[32m")) << "in colour";
  for (const std::string_view bad : {"\x1b]", "\x07", "\x1b[2J", "\xC2\x9B", "\xE2\x80\xAE"}) {
    EXPECT_FALSE(shown.contains(bad)) << printable(bad);
  }
}

TEST(Watch, NoColourWhereItIsNotWanted) {
  Workplace place;
  place.set("NO_COLOR=1");
  PseudoTerminal terminal(place.program({"watch"}));
  terminal.read_until("watching");
  ASSERT_TRUE(succeeded(place.shell("printf 'one\\n' | $K write a.txt")));
  EXPECT_FALSE(terminal.read_until("+one").contains("\x1b"));
}

TEST(Watch, JsonIsOneLineForEachEvent) {
  const Workplace place;
  View view(place, {"--json"});
  ASSERT_TRUE(succeeded(place.shell("printf 'one\\n' | $K write a.txt")));
  const std::expected<Json, JsonProblem> json = read_json(view.until("\"applied\""));
  ASSERT_TRUE(json);
  EXPECT_EQ(*json->find("v"), Json(1));
  EXPECT_EQ(*json->find("who"), Json("cli"));
  const Json& file = json->find("files")->as_array()->front();
  EXPECT_EQ(*file.find("path"), Json("a.txt"));
  EXPECT_EQ(*file.find("op"), Json("create"));
  EXPECT_EQ(*file.find("diff"), Json("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n"));
}

TEST(Watch, WhatIsForeignInTheFolderOfViewsDoesNoHarm) {
  const Workplace place;
  View view(place);
  const fs::path views = views_of(place);
  const std::string name(31, 'a');
  write_file(views / concat(name, '1'), "a file");
  fs::create_symlink("/dev/zero", views / concat(name, '2'));
  fs::create_symlink(fs::path("nowhere"), views / concat(name, '3'));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string dead = (views / concat(name, '4')).string();
  if (dead.size() < sizeof(address.sun_path)) {
    dead.copy(address.sun_path, dead.size());
    const int socket = ::socket(AF_UNIX, SOCK_SEQPACKET, 0);
    EXPECT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ::close(socket);
  }
  ASSERT_TRUE(succeeded(place.shell("printf 'one\\n' | $K write a.txt")));
  view.until("+one");
  EXPECT_FALSE(fs::exists(dead)) << "a view that died";
  EXPECT_TRUE(fs::is_regular_file(views / concat(name, '1')));
  EXPECT_TRUE(fs::is_symlink(views / concat(name, '2')));
}

TEST(Watch, AViewEndsWhenItIsAskedToAndLeavesNothing) {
  std::signal(SIGHUP, SIG_DFL);  // which a view heeds unless it was started with nohup
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Workplace place;
    View view(place);
    EXPECT_FALSE(fs::is_empty(views_of(place)));
    ::kill(view.process().pid(), signal);
    const Finished finished = view.process().finish();
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    EXPECT_TRUE(fs::is_empty(views_of(place)));
  }
}

TEST(Watch, AViewEndsWhenNobodyReadsIt) {
  const Workplace place;
  View view(place);
  view.process().close_output();
  EXPECT_TRUE(view.process().ends());
  EXPECT_TRUE(fs::is_empty(views_of(place)));
}

TEST(Watch, AViewWhoseReaderIsSlowCanStillBeEnded) {
  const Workplace place;
  std::string content;
  for (int i = 0; content.size() < 1'000'000; ++i) append(content, concat("row ", i, '\n'));
  write_file(place.outside() / "content", content);
  View view(place);
  ASSERT_TRUE(succeeded(place.shell("$K write large.txt --input $OUTSIDE/content > /dev/null")));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::kill(view.process().pid(), SIGTERM);
  EXPECT_TRUE(view.process().ends());
}

// A server that asks, in this process.
class Asker {
 public:
  explicit Asker(const Workplace& place)
      : fs_(real_file_system()),
        workspace_(Workspace::open(*fs_, {.root = {.path = place.root()}, .state = {.folder = place.state()}}).value()),
        audience_(*fs_, workspace_.state(), "asker") {}

  std::optional<ui::Question> ask(std::string path) {
    Happening happening{.kind = Happening::Kind::proposed, .op = "edit"};
    happening.files.push_back({.path = path, .op = "update", .diff = "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n"});
    return audience_.ask(happening);
  }
  static std::optional<bool> answer(ui::Question& question) {
    const std::optional<ui::Answer> said = question.wait(std::chrono::steady_clock::now() + std::chrono::seconds(30));
    return said ? std::optional(said->consent) : std::nullopt;
  }

 private:
  std::unique_ptr<FileSystem> fs_;
  Workspace workspace_;
  ui::Audience audience_;
};

TEST(Watch, APersonAtATerminalIsAskedAndAnswers) {
  const Workplace place;
  PseudoTerminal terminal(place.program({"watch", "--plain"}));
  terminal.read_until("watching");
  Asker asker(place);
  for (const bool consent : {true, false}) {
    terminal.type("y\n");  // typed before there is a question
    std::optional<ui::Question> question = asker.ask("a.txt");
    ASSERT_TRUE(question);
    const std::string shown = terminal.read_until("Write this? [y/N] ");
    EXPECT_TRUE(shown.contains("+new")) << shown;
    EXPECT_EQ(question->poll(), std::nullopt);
    terminal.type(consent ? "y\n" : "n\n");
    EXPECT_EQ(Asker::answer(*question), consent);
  }
  terminal.signal(SIGTERM);
  EXPECT_EQ(terminal.status(), 0);
}

TEST(Watch, QuestionsComeOneAfterTheOtherAndThoseThatAreWithdrawnAreSaidToBeOver) {
  const Workplace place;
  PseudoTerminal terminal(place.program({"watch", "--plain"}));
  terminal.read_until("watching");
  std::optional<Asker> first(place);
  Asker second(place);
  std::optional<ui::Question> a = first->ask("a.txt");
  ASSERT_TRUE(a);
  terminal.read_until("Write this? [y/N] ");
  std::optional<ui::Question> b = second.ask("b.txt");
  ASSERT_TRUE(b);
  a.reset();
  EXPECT_TRUE(terminal.read_until("Write this? [y/N] ").contains("asker, a.txt: the question is withdrawn"));
  terminal.type("y\n");
  EXPECT_EQ(Asker::answer(*b), true);
}

TEST(Watch, TheFirstViewThatAnswersSettlesIt) {
  const Workplace place;
  PseudoTerminal one(place.program({"watch"}));
  PseudoTerminal other(place.program({"watch"}));
  one.read_until("watching");
  other.read_until("watching");
  Asker asker(place);
  std::optional<ui::Question> question = asker.ask("a.txt");
  ASSERT_TRUE(question);
  one.read_until("Write this? [y/N] ");
  other.read_until("Write this? [y/N] ");
  one.type("n\n");
  EXPECT_EQ(Asker::answer(*question), false);
  EXPECT_TRUE(other.read_until("somebody else said no").contains("the question is settled"));
}

TEST(Watch, AViewWithoutAPersonIsNotAsked) {
  const Workplace place;
  View piped(place);
  Asker asker(place);
  EXPECT_FALSE(asker.ask("a.txt"));
}

}  // namespace
}  // namespace kedge::test
