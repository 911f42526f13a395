// What a thread waits at that has nothing to do. With a condition variable, whoever is woken takes a mutex, and giving that
// back is one more system call, each time; here waking is one and waiting is one.
#pragma once

#include <memory>

namespace kedge {

class Doorbell {
 public:
  Doorbell();
  ~Doorbell();
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  // One wait() returns for each time: one that waits now, or the next one.
  void ring();
  void wait();

 private:
  struct Bell;
  std::unique_ptr<Bell> bell_;
};

}  // namespace kedge
