#include "sockets/view_sockets.hpp"

#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "fs/random_id.hpp"
#include "process/new_descriptors.hpp"
#include "process/sent_descriptor.hpp"
#include "sockets/peer_user.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr const char* folder_name = "views";
constexpr std::size_t name_digits = 32;
constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

bool is_view_name(std::string_view name) { return name.size() == name_digits && is_hex(name); }

Outcome<Handle> open_views(FileSystem& fs, const StateFolder& state) {
  Outcome<Handle> folder = fs.open_folder(state.folder, folder_name, Mounts::cross);
  if (!folder) return folder;
  KEDGE_TRY(const FileInfo info, fs.look(*folder));
  if (info.owner != fs.user() || (info.permissions & 0077U) != 0) return failed(EACCES);
  return folder;
}

// By way of the open folder: an address has room for about a hundred bytes, and the folder may have moved.
sockaddr_un address_of(const Handle& folder, const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = concat("/proc/self/fd/", folder.id(), '/', name);
  std::memcpy(address.sun_path, path.c_str(), std::min(path.size() + 1, sizeof(address.sun_path) - 1));
  return address;
}

int new_socket() { return make_socket(AF_UNIX, SOCK_SEQPACKET); }

bool is_of_our_user(int descriptor) { return user_of_local_peer(descriptor) == own_user(); }

// Its bytes, if it is sealed. Closes it.
std::optional<std::string> sealed_bytes(int descriptor) {
  const auto read_all = [&]() -> std::optional<std::string> {
    struct stat info{};
    // What has seals is memory: reading it cannot hang.
    const int found = ::fcntl(descriptor, F_GET_SEALS);
    if (found < 0 || (found & seals) != seals || ::fstat(descriptor, &info) != 0) return std::nullopt;
    if (info.st_size < 0 || static_cast<std::uint64_t>(info.st_size) > largest_message) return std::nullopt;
    std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t got = ::pread(descriptor, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return std::nullopt;
      at += static_cast<std::size_t>(got);
    }
    return bytes;
  };
  std::optional<std::string> bytes = read_all();
  ::close(descriptor);
  return bytes;
}

}  // namespace

Outcome<SealedMessage> SealedMessage::make(std::string_view bytes) {
  const int descriptor = make_shared_memory(bytes);
  if (descriptor < 0) return failed(errno);
  return SealedMessage(descriptor, bytes.size());
}

SealedMessage::SealedMessage(SealedMessage&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

SealedMessage::~SealedMessage() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ViewConnection::~ViewConnection() { ::close(descriptor_); }

ViewConnection::Sent ViewConnection::send(std::string_view packet) { return send(packet, -1); }

ViewConnection::Sent ViewConnection::send(std::string_view packet, const SealedMessage& message) {
  return send(packet, message.descriptor());
}

ViewConnection::Sent ViewConnection::send(std::string_view packet, int attached) {
  if (send_with_descriptor(descriptor_, packet, attached, MSG_DONTWAIT) >= 0) return Sent::done;
  switch (errno) {
    case EAGAIN:
    case EMSGSIZE:
    case ENOBUFS:
    case ENOMEM:
    case ETOOMANYREFS: return Sent::full;
    default: return Sent::gone;
  }
}

ViewConnection::Received ViewConnection::receive() {
  std::string packet(largest_packet, '\0');
  // If a peer exits with unread messages, ECONNRESET is reported once, before what it had sent.
  for (int resets = 0;;) {
    const auto [got, attached, is_cut] = receive_with_descriptor(descriptor_, packet, MSG_DONTWAIT);
    if (got < 0 && errno == ECONNRESET && resets++ == 0) continue;
    if (got < 0) return {.gone = errno != EAGAIN};
    if (got == 0) return {.gone = true};
    packet.resize(static_cast<std::size_t>(got));
    if (attached >= 0) {
      if (std::optional<std::string> bytes = sealed_bytes(attached)) packet = *std::move(bytes);
    }
    if (is_cut) packet.clear();  // nothing of ours is that long
    return {.message = std::move(packet)};
  }
}

bool ViewConnection::all_read() const {
  int waiting = 0;
  return ::ioctl(descriptor_, SIOCOUTQ, &waiting) == 0 && waiting == 0;
}

ConnectedPair connect_to_itself() {
  int both[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, both) != 0) return {};
  auto one = std::make_unique<ViewConnection>(both[0]);
  auto other = std::make_unique<ViewConnection>(both[1]);
  return {std::move(one), std::move(other)};
}

