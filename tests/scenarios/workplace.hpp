// A root to work in, with a home beside it and a folder that is none of the program's business; and a shell in it. For what a
// scenario cannot set up with files alone.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/child_process.hpp"
#include "scenarios/scratch_folder.hpp"

namespace kedge::test {

// What can be told of every file in some folders without changing any: kind, permissions, owner, names, size, time and
// bytes. Of a folder only what is no consequence of what it holds.
using Facts = std::map<std::string, std::string>;

class Workplace {
 public:
  explicit Workplace(const std::filesystem::path& parent = std::filesystem::temp_directory_path());

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path home() const { return scratch_.path() / "home"; }
  std::filesystem::path outside() const { return scratch_.path() / "outside"; }
  std::filesystem::path state() const { return home() / "state" / "kedge"; }  // where the program keeps its records

  // For all commands that follow: NAME=VALUE.
  void set(std::string variable);

  // Runs a shell command in the root. $K is the program, $OUTSIDE the other folder, $STATE the state, and `version FILE` the
  // SHA-256 of a file.
  Finished shell(std::string_view command) const;
  // The same, seeing mounts that nobody else sees.
  Finished shell_with_own_mounts(std::string_view command) const;

  // The program itself in the root, to be started.
  Command program(std::vector<std::string> arguments) const;

  Facts facts() const;  // of the root and of what is outside
  std::string bytes(const std::string& name) const { return read_file_bytes(root_ / name); }

 private:
  Finished run(const std::filesystem::path& program, std::vector<std::string> arguments, std::string_view command) const;

  ScratchFolder scratch_;
  std::filesystem::path root_;
  std::vector<std::string> environment_;
};

// For the shell: writes `new` to the file `a`, whatever stands in it.
inline constexpr std::string_view replace_a = "printf new | $K write a --expected-version $(version a)";

// The program did what it was asked for.
testing::AssertionResult succeeded(const Finished& finished);
// It refused with one of these codes, and said so in the way it says everything.
testing::AssertionResult refused(const Finished& finished, std::initializer_list<std::string_view> codes);
// The same with status 3: the system failed.
testing::AssertionResult failed(const Finished& finished, std::initializer_list<std::string_view> codes);
testing::AssertionResult says(const Finished& finished, std::string_view text);  // on either stream

// Why this process may not do something, or nothing if it may.
std::string why_not_root();       // act as other users, change flags of files
std::string why_no_own_mounts();  // mount what nobody else sees

}  // namespace kedge::test
