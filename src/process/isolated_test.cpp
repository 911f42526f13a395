// Whatever the server does, the asker goes on. That the work itself may crash is tested where there is such work, in syntax/.
#include "process/isolated.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace kedge {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr IsolationLimits brief{milliseconds(10), 1 << 20};
constexpr IsolationLimits ample{milliseconds(5000), 512 << 20};

// kedge's own server answers a question that it does not understand with nothing, and that is an answer.
const std::vector<std::string> real_server{KEDGE_BINARY, "parse-worker", KEDGE_VERSION};

class Script {
 public:
  explicit Script(std::string_view rows)
      : path_(fs::temp_directory_path() / ("kedge_isolated_test_" + std::to_string(::getpid()))) {
    std::ofstream(path_) << "#!/bin/sh\n" << rows << '\n';
    fs::permissions(path_, fs::perms::owner_all);
  }
  ~Script() { fs::remove(path_); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  std::vector<std::string> command() const { return {path_.string()}; }

 private:
  fs::path path_;
};

TEST(Isolated, AnswersAgainAndAgainFromOneServer) {
  Isolated isolated(real_server, ample);
  EXPECT_EQ(isolated.server(), 0) << "nothing is started before it is needed";
  EXPECT_EQ(isolated.ask("", "text"), "");
  const pid_t first = isolated.server();
  EXPECT_EQ(isolated.ask("", ""), "");
  EXPECT_EQ(isolated.server(), first);
}

// The processes that the server has started.
std::vector<pid_t> workers_of(const Isolated& isolated) {
  const std::string server = std::to_string(isolated.server());
  std::ifstream children("/proc/" + server + "/task/" + server + "/children");
  std::vector<pid_t> found;
  for (pid_t child = 0; children >> child;) found.push_back(child);
  return found;
}

TEST(Isolated, AWorkerThatLastsIsTheSameForManyQuestionsAndOthersComeAndGo) {
  Isolated isolated(real_server, ample);
  EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  const std::vector<pid_t> first = workers_of(isolated);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(isolated.ask("", "text"), "");
  EXPECT_EQ(isolated.ask_lasting("", std::string(100'000, 'x'), ample.deadline), "");
  EXPECT_EQ(workers_of(isolated), first);
}

TEST(Isolated, AWorkerThatLastsAndDiesIsReplacedForTheSameQuestion) {
  Isolated isolated(real_server, ample);
  ASSERT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  for (int i = 0; i < 3; ++i) {
    const std::vector<pid_t> before = workers_of(isolated);
    ASSERT_EQ(before.size(), 1U);
    ::kill(before.front(), SIGKILL);
    EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "") << i;
    EXPECT_NE(workers_of(isolated), before);
  }
}

TEST(Isolated, AWorkerThatLastsAndHangsCostsOneAnswer) {
  Isolated isolated(real_server, ample);
  ASSERT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  ::kill(workers_of(isolated).at(0), SIGSTOP);
  EXPECT_EQ(isolated.ask_lasting("", "text", milliseconds(100)), std::nullopt);
  EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  EXPECT_EQ(isolated.ask("", "text"), "");
}

TEST(Isolated, AQuestionThatWasBegunIsAnsweredWhenItIsAskedAndOthersAreAnsweredBefore) {
  Isolated isolated(real_server, ample);
  isolated.begin_lasting("", "text", ample.deadline);
  EXPECT_EQ(isolated.server(), 0) << "nothing is started for a question that may never be asked";
  ASSERT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  for (const std::string_view begun : {"text", "another"}) {
    isolated.begin_lasting("", begun, ample.deadline);
    isolated.begin_lasting("", "one more", ample.deadline);
    EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
    isolated.begin_lasting("", begun, ample.deadline);
    EXPECT_EQ(isolated.ask("", "text"), "");
    EXPECT_EQ(isolated.ask_lasting("", begun, ample.deadline), "");
  }
}

TEST(Isolated, AQuestionThatWasBegunIsLostWithItsServerOrItsWorker) {
  Isolated isolated(real_server, ample);
  for (const int victim : {0, 1}) {
    ASSERT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
    const pid_t server = isolated.server();
    ::kill(victim == 0 ? server : workers_of(isolated).at(0), SIGSTOP);
    isolated.begin_lasting("", "text", milliseconds(100));
    ::kill(victim == 0 ? server : workers_of(isolated).at(0), SIGKILL);
    if (victim == 0) {
      EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), std::nullopt);
    } else {
      EXPECT_EQ(isolated.ask_lasting("", "something else", ample.deadline), "");
    }
    EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "") << victim;
  }
}

