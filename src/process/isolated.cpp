#include "process/isolated.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <span>
#include <utility>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/sandbox.hpp"
#include "process/sent_descriptor.hpp"
#include "process/spawn.hpp"
#include "process/worker_limits.hpp"
#include "support/strings.hpp"

namespace kedge {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using Failure = Isolated::Failure;

// A question is this, with shared memory that has the question and then the bytes. Both ends are the same program.
struct Request {
  std::uint64_t question = 0;
  std::uint64_t bytes = 0;
  std::uint64_t memory = 0;
  std::int64_t deadline_ms = 0;
  std::uint64_t lasting = 0;  // 1: for the worker that lasts
};

struct Reply {
  static constexpr std::uint32_t mark = 0x6B656467;

  std::uint32_t magic = mark;
  std::uint32_t answered = 0;
  std::uint64_t size = 0;  // of what follows
};

constexpr std::size_t largest_answer = std::size_t{4} << 20;
constexpr milliseconds grace{2000};                   // for starting the server, and for what is not the work itself
constexpr milliseconds longest_idle{60'000};          // then a lasting worker ends, and its memory is free
constexpr std::uint64_t room_for_texts = 64UL << 20;  // of a lasting worker, which does not know what it will be asked about

// Whether there is something to read, or the end of it, before the deadline.
bool wait_for_input(int descriptor, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wait{descriptor, POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// How many bytes came; 0 at the end, less on failure. REQUIRES: there is input, or waiting for it is right.
ssize_t read_some(int descriptor, char* into, std::size_t size) {
  ssize_t got = 0;
  do {
    // Waiting while holding the lock is intended: one question at a time, each with a deadline.
    got = ::read(descriptor, into, size);  // NOLINT(clang-analyzer-unix.BlockInCriticalSection)
  } while (got < 0 && errno == EINTR);
  return got;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

bool send_all(int channel, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(channel, bytes.data(), bytes.size(), without_signal);
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

bool read_exactly(int descriptor, char* into, std::size_t size, Clock::time_point deadline) {
  while (size > 0) {
    if (!wait_for_input(descriptor, deadline)) return false;
    const ssize_t got = read_some(descriptor, into, size);
    if (got <= 0) return false;
    into += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

// ---- the server ----

struct Question {
  Request request;
  int memory = -1;
};

std::optional<Question> next_question(int channel) {
  Question question;
  const std::span bytes(reinterpret_cast<char*>(&question.request), sizeof question.request);
  const ReceivedWithDescriptor received = receive_with_descriptor(channel, bytes, MSG_WAITALL);
  if (received.size != static_cast<ssize_t>(bytes.size()) || received.attached < 0) return std::nullopt;
  question.memory = received.attached;
  return question;
}

// The memory of a question, mapped.
class MappedQuestion {
 public:
  explicit MappedQuestion(const Question& question)
      : split_(question.request.question), size_(question.request.question + question.request.bytes) {
    if (size_ > 0) mapped_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, question.memory, 0);
  }
  ~MappedQuestion() {
    if (size_ > 0 && is_whole()) ::munmap(mapped_, size_);
  }
  MappedQuestion(const MappedQuestion&) = delete;
  MappedQuestion& operator=(const MappedQuestion&) = delete;

  bool is_whole() const { return mapped_ != MAP_FAILED; }
  std::string_view question() const { return all().substr(0, split_); }
  std::string_view bytes() const { return all().substr(split_); }

 private:
  std::string_view all() const { return {static_cast<const char*>(mapped_), size_}; }

  std::size_t split_, size_;
  void* mapped_ = nullptr;
};

enum class Waiting : int { allowed = 0, refused = MSG_DONTWAIT };

bool send_question(int channel, const Request& request, int memory, Waiting waiting) {
  const std::string_view bytes(reinterpret_cast<const char*>(&request), sizeof request);
  return send_with_descriptor(channel, bytes, memory, static_cast<int>(waiting)) == static_cast<ssize_t>(bytes.size());
}

std::expected<std::string, Failure> receive_answer(int channel, Clock::time_point deadline) {
  Reply reply;
  if (!read_exactly(channel, reinterpret_cast<char*>(&reply), sizeof reply, deadline)) return std::unexpected(Failure::broken);
  if (reply.magic != Reply::mark || reply.size > largest_answer) return std::unexpected(Failure::broken);
  std::string answer(reply.size, '\0');
  if (!read_exactly(channel, answer.data(), answer.size(), deadline)) return std::unexpected(Failure::broken);
  if (reply.answered != 1) return std::unexpected(Failure::unanswered);
  return answer;
}

// In one piece: whoever waits for it is woken once.
std::string reply_of(const std::optional<std::string>& answer) {
  const Reply reply{.answered = answer ? 1U : 0U, .size = answer ? answer->size() : 0};
  return concat(std::string_view(reinterpret_cast<const char*>(&reply), sizeof reply), answer.value_or(""));
}

[[noreturn]] void be_worker(const Question& question, int output, IsolatedWork work, std::uint64_t server_bytes) {
  const Request& request = question.request;
  const MappedQuestion mapped(question);
  if (!mapped.is_whole()) ::_exit(1);
  // It has what the server has, and the question.
  const std::size_t size = request.question + request.bytes;
  limit_worker(server_bytes == 0 ? 0 : server_bytes + request.memory + 4 * size, milliseconds(request.deadline_ms));
  close_worker(WorkerKind::brief);
  const std::string answer = work(mapped.question(), mapped.bytes());
  ::_exit(write_all(output, answer) ? 0 : 1);
}

[[noreturn]] void be_lasting_worker(int channel, LastingWork (*begin)(), std::uint64_t address_space) {
  limit_worker(address_space, std::nullopt);
  close_worker(WorkerKind::lasting);
  const LastingWork work = begin();
  while (const std::optional<Question> question = next_question(channel)) {
    const Descriptor memory(question->memory);
    const MappedQuestion mapped(*question);
    if (!mapped.is_whole()) ::_exit(1);
    const std::string answer = work.answer(mapped.question(), mapped.bytes());
    if (!write_all(channel, reply_of(answer))) break;
    work.tidy_up();
  }
  ::_exit(0);
}

// The server's side of the worker that lasts.
class LastingWorker {
 public:
  LastingWorker(LastingWork (*begin)(), const AddressSpaceGauge& gauge) : begin_(begin), gauge_(&gauge) {}
  ~LastingWorker() { end(); }
  LastingWorker(const LastingWorker&) = delete;
  LastingWorker& operator=(const LastingWorker&) = delete;

  bool is_running() const { return process_ > 0; }

  std::optional<std::string> ask(const Question& question, int server_channel) {
    const Clock::time_point deadline = Clock::now() + milliseconds(question.request.deadline_ms);
    // One that has died, or says something unasked, is not to be trusted.
    pollfd state{channel_, static_cast<short>(POLLIN | other_end_closed), 0};
    if (is_running() && ::poll(&state, 1, 0) != 0) end();
    for (;;) {
      const bool is_new = !is_running();
      if (is_new && !start(question, server_channel)) return std::nullopt;
      // Without waiting: one that is taken over could read nothing for ever.
      if (send_question(channel_, question.request, question.memory, Waiting::refused)) {
        if (std::expected<std::string, Failure> answer = receive_answer(channel_, deadline)) return *std::move(answer);
      }
      end();
      // What failed beside all that was kept may succeed without it.
      if (is_new || Clock::now() >= deadline) return std::nullopt;
    }
  }

  void end() {
    if (channel_ >= 0) ::close(channel_);
    channel_ = -1;
    if (!is_running()) return;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
  }

  // In a process that was forked from the server: closes the channel and nothing else. It must not talk to this worker.
  void disown() {
    process_ = 0;
    end();
  }

 private:
  bool start(const Question& first, int server_channel) {
    std::array<int, 2> ends{};
    if (!make_socket_pair(ends)) return false;
    const std::uint64_t own_bytes = gauge_->bytes();
    const pid_t worker = ::fork();
    if (worker == 0) {
      ::close(server_channel);
      ::close(ends[0]);
      ::close(first.memory);  // it is sent to it like the others
      be_lasting_worker(ends[1], begin_, own_bytes == 0 ? 0 : own_bytes + first.request.memory + room_for_texts);
    }
    ::close(ends[1]);
    if (worker < 0) {
      ::close(ends[0]);
      return false;
    }
    channel_ = ends[0];
    process_ = worker;
    return true;
  }

  LastingWork (*begin_)();
  const AddressSpaceGauge* gauge_;
  pid_t process_ = 0;
  int channel_ = -1;
};

// Everything that the worker wrote, if it ended well and in time.
std::optional<std::string> answer_of(pid_t worker, int input, Clock::time_point deadline) {
  std::string answer;
  bool complete = false;
  std::array<char, 1 << 16> buffer;
  while (!complete && answer.size() <= largest_answer && wait_for_input(input, deadline)) {
    const ssize_t got = read_some(input, buffer.data(), buffer.size());
    if (got < 0) break;
    complete = got == 0;
    answer.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (!complete) ::kill(worker, SIGKILL);
  int status = 0;
  while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  if (!complete || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return answer;
}

std::optional<std::string> answer_to(const Question& question, int channel, IsolatedWork work, const AddressSpaceGauge& gauge,
                                     LastingWorker& lasting) {
  std::array<int, 2> ends{};
  if (!make_pipe(ends)) return std::nullopt;
  const Descriptor input(ends[0]);
  Descriptor output(ends[1]);
  const std::uint64_t own_bytes = gauge.bytes();
  const pid_t worker = ::fork();
  if (worker < 0) return std::nullopt;
  if (worker == 0) {
    lasting.disown();
    ::close(channel);
    ::close(input.get());
    be_worker(question, output.get(), work, own_bytes);
  }
  output.close();
  return answer_of(worker, input.get(), Clock::now() + milliseconds(question.request.deadline_ms));
}

}  // namespace

int serve_isolated(IsolatedWork work, LastingWork (*begin_lasting)()) {
  const int channel = STDIN_FILENO;
  close_from(STDERR_FILENO + 1);
  (void)!::chdir("/");  // so that it keeps no folder busy
  const AddressSpaceGauge gauge;
  // The report is ignored: nobody could be told, and the workers have stricter limits.
  close_sandbox({.mode = SandboxMode::helper});
  LastingWorker lasting(begin_lasting, gauge);
  for (;;) {
    if (lasting.is_running() && !wait_for_input(channel, Clock::now() + longest_idle)) lasting.end();
    const std::optional<Question> question = next_question(channel);
    if (!question) return 0;
    const Descriptor memory(question->memory);
    const std::optional<std::string> answer =
        question->request.lasting == 1 ? lasting.ask(*question, channel) : answer_to(*question, channel, work, gauge, lasting);
    if (!send_all(channel, reply_of(answer))) return 1;
  }
}

// ---- the asker ----

std::optional<std::string> Isolated::ask(std::string_view question, std::string_view bytes) {
  return ask_worker(question, bytes, limits_.deadline, false);
}

std::optional<std::string> Isolated::ask_lasting(std::string_view question, std::string_view bytes, milliseconds deadline) {
  return ask_worker(question, bytes, deadline, true);
}

std::optional<std::string> Isolated::ask_worker(std::string_view question, std::string_view bytes, milliseconds deadline,
                                                bool lasting) {
  const std::lock_guard lock(mutex_);
  if (const std::optional<Begun> begun = std::exchange(begun_, std::nullopt)) {
    // This may be long after its deadline. The answer has probably been waiting since then; give it time to be read.
    Answer answer = receive(std::max(begun->latest, Clock::now() + grace));
    if (lasting && begun->question == question && begun->bytes == bytes) {
      return answer ? std::optional(*std::move(answer)) : std::nullopt;
    }
  }
  if (!is_running()) {
    stop();
    if (!may_start_another_) {
      tell_loss();
      return std::nullopt;
    }
    if (!start()) return std::nullopt;
  }
  if (!send(question, bytes, deadline, lasting)) {
    lose();
    return std::nullopt;
  }
  Answer answer = receive(Clock::now() + deadline + grace);
  return answer ? std::optional(*std::move(answer)) : std::nullopt;
}

void Isolated::begin_lasting(std::string_view question, std::string_view bytes, milliseconds deadline) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || begun_ || !is_running()) return;
  if (send(question, bytes, deadline, true)) {
    begun_ = {std::string(question), std::string(bytes), Clock::now() + deadline + grace};
  } else {
    lose();
  }
}

void Isolated::start_for_good(std::function<void()> when_lost) {
  const std::lock_guard lock(mutex_);
  if (!is_running()) {
    stop();
    start();  // if it fails, that is found at the first question
  }
  may_start_another_ = false;
  when_lost_ = std::move(when_lost);
}

void Isolated::lose() {
  stop();
  if (!may_start_another_) tell_loss();
}

void Isolated::tell_loss() {
  if (const std::function<void()> tell = std::exchange(when_lost_, nullptr)) tell();
}

bool Isolated::start() {
  std::array<int, 2> ends{};
  if (!make_socket_pair(ends)) return false;
  const Descriptor theirs(ends[1]);
  const std::optional<pid_t> process = spawn(command_, {.input = theirs.get()}, SpawnedEnvironment::none);
  if (!process) {
    ::close(ends[0]);
    return false;
  }
  channel_ = ends[0];
  server_ = *process;
  return true;
}

void Isolated::stop() {
  begun_.reset();
  if (channel_ >= 0) ::close(channel_);
  channel_ = -1;
  if (server_ <= 0) return;
  // In a sandbox no process can be killed. The server exits anyway, because its channel is closed, but when is up to it.
  const bool killed = ::kill(server_, SIGKILL) == 0;
  while (::waitpid(server_, nullptr, killed ? 0 : WNOHANG) < 0 && errno == EINTR) {
  }
  server_ = 0;
}

// A server that ended since the last question has closed its end; one that has something to say unasked is not to be trusted.
bool Isolated::is_running() const {
  if (channel_ < 0) return false;
  pollfd state{channel_, static_cast<short>(POLLIN | other_end_closed), 0};
  return ::poll(&state, 1, 0) == 0;
}

bool Isolated::send(std::string_view question, std::string_view bytes, milliseconds deadline, bool lasting) const {
  // Nobody can change it: a worker that is taken over does not change what the next one is asked.
  const Descriptor memory(make_shared_memory(question, bytes));
  if (!memory.valid()) return false;
  const Request request{question.size(), bytes.size(), limits_.memory, deadline.count(), lasting ? 1U : 0U};
  return send_question(channel_, request, memory.get(), Waiting::allowed);
}

Isolated::Answer Isolated::receive(Clock::time_point latest) {
  Answer answer = receive_answer(channel_, latest);
  if (!answer && answer.error() == Failure::broken) lose();
  return answer;
}

}  // namespace kedge
