#include "conversation.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace faults {
namespace {

constexpr unsigned patience_in_seconds = 3600;  // a conversation lasts as long as its part of the battery

std::array<int, 2> made_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  return ends;
}

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Conversation::Conversation(const Program& program) {
  std::vector<std::string> words{program.binary.filename().string()};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> environment = pointers_to(program.environment);
  const std::array<int, 2> input = made_pipe();
  const std::array<int, 2> output = made_pipe();
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    // Only calls that are safe after fork.
    if (::dup2(input[0], 0) < 0 || ::dup2(output[1], 1) < 0 || ::chdir(program.folder.c_str()) != 0) ::_exit(126);
    ::alarm(patience_in_seconds);
    ::execve(program.binary.c_str(), arguments.data(), environment.data());
    ::_exit(126);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_ = ::fdopen(input[1], "w");
  from_ = ::fdopen(output[0], "r");
}

Conversation::~Conversation() {
  std::fclose(to_);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  std::fclose(from_);
}

void Conversation::say(const std::string& line) {
  std::fputs((line + '\n').c_str(), to_);
  std::fflush(to_);
}

std::string Conversation::hear() {
  char* line = nullptr;
  std::size_t size = 0;
  const ssize_t length = ::getline(&line, &size, from_);
  const std::string heard = length > 0 ? std::string(line, static_cast<std::size_t>(length)) : std::string();
  std::free(line);
  if (!heard.ends_with('\n')) throw Gone();
  return heard;
}

}  // namespace faults
