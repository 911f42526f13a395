// Where the program under test works: its root, its state, the content files that it is given, and how it is called there.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "change.hpp"
#include "private_mounts.hpp"
#include "program.hpp"
#include "tree.hpp"

namespace faults {

enum class Layout { one, two };       // file systems for root and state
enum class Calls { best, portable };  // which system calls kedge may use

struct Subject {
  std::filesystem::path binary;
  Layout layout = Layout::one;
  Calls calls = Calls::best;

  bool is_usual() const { return layout == Layout::one && calls == Calls::best; }
};

class Place {
 public:
  // In three folders, which may be on different file systems.
  Place(const Subject& subject, const std::filesystem::path& for_root, const std::filesystem::path& for_state,
        const std::filesystem::path& for_inputs);

  std::filesystem::path root, state, inputs;
  std::filesystem::path aside;  // a free name on the root's disk, outside of the root

  // Puts the content files of a change where the program runs: once, since files that are written again and again wait for
  // the disk.
  void take_inputs(const Change& change) const;
  // The root as it is before the change, and no state but that of earlier calls.
  void prepare(const Change& change) const;

  Program asked_for(const Change& change) const;
  Program doctor() const;
  Program called(std::vector<std::string> arguments) const;

 private:
  std::filesystem::path binary_;
  std::vector<std::string> environment_;
};

// A place on the disk of the temporary folder, or in memory where it is not about disks and they would only be slower. With
// Layout::two the state is on a file system of its own in memory.
class Site {
 public:
  explicit Site(const Subject& subject, Medium medium = Medium::disk);
  Place* operator->() { return &*place_; }
  Place& operator*() { return *place_; }

 private:
  Scratch scratch_;
  Scratch inputs_{Medium::memory};
  std::unique_ptr<MemoryDisk> second_;
  std::unique_ptr<Place> place_;
};

// What recovery makes of a place where kedge was interrupted. Empty texts: all is well.
struct Aftermath {
  Verdict verdict = Verdict::torn;
  std::string not_recovered;  // the first doctor's complaint
  std::string not_stable;     // what a second doctor changed
  std::string not_usable;     // why an ordinary write failed then
  std::string difference;     // from the nearer of the two trees, unless it is one of them
};
Aftermath recover(const Place& place, const Change& change);
// The same without the second doctor and the write that follows.
Aftermath recover_briefly(const Place& place, const Change& change);

}  // namespace faults
