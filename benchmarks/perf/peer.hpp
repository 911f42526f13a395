// Another program that is asked to do the same work: one line of request to its input, one line of answer from its
// output. It runs on between the requests, so that its start and its warm-up are not what is measured.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace kedge::bench {

class Peer {
 public:
  // REQUIRES: command not empty. A command that cannot be run shows in the first answer.
  explicit Peer(const std::vector<std::string>& command);
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer();

  // Nothing if the program has ended.
  std::optional<std::string> ask(const std::string& request);
  // The same in two steps, for several requests at once.
  bool tell(const std::string& request);
  std::optional<std::string> next_answer();

  pid_t process() const { return process_; }

 private:
  pid_t process_ = -1;
  std::FILE* requests_ = nullptr;
  std::FILE* answers_ = nullptr;
};

}  // namespace kedge::bench
