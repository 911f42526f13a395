#include "benchmarks/perf/peer.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "support/require.hpp"

namespace kedge::bench {
namespace {

struct Pipe {
  // Not for other peers: one that holds the end of another keeps it alive.
  Pipe() { KEDGE_REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0); }
  int reading() const { return ends[0]; }
  int writing() const { return ends[1]; }
  void close_both() const {
    close(ends[0]);
    close(ends[1]);
  }
  std::array<int, 2> ends{};
};

}  // namespace

Peer::Peer(const std::vector<std::string>& command) {
  KEDGE_REQUIRE(!command.empty());
  std::signal(SIGPIPE, SIG_IGN);  // a peer that has ended is an answer, not our end
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const Pipe to_peer;
  const Pipe from_peer;
  process_ = fork();
  KEDGE_REQUIRE(process_ >= 0);
  if (process_ == 0) {
    dup2(to_peer.reading(), STDIN_FILENO);
    dup2(from_peer.writing(), STDOUT_FILENO);
    to_peer.close_both();
    from_peer.close_both();
    execvp(words.front(), words.data());
    std::perror(words.front());
    _exit(127);
  }
  close(to_peer.reading());
  close(from_peer.writing());
  requests_ = fdopen(to_peer.writing(), "w");
  answers_ = fdopen(from_peer.reading(), "r");
  KEDGE_REQUIRE(requests_ != nullptr && answers_ != nullptr);
}

Peer::~Peer() {
  std::fclose(requests_);  // the end of its input is the end of its work
  std::fclose(answers_);
  waitpid(process_, nullptr, 0);
}

std::optional<std::string> Peer::ask(const std::string& request) { return tell(request) ? next_answer() : std::nullopt; }

bool Peer::tell(const std::string& request) {
  return std::fputs((request + '\n').c_str(), requests_) >= 0 && std::fflush(requests_) == 0;
}

std::optional<std::string> Peer::next_answer() {
  std::string answer;
  for (int c = ::getc_unlocked(answers_); c != '\n'; c = ::getc_unlocked(answers_)) {
    if (c == EOF) return std::nullopt;
    answer.push_back(static_cast<char>(c));
  }
  return answer;
}

}  // namespace kedge::bench
