#include "scenarios/scenario_run.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <optional>

#include "edit/diff.hpp"
#include "render/unified_diff.hpp"
#include "scenarios/child_process.hpp"
#include "scenarios/scratch_folder.hpp"
#include "scenarios/undo_ids.hpp"
#include "support/strings.hpp"

namespace kedge::test {

bool is_portable() {
  const char* const wanted = std::getenv("KEDGE_FS");
  return wanted != nullptr && std::string_view(wanted) == "portable";
}

std::span<const std::string_view> file_systems() {
  static constexpr std::array<std::string_view, 2> both{"", "export KEDGE_FS=portable\n"};
  return std::span(both).last(is_portable() ? 1 : 2);
}

namespace {

// The blocks of one run, the run itself first, brought in line with what happened. Blocks that hold stay as written.
class RunBlocks {
 public:
  RunBlocks(std::vector<Block> blocks, const Fixtures& fixtures) : blocks_(std::move(blocks)), fixtures_(fixtures) {}

  // What is not said is expected to be `unsaid`.
  void happened(BlockKind kind, const std::string& value, const std::string& unsaid) {
    const bool by_argument = !form_of(kind).has_content;
    const auto said = std::ranges::find(blocks_, kind, &Block::kind);
    if (said == blocks_.end()) {
      if (value == unsaid) return;
      add(by_argument ? make_block(kind, {value}) : make_block(kind, {}, value, fixtures_));
    } else if ((by_argument ? said->arguments.front() : said->content) != value) {
      const std::string notes = by_argument ? said->content : std::string();
      if (value == unsaid && notes.empty()) {
        blocks_.erase(said);
      } else {
        *said = by_argument ? make_block(kind, {value}, notes) : make_block(kind, {}, value, fixtures_);
      }
    }
  }

  void folder_changed(const Tree& before, const Tree& now) {
    Tree unexplained = now;
    Tree missing = before;
    for (const auto& [name, bytes] : now) missing.erase(name);
    for (const auto& [name, bytes] : before) {
      if (const auto same = now.find(name); same != now.end() && same->second == bytes) unexplained.erase(name);
    }
    for (Block& block : blocks_) {
      if (block.kind != BlockKind::after && block.kind != BlockKind::gone) continue;
      const std::string name = block.arguments.front();
      const auto found = now.find(name);
      if (found == now.end()) {
        if (block.kind == BlockKind::after) block = make_block(BlockKind::gone, {name});
      } else if (block.kind == BlockKind::gone || block.content != found->second) {
        block = make_block(BlockKind::after, {name}, found->second, fixtures_);
      }
      unexplained.erase(name);
      missing.erase(name);
    }
    for (const auto& [name, bytes] : unexplained) add(make_block(BlockKind::after, {name}, bytes, fixtures_));
    for (const auto& [name, bytes] : missing) add(make_block(BlockKind::gone, {name}));
  }

  std::vector<Block> take() { return std::move(blocks_); }

 private:
  // Behind the blocks that are usually written before it.
  void add(Block block) {
    const auto later = std::ranges::find_if(blocks_, [&](const Block& other) { return other.kind > block.kind; });
    blocks_.insert(later, std::move(block));
  }