TEST(Isolated, AQuestionThatWasBegunAndIsNotAnsweredInTimeCostsOneAnswer) {
  Isolated isolated(real_server, ample);
  ASSERT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
  ::kill(workers_of(isolated).at(0), SIGSTOP);
  isolated.begin_lasting("", "text", milliseconds(100));
  EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), std::nullopt);
  isolated.begin_lasting("", "text", ample.deadline);
  EXPECT_EQ(isolated.ask("", "another"), "");
  EXPECT_EQ(isolated.ask_lasting("", "text", ample.deadline), "");
}

// A refused call can begin one, and nobody may edit for a while.
TEST(Isolated, AQuestionThatWasBegunAndIsNotAskedForSecondsCostsNothing) {
  Isolated renewable(real_server, ample);
  Isolated for_good(real_server, ample);
  for_good.start_for_good([] { ADD_FAILURE() << "the server is lost"; });
  constexpr milliseconds deadline(1);
  for (Isolated* const isolated : {&renewable, &for_good}) {
    ASSERT_EQ(isolated->ask_lasting("", "text", ample.deadline), "");
    isolated->begin_lasting("", "begun", ample.deadline);
    ASSERT_EQ(isolated->ask_lasting("", "begun", ample.deadline), "") << "it is begun";
    isolated->begin_lasting("", "begun", deadline);
  }
  std::this_thread::sleep_for(milliseconds(2100));
  const pid_t server = renewable.server();
  EXPECT_EQ(renewable.ask_lasting("", "another", ample.deadline), "");
  EXPECT_EQ(renewable.server(), server);
  EXPECT_EQ(for_good.ask("", "another"), "");
  EXPECT_EQ(for_good.ask_lasting("", "begun", ample.deadline), "");
}

TEST(Isolated, WithoutItsProgramThereIsNoAnswer) {
  Isolated isolated({"/nonexistent/program"}, ample);
  EXPECT_EQ(isolated.ask("a", "b"), std::nullopt);
  EXPECT_EQ(isolated.ask_lasting("a", "b", ample.deadline), std::nullopt);
  EXPECT_EQ(isolated.ask("a", "b"), std::nullopt);
  EXPECT_EQ(isolated.server(), 0);
}

TEST(Isolated, AServerThatEndsTalksNonsenseOrSaysNothingCostsTheAnswer) {
  for (const std::string_view rows :
       {"exit 0", "head -c 100000 /dev/zero >&0; sleep 60", "head -c 3 /dev/urandom >&0", "exec sleep 60"}) {
    const Script script(rows);
    Isolated isolated(script.command(), brief);
    EXPECT_EQ(isolated.ask("a", "b"), std::nullopt) << rows;
    EXPECT_EQ(isolated.server(), 0) << rows << ": it is not kept";
  }
}

TEST(Isolated, AKilledServerIsStartedAnew) {
  Isolated isolated(real_server, ample);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(isolated.ask("", "text"), "") << i;
    ::kill(isolated.server(), SIGKILL);
    std::this_thread::sleep_for(milliseconds(200));  // until the kernel has closed its end
  }
}

TEST(Isolated, AServerThatIsStartedForGoodIsTheLastOneAndItsLossIsToldOnce) {
  Isolated isolated(real_server, ample);
  int losses = 0;
  isolated.start_for_good([&] { ++losses; });
  const pid_t only = isolated.server();
  EXPECT_NE(only, 0);
  EXPECT_EQ(isolated.ask("", "text"), "");
  EXPECT_EQ(isolated.server(), only);
  EXPECT_EQ(losses, 0);
  ::kill(only, SIGKILL);
  std::this_thread::sleep_for(milliseconds(200));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(isolated.ask("", "text"), std::nullopt);
  EXPECT_EQ(isolated.server(), 0);
  EXPECT_EQ(losses, 1);
}

TEST(Isolated, AServerThatCannotBeStartedForGoodIsALoss) {
  Isolated isolated({"/nonexistent/program"}, ample);
  int losses = 0;
  isolated.start_for_good([&] { ++losses; });
  EXPECT_EQ(isolated.ask("", "text"), std::nullopt);
  EXPECT_EQ(losses, 1);
}

TEST(Isolated, AStoppedServerCostsOneAnswerAndIsReplaced) {
  Isolated isolated(real_server, {milliseconds(500), 512 << 20});
  ASSERT_EQ(isolated.ask("", "text"), "");
  ::kill(isolated.server(), SIGSTOP);
  EXPECT_EQ(isolated.ask("", "text"), std::nullopt);
  EXPECT_EQ(isolated.ask("", "text"), "");
}

TEST(Isolated, AStoppedServerDoesNotKeepTheAskerFromEnding) {
  Isolated isolated(real_server, ample);
  ASSERT_EQ(isolated.ask("", "text"), "");
  ::kill(isolated.server(), SIGSTOP);
}

}  // namespace
}  // namespace kedge
