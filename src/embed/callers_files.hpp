// The files of a program that kedge is embedded in, as a disk. Below the root they are the program's own, reached by the
// functions of kedge_files; everything else, and so kedge's state folder, is in memory.
//
// An exchange with a file of the program's is its `replace` with the bytes that the file has at that moment, read just before;
// the file that leaves the tree goes on in memory, with the same identity. So the commit works as on a real disk: it compares
// what it has displaced with what it expected, and puts it back if it differs. What a crash of the process leaves of a batch of
// several files is up to the program, as nothing in memory survives it.
//
// The program may lie: what it says it has replaced or removed is read again before it is believed.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "fs/file_system.hpp"
#include "kedge.h"
#include "support/ordered_mutex.hpp"

namespace kedge::embed {

class CallersFiles final : public FileSystem {
 public:
  // `root` is absolute: what the program's tree is called. REQUIRES: the functions live as long as this.
  CallersFiles(const kedge_files& files, const std::string& root);

  Outcome<Handle> open_root(const std::string& absolute_path) override;
  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  Outcome<Handle> open_file(const Handle& folder, const std::string& name) override;
  Outcome<Handle> open_for_writing(const Handle& folder, const std::string& name) override;
  Outcome<Handle> make_file(const Handle& folder, const std::string& name) override;
  Outcome<Handle> make_unnamed(const Handle& folder) override;
  Outcome<void> give_name(const Handle& unnamed, const Handle& folder, const std::string& name) override;
  void close(int id) override;
  Outcome<void> close_checked(int id) override;

  Outcome<FileInfo> look(const Handle& open) override;
  Outcome<FileInfo> look_at(const Handle& folder, const std::string& name) override;
  Outcome<std::string> read_link(const Handle& folder, const std::string& name) override;
  Outcome<std::string> read(const Handle& file, std::size_t limit) override;
  Outcome<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) override;
  Outcome<std::vector<std::string>> list(const Handle& folder) override;
  Outcome<std::vector<NamedKind>> list_kinds(const Handle& folder) override;
  Outcome<bool> may_write(const Handle& folder, const std::string& name) override;
  Outcome<std::string> write_obstacle(const Handle& file) override;
  bool same_mount(const FileInfo& folder, const FileInfo& other) override;
  Outcome<std::string> identity_of(const Handle& folder) override;

  Outcome<void> write(const Handle& file, std::string_view bytes) override;
  Outcome<void> inherit(const Handle& file, const Handle& folder) override;
  Outcome<MetadataCopy> copy_metadata(const Handle& from, const FileInfo& old, const Handle& to, const FileInfo& fresh,
                                      bool inherits) override;
  Outcome<void> set_executable(const Handle& file, bool executable) override;
  Outcome<FileAttributes> attributes_of(const Handle& file) override;
  Outcome<std::vector<std::string>> give_attributes(const Handle& file, const FileAttributes& attributes) override;
  Outcome<void> sync(const Handle& open) override;
  Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                         const std::string& other_name) override;
  Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> move_over(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> link(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> remove(const Handle& folder, const std::string& name) override;
  Outcome<void> make_folder(const Handle& folder, const std::string& name, FolderKind kind) override;
  Outcome<void> remove_folder(const Handle& folder, const std::string& name) override;

  Lease lease(const Handle& /*file*/, const FileInfo& /*folder*/) override { return Lease::unavailable; }
  bool lease_holds(const Handle& /*file*/) override { return false; }
  void end_lease(const Handle& /*file*/) override {}
  Outcome<bool> try_lock(const Handle& file) override;
  void pause(std::uint32_t microseconds) override;
  std::int64_t now() override;
  std::uint64_t random() override;
  std::string_view kind() const override { return "the program's own"; }

 private:
  // A file or folder. One that is the program's has a path there, and its bytes are asked for when they are needed.
  struct Node {
    FileKind kind = FileKind::regular;
    std::uint64_t number = 0;
    std::uint32_t permissions = 0600;
    std::int64_t modified = 0;
    bool is_callers = false;
    std::string path = {};                                    // of the program's, relative to the root
    std::string bytes = {};                                   // of one in memory
    std::map<std::string, std::shared_ptr<Node>> names = {};  // of a folder in memory
  };
  using SharedNode = std::shared_ptr<Node>;

  // What a name in a folder means; `node` is null if there is nothing.
  struct Entry {
    SharedNode folder;
    std::string name;
    SharedNode node;

    std::string callers_path() const { return folder->path.empty() ? name : folder->path + "/" + name; }
  };

  // Each REQUIRES: the lock is held.
  Handle opened(SharedNode node);
  Outcome<SharedNode> node_of(const Handle& handle) const;
  Outcome<Entry> entry(const Handle& folder, const std::string& name);
  Outcome<Entry> existing(const Handle& folder, const std::string& name);
  Outcome<Entry> vacant(const Handle& folder, const std::string& name);
  Outcome<SharedNode> callers_node(const std::string& path);
  Outcome<kedge_file_info> look_up(const std::string& path);
  Outcome<FileInfo> info(Node& node);
  Outcome<std::string> bytes_of(const Node& node, std::size_t limit);
  Outcome<void> put_callers(const std::string& path, const Node& node, const std::string* expected);
  Outcome<void> take_callers(const std::string& path, const std::string& expected);
  Outcome<SharedNode> resolve(const std::string& absolute_path);
  SharedNode make_node(FileKind kind, std::uint32_t permissions);
  void enter_callers(const SharedNode& node, const std::string& path);
  void leave_callers(const SharedNode& node, std::string bytes);

  const kedge_files& files_;
  OrderedMutex mutex_{LockOrder::callers_files};  // guards everything, and the program's functions
  SharedNode top_;
  std::map<int, SharedNode> open_;
  std::set<const Node*> locked_;
  std::map<int, const Node*> lock_of_;
  std::map<std::string, std::weak_ptr<Node>> callers_;  // those that are known, by path
  int next_id_ = 1;
  std::uint64_t next_number_ = 1;
};

}  // namespace kedge::embed
