// A root on a disk in memory, a session in it, and somebody else who changes its files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "plan/session.hpp"
#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge::test {

class MemorySession {
 public:
  MemorySession() {
    others_.make_folder("/root");
    others_.make_folder("/state");
    workspace_.emplace(Workspace::open(fs_, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
    session_.emplace(Session{.workspace = *workspace_, .store = *store_, .id = "test"});
  }

  Session& operator*() { return *session_; }
  Session* operator->() { return &*session_; }

  void put(const std::string& name, std::string bytes) { others_.make_file("/root/" + name, std::move(bytes)); }
  void permit(const std::string& name, std::uint32_t permissions) { others_.set_permissions("/root/" + name, permissions); }
  void put_in_folder(const std::string& folder, const std::string& name, std::string bytes) {
    others_.make_folder("/root/" + folder);
    put(folder + '/' + name, std::move(bytes));
  }
  void rewrite(const std::string& name, std::string bytes) { others_.rewrite("/root/" + name, std::move(bytes)); }
  std::string bytes(const std::string& name) const { return others_.read("/root/" + name).value_or("gone"); }
  std::uint32_t permissions(const std::string& name) { return fs_.look_at(fs_.open_root("/root").value(), name)->permissions; }

 private:
  MemoryFileSystem fs_;
  ForeignParty others_{fs_};
  std::unique_ptr<Store> store_ = memory_store();
  std::optional<Workspace> workspace_;
  std::optional<Session> session_;
};

}  // namespace kedge::test
