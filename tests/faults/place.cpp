#include "place.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/strings.hpp"

namespace faults {
namespace fs = std::filesystem;

namespace {

Node afterwards() { return {0644, sample("afterwards", 500)}; }

// Displaced files go when two seconds have passed, and a slow machine may take longer from one look to the next.
Tree without_displaced(Tree state) {
  const std::string ending = ".done";
  std::vector<std::string> done;
  for (const auto& [name, node] : state) {
    if (name.ends_with(ending)) done.push_back(name.substr(0, name.size() - ending.size()));
  }
  std::erase_if(state, [&](const auto& entry) {
    return entry.first.ends_with(ending) || std::ranges::any_of(done, [&](const std::string& record) {
             return entry.first.starts_with(kedge::concat(record, '-'));
           });
  });
  return state;
}

}  // namespace

Place::Place(const Subject& subject, const fs::path& for_root, const fs::path& for_state, const fs::path& for_inputs)
    : root(for_root / "root"),
      state(for_state / "state"),
      inputs(for_inputs),
      aside(for_root / "aside"),
      binary_(subject.binary) {
  fs::create_directories(root);
  environment_ = {"HOME=/nonexistent", "LC_ALL=C"};
  if (subject.calls == Calls::portable) environment_.emplace_back("KEDGE_FS=portable");
  // How a stand-in for kedge shall misbehave.
  if (const char* careless = std::getenv("KEDGE_CARELESS"))
    environment_.emplace_back(kedge::concat("KEDGE_CARELESS=", careless));
}

void Place::take_inputs(const Change& change) const {
  remove_contents(inputs);
  for (const auto& [name, bytes] : change.inputs) write_bytes(inputs / name, bytes);
  write_bytes(inputs / "afterwards", afterwards().bytes);
  write_bytes(inputs / "afterwards.list", "create\tafterwards.txt\tafterwards\n");
}

void Place::prepare(const Change& change) const {
  fs::remove_all(root);  // with the directory itself, which on some disks never shrinks
  fs::remove_all(state);
  fs::create_directory(root);
  write_tree(root, change.at_first.value_or(change.before));
  for (const std::vector<std::string>& arguments : change.earlier) {
    if (const Ended ended = run(called(arguments)); ended.status != 0) {
      throw std::runtime_error(kedge::concat("a call that comes first failed: ", to_text(ended)));
    }
  }
}

Program Place::called(std::vector<std::string> arguments) const {
  for (const char* word : {"--root", root.c_str(), "--state", state.c_str(), "--json"}) arguments.emplace_back(word);
  return {binary_, std::move(arguments), environment_, inputs};
}

Program Place::asked_for(const Change& change) const { return called(change.arguments); }

Program Place::doctor() const { return called({"doctor", "--recover"}); }

Site::Site(const Subject& subject, Medium medium) : scratch_(medium) {
  fs::path for_state = scratch_.path();
  if (subject.layout == Layout::two) {
    enter_private_mounts();
    for_state /= "second";
    second_ = std::make_unique<MemoryDisk>(for_state, "size=64m");
  }
  place_ = std::make_unique<Place>(subject, scratch_.path(), for_state, inputs_.path());
}

Aftermath recover_briefly(const Place& place, const Change& change) {
  Aftermath aftermath;
  if (const Ended doctor = run(place.doctor()); doctor.status != 0) aftermath.not_recovered = to_text(doctor);
  const Tree found = read_tree(place.root);
  aftermath.verdict = judged(found, change);
  if (aftermath.verdict == Verdict::before || aftermath.verdict == Verdict::after) return aftermath;
  aftermath.difference =
      kedge::concat("from before:", difference(found, change.before), " from after:", difference(found, change.after));
  return aftermath;
}

Aftermath recover(const Place& place, const Change& change) {
  Aftermath aftermath = recover_briefly(place, change);
  const Tree found = read_tree(place.root);
  const Tree kept = without_displaced(read_tree(place.state));
  if (const Ended again = run(place.doctor()); again.status != 0) aftermath.not_stable = to_text(again);
  aftermath.not_stable +=
      difference(read_tree(place.root), found) + difference(without_displaced(read_tree(place.state)), kept);

  if (const Ended ended = run(place.called({"commit", "--input", "afterwards.list"})); ended.status != 0) {
    aftermath.not_usable = to_text(ended);
  }
  Tree wanted = found;
  wanted["afterwards.txt"] = afterwards();
  aftermath.not_usable += difference(read_tree(place.root), wanted);
  return aftermath;
}

}  // namespace faults
