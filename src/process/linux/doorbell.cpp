#include "process/doorbell.hpp"

#include <semaphore.h>

#include <cerrno>

namespace kedge {

struct Doorbell::Bell {
  sem_t semaphore;
};

Doorbell::Doorbell() : bell_(std::make_unique<Bell>()) { ::sem_init(&bell_->semaphore, 0, 0); }

Doorbell::~Doorbell() { ::sem_destroy(&bell_->semaphore); }

void Doorbell::ring() { ::sem_post(&bell_->semaphore); }

void Doorbell::wait() {
  while (::sem_wait(&bell_->semaphore) != 0 && errno == EINTR) {
  }
}

}  // namespace kedge
