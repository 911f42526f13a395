// What a part of the battery has seen. Every fault counts, the first few are told in full.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "change.hpp"
#include "place.hpp"

namespace faults {

// Counts by name, printed as one row.
class Tally {
 public:
  explicit Tally(std::string title) : title_(std::move(title)) {}

  void point() { ++points_; }
  std::size_t points() const { return points_; }
  void saw(const std::string& what, std::size_t times = 1) { seen_[what] += times; }  // to be told, no fault
  void fault(const std::string& what, const std::string& story);
  void judge(const Aftermath& aftermath, const std::string& where);  // counts what was found, and its faults
  void judge(Verdict verdict, const std::string& where, const std::string& story);

  std::size_t faults() const;
  bool has_all(std::string_view names) const;  // of faults, with commas between
  std::string row() const;
  void add(const Tally& other);

 private:
  std::string title_;
  std::size_t points_ = 0;
  std::map<std::string, std::size_t> seen_;
  std::map<std::string, std::size_t> faults_{{"torn", 0}, {"mixed", 0}, {"leftover", 0}};
};

}  // namespace faults
