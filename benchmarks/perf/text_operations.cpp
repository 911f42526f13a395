#include <memory>

#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"
#include "text/newlines.hpp"

namespace kedge::bench {
namespace {

Run count_every_newline(std::uint32_t lines) {
  return {[text = shown(lines)] { return count_newlines(text.bytes()); }};
}

Run find_every_newline(std::uint32_t lines) {
  return {[text = shown(lines), offsets = std::vector<std::uint32_t>(lines)]() mutable {
    return static_cast<std::size_t>(offsets_behind_newlines(text.bytes(), offsets.data()) - offsets.data());
  }};
}

Run build_line_table(std::uint32_t lines) {
  struct State {
    std::string fresh;
    Text made;
  };
  const auto state = std::make_shared<State>();
  const auto work = [state] {
    state->made = Text(std::move(state->fresh));
    return std::size_t{state->made.line_count()};
  };
  const auto set_up = [state, text = shown(lines)] { *state = {std::string(text.bytes()), Text()}; };
  return {work, set_up};
}

Run hash_every_line(std::uint32_t lines) {
  return {[text = shown(lines)] { return std::size_t{line_hashes(text).back().digest.front()}; }};
}

Run rate_every_line(std::uint32_t lines) {
  return {[text = shown(lines)] { return static_cast<std::size_t>(line_qualities(text).back()); }};
}

}  // namespace

std::vector<Operation> text_operations() {
  return {
      {"text", "count newlines", Floor::scan, &count_every_newline},
      {"text", "find newlines", Floor::scan, &find_every_newline},
      {"text", "line table of a text", Floor::scan, &build_line_table},
      {"text", "hash every line", Floor::scan, &hash_every_line},
      {"text", "rate every line", Floor::scan, &rate_every_line},
  };
}

}  // namespace kedge::bench
