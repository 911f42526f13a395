// A disk in memory that knows what would survive a power cut, and can have one. It promises no more than the weakest file
// system may:
//
//   bytes    A file's bytes and permissions are durable by a sync of that file alone. Without one, a cut leaves the old
//            bytes, the new ones, or something torn: a prefix, zeros, a mixture. Permissions are old or new.
//   names    A call that changes names is one atomic operation on one or two entries (folder, name). A sync of a folder
//            makes durable every pending operation that touches an entry of it, and with it every earlier pending one that
//            shares an entry with one of those. A cut applies any subset that is closed in the same way: an operation never
//            survives without the earlier ones on its entries, nor the removal of a folder without the earlier ones inside.
//            Otherwise distinct names are independent, also in one folder.
//   files    A file that has lost its last name is there while somebody has it open. Its number is given to another file as
//            soon as nothing, durable or not, leads to it.
//   mounts   A folder may be a mount: a device of its own, whose number changes with every start of the machine.
//
// It is a value: a copy is another disk, so one moment can be cut in many ways.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fs/file_system.hpp"

namespace kedge {

enum class InodeNumber : std::uint32_t { none = 0, top = 1 };

struct MemoryInode {
  FileKind kind = FileKind::regular;
  std::uint32_t mount = 0;
  std::uint32_t permissions = 0;
  std::uint32_t links = 0;  // names that lead here now
  std::int64_t modified = 0;
  std::string bytes = {};                         // of a link: where it leads
  std::map<std::string, InodeNumber> names = {};  // of a folder
  std::string obstacle = {};                      // "immutable": nobody may change it or its name
  bool in_use = true;
  bool was_named = false;

  // What a power cut leaves for sure.
  bool synced = false;
  std::uint32_t durable_permissions = 0;
  std::string durable_bytes = {};
  std::map<std::string, InodeNumber> durable_names = {};
};

struct NameChange {
  InodeNumber folder = InodeNumber::none;
  std::string name;
  InodeNumber target = InodeNumber::none;  // none: the name goes
};

class MemoryDisk {
 public:
  MemoryDisk();

  const MemoryInode& at(InodeNumber number) const { return inodes_[static_cast<std::size_t>(number)]; }
  // What `name` leads to, or none.
  InodeNumber find(InodeNumber folder, const std::string& name) const;
  // Where an absolute path leads. Links are followed, also the last name.
  Outcome<InodeNumber> resolve(std::string_view absolute_path) const;
  // "device" of FileInfo: another one after each start.
  std::uint64_t device(InodeNumber number) const { return 100U * starts_ + at(number).mount + 1; }

  // A new inode without a name, on the mount of `near`.
  InodeNumber make(FileKind kind, InodeNumber near, std::uint32_t permissions);
  void set_bytes(InodeNumber number, std::string bytes);
  void set_permissions(InodeNumber number, std::uint32_t permissions);
  void set_obstacle(InodeNumber number, std::string obstacle);
  // One atomic change of one name, or of two.
  void change_name(NameChange change);
  void change_names(NameChange first, NameChange second);
  // REQUIRES: the folder has a name. From now on it is a device of its own.
  void make_mount(InodeNumber folder);

  void sync(InodeNumber number);
  void sync_everything();
  // Gives the numbers of inodes to which nothing leads to others. `open` are in use although they may have no name.
  void collect(std::span<const InodeNumber> open);

  // Goes on with one of the states that are legal now; the seed says which. Nothing is open afterwards.
  void cut_power(std::uint64_t seed);
  std::size_t pending_operations() const { return pending_.size(); }

  std::int64_t now() const { return now_; }
  void advance(std::int64_t nanoseconds) { now_ += nanoseconds; }

 private:
  struct Operation {
    NameChange first;
    std::optional<NameChange> second = std::nullopt;
    InodeNumber emptied = InodeNumber::none;  // the folder that it removes

    bool touches(InodeNumber folder) const;
    bool shares_entry_with(const Operation& other) const;
    // Whether the earlier operation has to be durable before this one can be.
    bool needs(const Operation& earlier) const;
  };

  MemoryInode& edit(InodeNumber number) { return inodes_[static_cast<std::size_t>(number)]; }
  void apply(Operation operation);
  void apply_now(const NameChange& change);
  void make_durable(const NameChange& change);
  void make_durable(const Operation& operation);

  std::vector<MemoryInode> inodes_;  // by number; 0 is none
  std::vector<Operation> pending_;   // in their order
  std::uint32_t mounts_ = 1;
  std::uint64_t starts_ = 0;
  std::int64_t now_ = 1'700'000'000'000'000'000;
};

}  // namespace kedge
