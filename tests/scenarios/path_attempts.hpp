// All ways of changing what a path names, tried on one path after the other.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "scenarios/workplace.hpp"

namespace kedge::test {

struct Attempt {
  std::string_view what;
  bool makes;                // asks for a name that is free
  std::string_view command;  // $P is the path, $V the right version of what stands there
};

namespace attempt {
extern const Attempt write, create, replace, remove, move_away, move_to;
}

// A root with a file `seed`, and outside of it a file `secret`.
class Paths : public testing::Test {
 protected:
  Paths();

  // `setting` is put before the command.
  Finished try_to(const Attempt& by, std::string_view path, std::string_view setting = "") const;

  // No way of changing what this path names works; nothing is changed, and nothing of the secret told.
  void expect_refused(std::string_view path, std::initializer_list<std::string_view> codes) const;

  // The path is a name like any other: a file of exactly this name is made, below the root. It is gone afterwards.
  void expect_literal(std::string_view path) const;

  static constexpr std::string_view digest_of_secret = "b37e50cedcd3e3f1ff64f4afc0422084ae694253cf399326868e07a35f4a45fb";

  Workplace place;
};

}  // namespace kedge::test
