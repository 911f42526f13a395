// The pipes between a test and the program that it runs.
#pragma once

namespace kedge::test {

// Throws std::system_error unless it is 0.
void check(int error_number, const char* what);

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close();

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
};

enum class Ours { read, write };

// Our end does not block, the child's does; neither leaks into other children.
Pipe make_pipe(Ours ours);

}  // namespace kedge::test