void wait_for_messages(std::span<const std::shared_ptr<ViewConnection>> connections, std::chrono::milliseconds longest) {
  std::vector<pollfd> waits;
  for (const std::shared_ptr<ViewConnection>& each : connections) waits.push_back({each->descriptor(), POLLIN, 0});
  ::poll(waits.data(), waits.size(), static_cast<int>(longest.count()));
}

std::vector<std::string> ViewFolder::names() {
  constexpr std::int64_t while_times_are_equal = 100'000'000;  // nanoseconds: two changes may get the same time
  // It may have been removed, and made again by a view.
  std::optional<std::int64_t> changed = folder_ ? time_of_change() : std::nullopt;
  if (!changed) {
    listed_.reset();
    Outcome<Handle> opened = open_views(*fs_, *state_);
    if (!opened) return {};
    folder_ = *std::move(opened);
    changed = time_of_change();
  }
  if (listed_ && changed == listed_->changed) return listed_->names;
  std::vector<std::string> found;
  const Outcome<std::vector<NamedKind>> all = fs_->list_kinds(folder_);
  if (!all) return {};
  for (const NamedKind& each : *all) {
    if (each.kind == FileKind::socket && is_view_name(each.name)) found.push_back(each.name);
  }
  listed_.reset();
  if (changed && fs_->now() - *changed > while_times_are_equal) listed_ = Listed{*changed, found};
  return found;
}

std::optional<std::int64_t> ViewFolder::time_of_change() const {
  const Outcome<FileInfo> info = fs_->look(folder_);
  if (!info || info->links == 0) return std::nullopt;
  return info->modified;
}

Outcome<std::unique_ptr<ViewConnection>> ViewFolder::connect(const std::string& name) {
  KEDGE_TRY(const FileInfo info, fs_->look_at(folder_, name));
  if (info.kind != FileKind::socket || info.owner != fs_->user()) return failed(EACCES);
  const int descriptor = new_socket();
  if (descriptor < 0) return failed(errno);
  auto connection = std::make_unique<ViewConnection>(descriptor);
  const sockaddr_un address = address_of(folder_, name);
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    const int problem = errno;
    if (problem == ECONNREFUSED) best_effort(fs_->remove(folder_, name));
    return failed(problem);
  }
  if (!is_of_our_user(descriptor)) return failed(EACCES);
  return connection;
}

Outcome<Handle> make_views(FileSystem& fs, const StateFolder& state) {
  const Outcome<void> made = fs.make_folder(state.folder, folder_name, FolderKind::own);
  if (!made && made.error().number != EEXIST) return std::unexpected(made.error());
  return open_views(fs, state);
}

Outcome<std::unique_ptr<ViewListener>> ViewListener::open(FileSystem& fs, const StateFolder& state) {
  KEDGE_TRY(Handle folder, make_views(fs, state));
  const int descriptor = new_socket();
  if (descriptor < 0) return failed(errno);
  std::unique_ptr<ViewListener> listener(new ViewListener(fs, std::move(folder), descriptor));
  // It gets its name only once it listens: a view that does not listen would be taken for dead.
  const std::string name = random_id(fs);
  const std::string early = concat('.', name);
  const sockaddr_un address = address_of(listener->folder_, early);
  if (::fchmod(descriptor, 0600) != 0) return failed(errno);
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) return failed(errno);
  listener->name_ = early;
  if (::listen(descriptor, SOMAXCONN) != 0) return failed(errno);
  if (const Outcome<void> moved = fs.move_over(listener->folder_, early, listener->folder_, name); !moved) {
    return std::unexpected(moved.error());
  }
  listener->name_ = name;
  return listener;
}

ViewListener::~ViewListener() {
  if (!name_.empty()) best_effort(fs_->remove(folder_, name_));
  ::close(descriptor_);
}

std::unique_ptr<ViewConnection> ViewListener::accept() {
  for (;;) {
    const int descriptor = accept_socket(descriptor_);
    if (descriptor < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (descriptor < 0) return nullptr;
    auto connection = std::make_unique<ViewConnection>(descriptor);
    if (is_of_our_user(descriptor)) return connection;
  }
}

}  // namespace kedge
