// A program that is talked to line by line while it runs. It is ended with all that it started when the test is over, and
// everything that is waited for is given up after the command's patience.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/child_process.hpp"
#include "scenarios/pipe.hpp"

namespace kedge::test {

class RunningProcess {
 public:
  explicit RunningProcess(const Command& command);  // its `input` does not count
  ~RunningProcess();
  RunningProcess(const RunningProcess&) = delete;
  RunningProcess& operator=(const RunningProcess&) = delete;

  pid_t pid() const { return child_; }

  bool write(std::string_view bytes);  // false: the program does not take all of it in time
  // How much of it is taken at once, without waiting.
  std::size_t write_at_once(std::string_view bytes);
  std::optional<std::string> read_line();  // without its end; nothing: there is none in time
  std::optional<std::string> read_error_line();
  void close_input() { input_.close(); }
  void close_output() { output_.close(); }

  bool ends() const;  // by itself, in time
  // Closes the input and waits for the end. The lines that were not read yet are the output.
  Finished finish();
  // Kilobytes of memory that it has needed at most.
  std::size_t peak_memory() const;

 private:
  std::chrono::steady_clock::time_point deadline() const { return std::chrono::steady_clock::now() + patience_; }
  std::optional<std::string> read_line_of(const Descriptor& from, std::string& unread) const;
  bool wait_for(int descriptor, short event, std::chrono::steady_clock::time_point until) const;

  std::chrono::milliseconds patience_;
  pid_t child_ = -1;
  Descriptor input_, output_, errors_;
  std::string unread_, unread_errors_;
};

}  // namespace kedge::test