  std::vector<Block> blocks_;
  const Fixtures& fixtures_;
};

// The guard is the one thing in an answer that depends on the file system; scenarios are written for Linux's, which is mostly
// the strongest and not told.
std::string with_linux_guards(std::string output, const std::string& expected) {
  if (!is_portable()) return output;
  for (const std::string_view form : {"guard=", "\"guard\":\""}) {
    const std::string weak = concat(form, "recheck");
    std::size_t said = 0;
    for (std::size_t at = output.find(weak); at != std::string::npos; at = output.find(weak, at + 1)) {
      said = expected.find(form, said);
      if (said == std::string::npos) {
        for (const std::string_view told : {"guard=recheck\n", ",\"guard\":\"recheck\""}) {
          for (std::size_t one = output.find(told); one != std::string::npos; one = output.find(told))
            output.erase(one, told.size());
        }
        break;
      }
      said += form.size();
      const std::string word = expected.substr(said, expected.find_first_of("\"\n", said) - said);
      output.replace(at + form.size(), weak.size() - form.size(), word);
    }
  }
  return output;
}

// Every scenario runs in a folder of its own, whose path is told as ROOT, and that of its records as STATE.
std::string with_root_named(std::string output, const std::string& folder) {
  const std::string records = concat(folder.substr(0, folder.rfind('/')), "/home/state/kedge/");
  for (std::size_t at = output.find(records); at != std::string::npos; at = output.find(records, at)) {
    output.replace(at, output.find_first_of("/\"\n", at + records.size()) - at, "STATE");
  }
  for (std::size_t at = output.find(folder); at != std::string::npos; at = output.find(folder, at)) {
    output.replace(at, folder.size(), "ROOT");
  }
  return output;
}

std::span<const Block> run_at(std::span<const Block> blocks, std::size_t run) {
  std::size_t end = run + 1;
  while (end < blocks.size() && form_of(blocks[end].kind).of_a_run) ++end;
  return blocks.subspan(run, end - run);
}

}  // namespace

std::vector<std::string> plain_environment(const std::filesystem::path& home) {
  std::vector<std::string> environment{
      "PATH=/usr/local/bin:/usr/bin:/bin",
      "LC_ALL=C.UTF-8",
      "TZ=UTC",
      concat("HOME=", home.string()),
      concat("TMPDIR=", home.string()),
      concat("XDG_STATE_HOME=", (home / "state").string()),
      concat("XDG_CONFIG_HOME=", (home / "config").string()),
  };
  // Looking for leaks takes seconds at the end of every process; the unit tests look for them.
  const char* const sanitizer = std::getenv("ASAN_OPTIONS");
  environment.push_back(concat("ASAN_OPTIONS=", sanitizer != nullptr ? sanitizer : "detect_leaks=0"));
  if (const char* const threads = std::getenv("TSAN_OPTIONS")) environment.push_back(concat("TSAN_OPTIONS=", threads));
  if (is_portable()) environment.emplace_back("KEDGE_FS=portable");
  return environment;
}

std::expected<Scenario, std::string> run_scenario(const Scenario& scenario, const RunSettings& settings) try {
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "work";
  std::filesystem::create_directory(folder);
  std::filesystem::create_directory(scratch.path() / "home");
  std::vector<std::string> environment = plain_environment(scratch.path() / "home");

  UndoIds ids;
  Scenario happened{scenario.preamble, {}};
  const std::vector<Block>& blocks = scenario.blocks;
  for (std::size_t i = 0; i < blocks.size();) {
    const Block& block = blocks[i];
    if (block.kind != BlockKind::run) {
      if (block.kind == BlockKind::file) write_file(folder / block.arguments.front(), block.content);
      if (block.kind == BlockKind::env) environment.push_back(block.arguments.front());
      happened.blocks.push_back(block);
      ++i;
      continue;
    }
    const std::span<const Block> own = run_at(blocks, i);
    const auto input = std::ranges::find(own, BlockKind::input, &Block::kind);
    Command command{.program = settings.program,
                    .arguments = {block.arguments.begin() + 1, block.arguments.end()},
                    .environment = environment,
                    .folder = folder,
                    .input = input == own.end() ? std::nullopt : std::optional(input->content),
                    .patience = settings.patience};
    for (std::string& word : command.arguments) word = ids.meant(std::move(word));
    const Tree before = read_tree(folder);
    const Finished finished = run_to_end(command);
    if (finished.timed_out) {
      return std::unexpected(concat("line ", block.line, ": the run did not end within ", settings.patience.count(),
                                    " ms\nstdout: ", finished.output, "\nstderr: ", finished.errors));
    }
    RunBlocks run({own.begin(), own.end()}, settings.fixtures);
    run.happened(BlockKind::exit, std::to_string(finished.status), "0");
    const auto output = std::ranges::find(own, BlockKind::output, &Block::kind);
    run.happened(BlockKind::output,
                 with_linux_guards(with_root_named(ids.named(finished.output), folder.string()),
                                   output == own.end() ? "" : output->content),
                 "");
    run.happened(BlockKind::errors, with_root_named(ids.named(finished.errors), folder.string()), "");
    run.folder_changed(before, read_tree(folder));
    for (Block& told : run.take()) happened.blocks.push_back(std::move(told));
    i += own.size();
  }
  return happened;
} catch (const std::exception& failure) {
  return std::unexpected(failure.what());
}

std::string mismatch(const Scenario& expected, const Scenario& happened) {
  const Text before(print_with_fixtures_written_out(expected));
  const Text after(print_with_fixtures_written_out(happened));
  return unified_diff(before, after, diff_lines(before, after, LineKey::bytes), {"expected", "happened"});
}

}  // namespace kedge::test
