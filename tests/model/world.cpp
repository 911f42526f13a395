#include "model/world.hpp"

#include "support/strings.hpp"

namespace kedge::model {

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

MemoryOptions options_for(const Setting& setting, std::uint64_t seed) {
  return {.exchange = setting.exchange,
          .move_new = setting.exchange,
          .make_unnamed = setting.exchange || setting.unnamed,
          .leases = setting.leases,
          .park = true,
          .tells_mounts = !setting.in_place,
          .seed = seed};
}

WorkspaceSettings workspace_settings() { return {.root = {.path = "/root"}, .state = {.folder = "/state"}}; }

MemoryDisk disk_with(const Setting& setting, const Files& files) {
  MemoryFileSystem fs;
  ForeignParty user(fs);
  user.make_folder("/root");
  if (setting.one_mount) {
    user.make_folder("/state");
  } else {
    user.make_mount("/state");
  }
  for (const auto& [path, file] : files) {
    if (path.ends_with('/')) {
      user.make_folder(concat("/root/", path.substr(0, path.size() - 1)));
    } else {
      user.make_file(concat("/root/", path), file.bytes, file.permissions);
    }
  }
  fs.disk().sync_everything();
  return fs.disk();
}

Files files_of(MemoryFileSystem& fs) {
  Files files;
  for (auto& [path, bytes] : ForeignParty(fs).tree("/root")) {
    const MemoryInode& inode = fs.disk().at(*fs.disk().resolve(concat("/root/", path)));
    if (inode.kind == FileKind::folder) {
      files[path] = {"", 0};
    } else {
      files[path] = {inode.links == 1 ? bytes : concat(bytes, " (", inode.links, " names)"), inode.permissions};
    }
  }
  return files;
}

std::map<std::string, std::string> state_of(MemoryFileSystem& fs) { return ForeignParty(fs).tree("/state"); }

std::vector<std::string> tx_of(MemoryFileSystem& fs) {
  std::vector<std::string> names;
  for (const auto& [path, bytes] : state_of(fs)) {
    const std::size_t found = path.find("/tx/");
    if (found != std::string::npos && found + 4 < path.size()) names.push_back(path.substr(found + 4));
  }
  return names;
}

Ran run(MemoryFileSystem& memory, std::span<const Batch> batches, std::size_t stop) {
  Ran ran;
  {
    FaultyFileSystem fs(memory);
    fs.stop_at(stop);
    try {
      Result<Workspace> workspace = Workspace::open(fs, workspace_settings());
      if (!workspace) {
        ran.refused = std::move(workspace).error();
      } else {
        ran.remarks = workspace->warnings();
        ran.recovered = workspace->recovered().finished + workspace->recovered().rolled_back;
        for (const Batch& batch : batches) {
          Result<CommitReceipt> receipt = commit(*workspace, batch, in_place_if_need_be);
          if (!receipt) {
            ran.refused = std::move(receipt).error();
            break;
          }
          ++ran.acknowledged;
          ran.remarks.insert(ran.remarks.end(), receipt->warnings.begin(), receipt->warnings.end());
        }
      }
    } catch (const Stopped&) {
      ran.stopped = true;
    }
    ran.at_call = fs.broken_call();
    ran.calls = fs.calls();
  }
  memory.end_process();
  return ran;
}

}  // namespace kedge::model
