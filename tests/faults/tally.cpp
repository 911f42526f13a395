#include "tally.hpp"

#include <algorithm>
#include <cstdio>

#include "support/strings.hpp"

namespace faults {
namespace {

constexpr std::size_t told_in_full = 3;  // of each kind of fault in each row

}  // namespace

void Tally::fault(const std::string& what, const std::string& story) {
  if (++faults_[what] > told_in_full) return;
  std::printf("%s: %s\n  %s\n", what.c_str(), title_.c_str(), kedge::printable(story).c_str());
}

void Tally::judge(Verdict verdict, const std::string& where, const std::string& story) {
  if (verdict == Verdict::before || verdict == Verdict::after) {
    saw(std::string(to_word(verdict)));
  } else {
    fault(std::string(to_word(verdict)), kedge::concat(where, ": ", story));
  }
}

void Tally::judge(const Aftermath& aftermath, const std::string& where) {
  judge(aftermath.verdict, where, aftermath.difference);
  if (!aftermath.not_recovered.empty()) fault("not recovered", kedge::concat(where, ": ", aftermath.not_recovered));
  if (!aftermath.not_stable.empty()) fault("not stable", kedge::concat(where, ": ", aftermath.not_stable));
  if (!aftermath.not_usable.empty()) fault("not usable", kedge::concat(where, ": ", aftermath.not_usable));
}

std::size_t Tally::faults() const {
  std::size_t sum = 0;
  for (const auto& [what, times] : faults_) sum += times;
  return sum;
}

bool Tally::has_all(std::string_view names) const {
  while (!names.empty()) {
    const std::string name(names.substr(0, names.find(',')));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    const auto it = faults_.find(name);
    if (it == faults_.end() || it->second == 0) return false;
  }
  return true;
}

std::string Tally::row() const {
  std::string out = kedge::concat(title_, ": ", points_, " points");
  for (const auto& [what, times] : seen_) kedge::append(out, kedge::concat(", ", what, ' ', times));
  kedge::append(out, ';');
  for (const auto& [what, times] : faults_) kedge::append(out, kedge::concat(' ', what, ' ', times));
  return out;
}

void Tally::add(const Tally& other) {
  points_ += other.points_;
  for (const auto& [what, times] : other.seen_) seen_[what] += times;
  for (const auto& [what, times] : other.faults_) faults_[what] += times;
}

}  // namespace faults
