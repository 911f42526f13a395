#include "fs/features.hpp"

#include <filesystem>

#include "support/strings.hpp"

namespace kedge {

Outcome<std::vector<Feature>> features_of(FileSystem& fs, const Handle& folder) {
  // A name of this form that no record knows is removed by the next recovery, should we not get to it. Others may be trying the
  // same at this moment.
  const std::string probe = concat("probe-", fs.random(), '-');
  const std::string one = concat(probe, 1);
  const std::string other = concat(probe, 2);
  const std::string third = concat(probe, 3);
  for (const std::string& name : {one, other}) {
    if (const Outcome<Handle> made = fs.make_file(folder, name); !made) return std::unexpected(made.error());
  }
  const bool exchange = fs.exchange(folder, one, folder, other).has_value();
  const bool free_name = fs.move_new(folder, one, folder, third).has_value();
  const Outcome<Handle> file = fs.open_file(folder, other);
  const Outcome<FileInfo> above = fs.look(folder);
  const bool lease = file && above && fs.lease(*file, *above) == Lease::held;
  const bool unnamed = fs.make_unnamed(folder).has_value();
  best_effort(fs.remove(folder, free_name ? third : one));
  best_effort(fs.remove(folder, other));
  return std::vector<Feature>{
      {"beneath", "a folder is opened in one call that cannot be led out of the root", fs.opens_beneath()},
      {"exchange", "the old file is looked at before it goes", exchange},
      {"free_name", "create and move cannot overwrite, not even in a race", free_name},
      {"unnamed", "a new file has no name until it is complete", unnamed},
      {"lease", "who wants to write has to wait for the commit", lease},
  };
}

std::optional<std::uint64_t> free_space(const std::string& path) {
  std::error_code problem;
  const std::filesystem::space_info space = std::filesystem::space(path, problem);
  return problem ? std::nullopt : std::optional<std::uint64_t>(space.available);
}

}  // namespace kedge
