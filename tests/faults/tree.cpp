#include "tree.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/strings.hpp"

namespace faults {
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path) { throw std::system_error(errno, std::generic_category(), path.string()); }

void read_into(Tree& tree, const fs::path& folder, const std::string& prefix) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = prefix + entry.path().filename().string();
    if (entry.is_symlink()) {
      tree[name] = {0, "-> " + fs::read_symlink(entry.path()).string()};
    } else if (entry.is_directory()) {
      tree[name + '/'] = {0, ""};
      read_into(tree, entry.path(), name + '/');
    } else {
      struct stat status{};
      if (::stat(entry.path().c_str(), &status) != 0) fail(entry.path());
      tree[name] = {status.st_mode & 07777, read_bytes(entry.path())};
    }
  }
}

}  // namespace

Tree read_tree(const fs::path& folder) {
  Tree tree;
  if (fs::exists(folder)) read_into(tree, folder, "");
  return tree;
}

void write_tree(const fs::path& folder, const Tree& tree) {
  for (const auto& [name, node] : tree) {
    const fs::path path = folder / name;
    if (name.ends_with('/')) {
      fs::create_directories(path.parent_path());
      continue;
    }
    write_bytes(path, node.bytes);
    if (::chmod(path.c_str(), node.mode) != 0) fail(path);
  }
}

void write_bytes(const fs::path& file, const std::string& bytes) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) fail(file);
  const bool written = ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  if (::close(fd) != 0 || !written) fail(file);
}

std::string read_bytes(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(file);
  std::string bytes;
  std::string piece(65536, '\0');
  for (;;) {
    const ssize_t count = ::read(fd, piece.data(), piece.size());
    if (count <= 0) {
      ::close(fd);
      if (count < 0) fail(file);
      return bytes;
    }
    bytes.append(piece, 0, static_cast<std::size_t>(count));
  }
}

void remove_contents(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path());
}

std::string difference(const Tree& found, const Tree& wanted) {
  std::string out;
  int left = 6;
  const auto tell = [&](const std::string& name, std::string_view how) {
    if (left-- > 0) kedge::append(out, kedge::concat(' ', kedge::printable(name), ' ', how, ';'));
  };
  for (const auto& [name, node] : found) {
    const auto it = wanted.find(name);
    if (it == wanted.end()) {
      tell(name, "is too much");
    } else if (it->second.bytes != node.bytes) {
      tell(name, kedge::concat("has other bytes (", node.bytes.size(), ')'));
    } else if (it->second.mode != node.mode) {
      tell(name, "has another mode");
    }
  }
  for (const auto& [name, node] : wanted) {
    if (!found.contains(name)) tell(name, "is missing");
  }
  return out;
}

Scratch::Scratch(Medium medium) {
  const fs::path memory = "/dev/shm";
  const bool in_memory = medium == Medium::memory && ::access(memory.c_str(), W_OK) == 0;
  std::string pattern = ((in_memory ? memory : fs::temp_directory_path()) / "kedge-faults-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) fail(pattern);
  path_ = fs::canonical(pattern);
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace faults
