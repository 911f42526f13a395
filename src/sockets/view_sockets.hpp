// The sockets between the processes that change files below a root and the views that watch it.
//
//   <state>/<root id>/views/      0700
//     <32 hex digits>             0600, a socket: one view listens here and removes it when it ends
//
// Each side trusts only a peer of the same user. Messages keep their boundaries (SOCK_SEQPACKET); a large one is sent as a
// sealed memory file with a small packet. Only wait_for_messages() ever waits. For a FileSystem whose handles are
// descriptors.
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

// A message that is too large for a packet, made once for all receivers. It is sealed, so nobody can change it.
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

// One end of a connection. One thread at a time, except for descriptor().
class ViewConnection {
 public:
  enum class Sent {
    done,
    full,  // the peer does not keep up
    gone,  // the peer is gone
  };
  struct Received {
    std::optional<std::string> message = std::nullopt;  // nullopt: none at the moment
    bool gone = false;                                  // and there will be none
  };

  explicit ViewConnection(int descriptor) : descriptor_(descriptor) {}  // which it closes
  ~ViewConnection();
  ViewConnection(const ViewConnection&) = delete;
  ViewConnection& operator=(const ViewConnection&) = delete;

  // REQUIRES: 0 < packet.size() <= largest_packet.
  Sent send(std::string_view packet);
  // The packet represents the message: if the file cannot be passed on, the peer gets only the packet.
  Sent send(std::string_view packet, const SealedMessage& message);
  // For a large message, the whole message instead of its packet.
  Received receive();

  bool all_read() const;  // the peer has read all that was sent
  int descriptor() const { return descriptor_; }

 private:
  Sent send(std::string_view packet, int attached);

  int descriptor_;
};

// Two ends of one connection, both in this process. Null: there are no more descriptors.
struct ConnectedPair {
  std::unique_ptr<ViewConnection> one, other;
};
ConnectedPair connect_to_itself();

// Waits until one of them is readable or gone, or the time is over.
void wait_for_messages(std::span<const std::shared_ptr<ViewConnection>> connections, std::chrono::milliseconds longest);

// The folder of the sockets; created if missing. EACCES: others can access it.
Outcome<Handle> make_views(FileSystem& fs, const StateFolder& state);

// Finds and connects to views.
class ViewFolder {
 public:
  // REQUIRES: both outlive this.
  ViewFolder(FileSystem& fs, const StateFolder& state) : fs_(&fs), state_(&state) {}

  // The names of all views that seem to be running.
  std::vector<std::string> names();
  // EAGAIN: it is there, but does not accept connections at the moment. The socket of a dead view is removed.
  Outcome<std::unique_ptr<ViewConnection>> connect(const std::string& name);

 private:
  // Of the open folder; none if it is removed.
  std::optional<std::int64_t> time_of_change() const;

  FileSystem* fs_;
  const StateFolder* state_;
  Handle folder_;  // once it exists
  struct Listed {
    std::int64_t changed = 0;  // when the folder was last changed before
    std::vector<std::string> names;
  };
  std::optional<Listed> listed_;  // if it shows when the folder is changed again
};

// The view's own end.
class ViewListener {
 public:
  // REQUIRES: both outlive this. EACCES: others can access the folder.
  static Outcome<std::unique_ptr<ViewListener>> open(FileSystem& fs, const StateFolder& state);
  ~ViewListener();  // removes the socket
  ViewListener(const ViewListener&) = delete;
  ViewListener& operator=(const ViewListener&) = delete;

  // The next connection, or null.
  std::unique_ptr<ViewConnection> accept();
  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_; }

 private:
  ViewListener(FileSystem& fs, Handle folder, int descriptor) : fs_(&fs), folder_(std::move(folder)), descriptor_(descriptor) {}

  FileSystem* fs_;
  Handle folder_;
  int descriptor_;
  std::string name_;  // to be removed
};

}  // namespace kedge
