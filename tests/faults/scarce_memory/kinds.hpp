// What is asked of the program while its memory runs out: requests of a client to the server, and commands.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../tree.hpp"
#include "tested.hpp"

namespace scarce {

enum class Effect { changes, leaves, refuses };  // what it does to the files when there is memory

struct Call {
  std::string tool;
  kedge::Json arguments;
};

// One request in a folder of its own.
struct Scene {
  Server& server;
  std::filesystem::path folder;
  std::string name;  // of the folder inside the root

  std::string path(std::string_view file) const { return name + '/' + std::string(file); }
};

struct Kind {
  std::string_view name;
  Effect effect;
  Call (*prepare)(const Scene& scene);  // what comes before it, when there is memory
};

std::span<const Kind> kinds();
faults::Tree files_at_first();

// The same with a process for each command. The words are without --root, --state and --json.
using Words = std::vector<std::string>;
struct CommandScene {
  std::filesystem::path folder;
  std::string name;
  std::filesystem::path input;       // a file outside of the root
  Ended (*run)(const Words& words);  // when there is memory

  std::string path(std::string_view file) const { return name + '/' + std::string(file); }
};

struct CommandKind {
  std::string_view name;
  Effect effect;
  Words (*prepare)(const CommandScene& scene);
};

std::span<const CommandKind> command_kinds();

}  // namespace scarce
