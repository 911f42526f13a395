// The program under test, forked from the test itself, so that its memory can run out: as a command with its exit status, or as
// a server that is asked and answers.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "support/json.hpp"

namespace scarce {

struct Ended {
  int status = -1;  // its exit status
  int signal = 0;   // or the signal that ended it
  std::string output;
  std::string errors;
};
std::string to_text(const Ended& ended);

// Runs the program to its end, as main does.
Ended run(const std::vector<std::string>& words);

class Server {
 public:
  explicit Server(const std::vector<std::string>& words);
  ~Server();  // closes its input and waits for its end
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The whole answer, also if it is an error; nothing: the server has ended or says nothing for too long. The fuse, if it is
  // armed, no longer is once there is an answer.
  std::optional<kedge::Json> ask(std::string_view method, const kedge::Json& params);
  std::optional<kedge::Json> call(std::string_view tool, const kedge::Json& arguments);
  // How it ended, if it has; waits for it.
  std::string end();

 private:
  std::optional<std::string> hear();

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string heard_;
  std::int64_t last_id_ = 0;
  std::string end_;
};

}  // namespace scarce
