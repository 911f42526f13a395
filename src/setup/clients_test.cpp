#include "setup/clients.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fs/protected_paths.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::vector<ClientFile> files_of(const Client& client) {
  std::vector<ClientFile> files(client.files.begin(), client.files.end());
  if (client.settings_files) files.insert(files.end(), client.settings_files->begin(), client.settings_files->end());
  return files;
}

// A client starts what its configuration names: whoever may write that may run programs.
TEST(Clients, EveryFileOfEveryClientIsProtected) {
  const ProtectedPaths project;
  const ProtectedPaths home{.home = HomeView("/home/me", "/home/me")};
  for (const Client& client : clients()) {
    for (const ClientFile& file : files_of(client)) {
      for (const std::string_view path : {file.path, file.instead}) {
        if (path.empty()) continue;
        const std::string whole = file.base == Base::config ? concat(".config/", path) : std::string(path);
        const ProtectedPaths& rules = file.base == Base::root ? project : home;
        EXPECT_NE(rules.rule(whole, Access::write), nullptr) << client.name << ": " << whole;
        if (file.base != Base::root) continue;
        EXPECT_NE(rules.rule(concat("a/b/", whole), Access::write), nullptr) << client.name;
      }
    }
  }
}

}  // namespace
}  // namespace kedge
