#include <chrono>
#include <cstring>

#include "process/child_program.hpp"
#include "store/postgres.hpp"
#include "store/postgres_wire.hpp"

namespace kedge::postgres {
namespace {

// The program reports a server that does not answer by itself, after some attempts to connect and to ask.
constexpr std::chrono::milliseconds longest_silence(6 * longest_answer);

class Pipes final : public Channel {
 public:
  explicit Pipes(std::unique_ptr<ChildProgram> program) : program_(std::move(program)) {}

  std::optional<std::string> ask(std::string_view frame) override { return begin(frame) ? finish() : std::nullopt; }

  bool begin(std::string_view frame) override {
    if (program_ && program_->write(frame, ChildProgram::Clock::now() + longest_silence)) return true;
    program_.reset();
    return false;
  }

  std::optional<std::string> finish() override {
    const auto until = ChildProgram::Clock::now() + longest_silence;
    while (program_) {
      if (std::optional<std::string> answer = whole_frame()) return answer;
      if (program_->read(read_, until) != ChildProgram::Read::some) break;
    }
    program_.reset();  // a late answer would be taken for that to the next question
    return std::nullopt;
  }

  int descriptor() const override { return program_ ? program_->output() : -1; }

 private:
  std::optional<std::string> whole_frame() {
    std::uint32_t size = 0;
    if (read_.size() < sizeof size) return std::nullopt;
    std::memcpy(&size, read_.data(), sizeof size);
    if (read_.size() < sizeof size + size) return std::nullopt;
    std::string frame = read_.substr(sizeof size, size);
    read_.erase(0, sizeof size + size);
    return frame;
  }

  std::unique_ptr<ChildProgram> program_;
  std::string read_;
};

}  // namespace

std::unique_ptr<Channel> start_channel(const std::string& program) {
  std::unique_ptr<ChildProgram> started = ChildProgram::start({program}, "/");
  return started ? std::make_unique<Pipes>(std::move(started)) : nullptr;
}

}  // namespace kedge::postgres
