// A root and a state folder on a disk in memory, and a process that works on them until it ends or is ended.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "commit/commit.hpp"
#include "model/reference.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge::model {

struct Setting {
  std::string_view name;
  bool one_mount;
  bool exchange;  // and all else that Linux has
  bool leases;
  bool in_place = false;  // where a file is replaced
  bool unnamed = false;   // files without a name, though nothing else that Linux has
};

inline constexpr std::array settings{
    Setting{"OneMountWithExchange", true, true, true},
    Setting{"TwoMountsWithExchange", false, true, true},
    Setting{"OneMountPortable", true, false, false},
    Setting{"TwoMountsPortable", false, false, false},
    Setting{"OneMountWithoutExchange", true, false, false, false, true},
};
inline constexpr std::array settings_in_place{
    Setting{"OneMountInPlace", true, true, true, true},
    Setting{"TwoMountsInPlacePortable", false, false, false, true},
};
void PrintTo(const Setting& setting, std::ostream* out);

MemoryOptions options_for(const Setting& setting, std::uint64_t seed);
WorkspaceSettings workspace_settings();
// Need is where nobody can tell whether a file is a mount of its own: in the settings in place.
inline const CommitOptions in_place_if_need_be{.in_place = true};

// A disk with an empty root and these files in it, all durable.
MemoryDisk disk_with(const Setting& setting, const Files& files);

// What is in the root now. A file with a second name shows the number of its names in its bytes: none should have one.
Files files_of(MemoryFileSystem& fs);
// Everything that kedge keeps: paths relative to the state folder.
std::map<std::string, std::string> state_of(MemoryFileSystem& fs);
// What its tx folder holds.
std::vector<std::string> tx_of(MemoryFileSystem& fs);

// One process: opens the workspace and commits the batches one after the other.
struct Ran {
  std::size_t acknowledged = 0;
  std::optional<Error> refused = std::nullopt;  // by the open or by the batch behind those that were acknowledged
  bool stopped = false;
  std::string_view at_call;  // where it was stopped
  std::size_t calls = 0;
  std::vector<std::string> remarks = {};
  std::size_t recovered = 0;  // changes of earlier processes that were finished or taken back
};
// `stop` is the call that is not made any more, from 1; 0: it runs to its end.
Ran run(MemoryFileSystem& memory, std::span<const Batch> batches, std::size_t stop);

}  // namespace kedge::model
