// The sockets between those who have something to tell about a root and those who watch it.
//
//   <state>/<root id>/views/      0700
//     <32 hex digits>             0600, a socket: one view listens here, and removes it when it ends
//
// Each side believes only a peer of the same user. Messages keep their borders (SOCK_SEQPACKET); one that is large travels as a
// sealed file in memory beside a small packet. Nothing here ever waits, but for the one function that says so. For a
// FileSystem whose handles are descriptors.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.hpp"
#include "fs/state_folder.hpp"

namespace kedge {

inline constexpr std::size_t largest_packet = 64UL * 1024;
inline constexpr std::size_t largest_message = 256UL * 1024 * 1024;

// A message that is too large for a packet, made once for all who get it. Whoever has it can be sure that it stays as it is.
class SealedMessage {
 public:
  static Outcome<SealedMessage> make(std::string_view bytes);
  ~SealedMessage();
  SealedMessage(SealedMessage&& other) noexcept;
  SealedMessage& operator=(SealedMessage&&) = delete;
  SealedMessage(const SealedMessage&) = delete;
  SealedMessage& operator=(const SealedMessage&) = delete;

  int descriptor() const { return descriptor_; }
  std::size_t size() const { return size_; }

 private:
  SealedMessage(int descriptor, std::size_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_;
  std::size_t size_;
};

// One end of a connection. By one thread at a time, but for descriptor().
class ViewConnection {
 public:
  enum class Sent {
    done,
    full,  // the peer does not keep up
    gone,  // there is no peer any more
  };
  struct Received {
    std::optional<std::string> message = std::nullopt;  // nothing: there is none at the moment
    bool gone = false;                                  // and there will be none
  };

  explicit ViewConnection(int descriptor) : descriptor_(descriptor) {}  // which it closes
  ~ViewConnection();
  ViewConnection(const ViewConnection&) = delete;
  ViewConnection& operator=(const ViewConnection&) = delete;

  // REQUIRES: 0 < packet.size() <= largest_packet.
  Sent send(std::string_view packet);
  // The packet stands for the message: a peer that cannot be given the file gets it alone.
  Sent send(std::string_view packet, const SealedMessage& message);
  // A large message is given out whole, instead of its packet.
  Received receive();

  bool all_read() const;  // the peer has taken all that was sent
  int descriptor() const { return descriptor_; }

 private:
  Sent send(std::string_view packet, int attached);

  int descriptor_;
};

// Until one of them can be read or is gone, or the time is over.
void wait_for_messages(std::span<const std::shared_ptr<ViewConnection>> connections, std::chrono::milliseconds longest);

// The folder of the sockets, made if it is missing. EACCES: it is not ours alone.
Outcome<Handle> make_views(FileSystem& fs, const StateFolder& state);

// Those who watch, for whoever has something to tell.
class ViewFolder {
 public:
  // REQUIRES: both outlive this.
  ViewFolder(FileSystem& fs, const StateFolder& state) : fs_(&fs), state_(&state) {}

  // The names of all views that seem to be there.
  std::vector<std::string> names();
  // EAGAIN: it is there, but takes nobody at the moment. The name of a view that died is removed.
  Outcome<std::unique_ptr<ViewConnection>> connect(const std::string& name);

 private:
  FileSystem* fs_;
  const StateFolder* state_;
  Handle folder_;  // once it is there
};

// The view's own end.
class ViewListener {
 public:
  // REQUIRES: both outlive this. EACCES: the folder is not ours alone.
  static Outcome<std::unique_ptr<ViewListener>> open(FileSystem& fs, const StateFolder& state);
  ~ViewListener();  // nobody finds it any more
  ViewListener(const ViewListener&) = delete;
  ViewListener& operator=(const ViewListener&) = delete;

  // The next one who has come, or nothing.
  std::unique_ptr<ViewConnection> accept();
  int descriptor() const { return descriptor_; }

 private:
  ViewListener(FileSystem& fs, Handle folder, int descriptor) : fs_(&fs), folder_(std::move(folder)), descriptor_(descriptor) {}

  FileSystem* fs_;
  Handle folder_;
  int descriptor_;
  std::string name_;  // that has to be removed
};

}  // namespace kedge
