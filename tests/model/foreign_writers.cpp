// Somebody else comes to a file of a commit before every single call of it. Whatever they wrote is in the file, or kept where a
// remark says; and where the commit was refused, the file is as they left it.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/model_run.hpp"
#include "model/world.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::model {
namespace {

constexpr std::string_view theirs = "THEIRS";
constexpr std::int64_t one_hour = 3'600'000'000'000;
const std::size_t cuts_of_a_meeting = is_long_form() ? 18 : 3;

// `mapped` writes as many bytes as were there, so that no size tells of it. `held` does so to the file that it mapped before
// the commit began, whatever has become of its name.
enum class Deed { append, rewrite, mapped, held, replace, remove, create };
constexpr std::array<std::string_view, 7> deed_names{"append", "rewrite", "mapped", "held", "replace", "remove", "create"};

std::string as_long_as(const std::string& before) {
  std::string bytes(theirs);
  bytes.resize(before.size(), '.');
  return bytes;
}

// Whether there was anything to do it to.
bool commit_deed(ForeignParty& party, Deed deed, const std::string& path) {
  if (party.read(path).has_value() == (deed == Deed::create)) return false;
  const std::string bytes(theirs);
  switch (deed) {
    case Deed::append: party.append(path, bytes); break;
    case Deed::rewrite: party.rewrite(path, bytes); break;
    case Deed::mapped:
    case Deed::held: party.rewrite_mapped(path, as_long_as(*party.read(path))); break;
    case Deed::replace: party.replace(path, bytes); break;
    case Deed::remove: party.remove(path); break;
    case Deed::create: party.make_file(path, bytes); break;
  }
  return true;
}

struct Meeting {
  std::string_view name;
  Batch changes;
  std::string path;  // where they meet
};

const Files& files_before() {
  static const Files files{{"a", {"the old a\n"}}, {"b", {"the old b\n"}}, {"sub/", {"", 0}}, {"sub/c", {"the old c\n", 0755}}};
  return files;
}

std::vector<Meeting> meetings() {
  const Files& files = files_before();
  const Batch three{replace(files, "a", "the new a\n"), create("sub/d", "a new file\n"), remove(files, "b")};
  const Batch with_move{replace(files, "a", "the new a\n"), move(files, "sub/c", "sub/d")};
  const Batch rewritten{move_rewritten(files, "sub/c", "sub/d", "the new c\n")};
  return {{"one replaced", {replace(files, "a", "the new a\n")}, "a"},
          {"one removed", {remove(files, "a")}, "a"},
          {"one moved", {move(files, "a", "d")}, "a"},
          {"one moved, at its new name", {move(files, "a", "d")}, "d"},
          {"one moved and rewritten", rewritten, "sub/c"},
          {"one moved and rewritten, at its new name", rewritten, "sub/d"},
          {"the permission of one", {executable(replace(files, "a", "the old a\n"), true)}, "a"},
          {"one created", {create("d", "a new file\n")}, "d"},
          {"one created in a new folder", {create("new/d", "a new file\n")}, "new/d"},
          {"three, at the replaced one", three, "a"},
          {"three, at the created one", three, "sub/d"},
          {"three, at the removed one", three, "b"},
          {"two, at the moved one", with_move, "sub/c"},
          {"two, at the new name of the moved one", with_move, "sub/d"}};
}

// What became of a commit and of the other's deed.
struct Met {
  bool came = false;     // before the commit was done
  bool did = false;      // what they came for
  bool to_base = false;  // to the file that the commit was made for
  std::optional<Error> refused = std::nullopt;
  std::string told = {};  // everything that was said
  Files files = {};
  std::map<std::string, std::string> state = {};

  bool has_theirs(const auto& tree, const auto& bytes_of) const {
    return std::ranges::any_of(tree, [&](const auto& row) { return bytes_of(row.second).find(theirs) != std::string::npos; });
  }
  bool in_the_root() const {
    return has_theirs(files, [](const ModelFile& file) { return file.bytes; });
  }
  bool in_the_state() const {
    return has_theirs(state, [](const std::string& bytes) { return bytes; });
  }
};

bool in_place(Deed deed) { return deed != Deed::replace && deed != Deed::remove && deed != Deed::create; }

// When the power fails: when the process has answered or was stopped, or when somebody has looked after what was displaced.
enum class Cut { never, at_its_end, later };
struct End {
  std::size_t stop = 0;  // the call of the commit that is not made any more; 0: it comes to its end
  Cut cut = Cut::never;
  std::uint64_t seed = 0;
};

Met meet(const Setting& setting, const Meeting& meeting, Deed deed, std::size_t call, const End& end) {
  Met met;
  MemoryFileSystem fs(options_for(setting, 1), disk_with(setting, files_before()));
  ForeignParty party(fs);
  const std::string path = concat("/root/", meeting.path);
  const auto held = fs.disk().resolve(path);
  const auto act = [&] {
    met.did = true;
    met.to_base = deed == Deed::held || fs.disk().resolve(path) == held;
    if (deed == Deed::held) {
      fs.disk().set_bytes(*held, as_long_as(fs.disk().at(*held).bytes));
      fs.disk().sync(*held);
    } else {
      met.did = commit_deed(party, deed, path);
    }
  };
  {
    // Keeps its number from being given away.
    const Handle root = fs.open_root("/root/" + meeting.path.substr(0, meeting.path.find('/') + 1)).value_or(Handle());
    const auto mapping = fs.open_file(root, meeting.path.substr(meeting.path.find('/') + 1));
    FaultyFileSystem process(fs);
    try {
      Result<Workspace> workspace = Workspace::open(process, workspace_settings());
      if (!workspace) return met;
      fs.before_call(call, [&] {
        met.came = true;
        act();
      });
      if (end.stop > 0) process.stop_at(process.calls() + end.stop);
      Result<CommitReceipt> receipt = commit(*workspace, meeting.changes);
      if (receipt) {
        met.told = join(receipt->warnings, "\n");
      } else {
        met.told = to_text(receipt.error());
        met.refused = std::move(receipt).error();
      }
    } catch (const Stopped&) {
      met.told = "stopped";
    }
    if (!met.came && deed == Deed::held) act();
  }
  fs.end_process();
  if (end.cut == Cut::at_its_end) fs.crash(end.seed);
  // Later somebody looks again.
  for (int i = 0; i < 3; ++i) {
    append(met.told, join(run(fs, {}, 0).remarks, "\n"));
    fs.advance(one_hour);
    if (end.cut == Cut::later && i == 1) fs.crash(end.seed);
  }
  met.files = files_of(fs);
  met.state = state_of(fs);
  return met;
}

// The file as it would be if only they had been there.
std::optional<std::string> left_by_them(Deed deed, const std::string& path) {
  const auto found = files_before().find(path);
  const std::string before = found == files_before().end() ? "" : found->second.bytes;
  switch (deed) {
    case Deed::append: return before + std::string(theirs);
    case Deed::rewrite:
    case Deed::replace:
    case Deed::create: return std::string(theirs);
    case Deed::mapped:
    case Deed::held: return as_long_as(before);
    case Deed::remove: return std::nullopt;
  }
  return std::nullopt;
}

class ForeignWriters : public testing::TestWithParam<Setting> {
 protected:
  static std::vector<Deed> deeds_at(const Meeting& meeting) {
    if (!files_before().contains(meeting.path)) return {Deed::create};
    return {Deed::append, Deed::rewrite, Deed::mapped, Deed::held, Deed::replace, Deed::remove};
  }

  // All other files are as they should be, and there are none but those.
  static Files without(Files files, const Meeting& meeting) {
    files.erase(meeting.path);
    for (const FileChange& change : meeting.changes) {
      if (change.kind != ChangeKind::move || (change.path != meeting.path && change.destination != meeting.path)) continue;
      files.erase(change.path);
      files.erase(change.destination);
    }
    std::erase_if(files, [](const auto& row) { return row.first == "new/"; });
    return files;
  }

  void check(const Met& met, const Meeting& meeting, Deed deed) {
    if (met.refused && met.refused->code == Code::indeterminate) return;
    const Files expected = met.refused ? files_before() : after(files_before(), meeting.changes);
    EXPECT_EQ(without(met.files, meeting), without(expected, meeting));
    if (!met.did) {
      EXPECT_FALSE(met.refused) << "nobody did anything";
      return;
    }
    if (met.refused) {
      const auto found = met.files.find(meeting.path);
      const auto bytes = found == met.files.end() ? std::nullopt : std::optional(found->second.bytes);
      EXPECT_EQ(bytes, left_by_them(deed, meeting.path)) << "refused, but the file is not as they left it";
    }
    if (deed == Deed::remove || met.in_the_root()) return;
    if (met.in_the_state()) {
      EXPECT_NE(met.told.find("kept"), std::string::npos) << "kept, but nobody was told";
    } else if (GetParam().exchange && (deed != Deed::held || GetParam().one_mount)) {
      ADD_FAILURE() << "their bytes are lost";
    } else {
      ++lost;  // see docs/commit.md
    }
  }

  static std::string story(const Met& met, const Meeting& meeting, Deed deed, std::size_t call) {
    return concat(meeting.name, ": ", deed_names[static_cast<std::size_t>(deed)], " before call ", call,
                  "\nanswer: ", met.refused ? "refused; " : "done; ", met.told, "\nroot: ", testing::PrintToString(met.files),
                  "\nstate: ", testing::PrintToString(met.state));
  }

  std::size_t met_times = 0;
  std::size_t lost = 0;
};

TEST_P(ForeignWriters, LoseNothing) {
  for (const Meeting& meeting : meetings()) {
    for (const Deed deed : deeds_at(meeting)) {
      for (std::size_t call = 1;; ++call) {
        const Met met = meet(GetParam(), meeting, deed, call, {});
        if (!met.came && !met.did) break;
        ++met_times;
        check(met, meeting, deed);
        ASSERT_FALSE(HasFailure()) << story(met, meeting, deed, call);
        if (!met.came) break;
      }
    }
  }
  tell("model_writers", met_times, concat("meetings; lost where the system leaves a moment open: ", lost));
  EXPECT_LE(lost, met_times / 50) << "a moment should be shorter";
}

class ForeignWritersWithExchange : public ForeignWriters {};

TEST_P(ForeignWritersWithExchange, LoseNothingToAPowerCutEither) {
  for (const Meeting& meeting : meetings()) {
    for (const Deed deed : deeds_at(meeting)) {
      if (!in_place(deed) || (deed == Deed::held && !GetParam().one_mount)) continue;
      for (std::size_t call = 1;; ++call) {
        bool came = false;
        for (std::size_t i = 0; i < cuts_of_a_meeting; ++i) {
          RepeatableRandom random(++met_times);
          const End end{.stop = i % 3 == 0 ? call + random.below(40) : 0,
                        .cut = i % 2 == 0 ? Cut::at_its_end : Cut::later,
                        .seed = random.next()};
          const Met met = meet(GetParam(), meeting, deed, call, end);
          came = came || met.came;
          // Where the new file's name is not certain yet, no sync of theirs makes it so: that is so with every renaming editor.
          if (!met.did || (end.stop > 0 && end.cut == Cut::at_its_end && !met.to_base)) continue;
          ASSERT_TRUE(met.in_the_root() || met.in_the_state())
              << story(met, meeting, deed, call) << "\ntheir bytes are lost; stop " << end.stop << ", power cut " << i;
        }
        if (!came) break;
      }
    }
  }
  tell("model_writers", met_times, "meetings");
}

constexpr Setting one_mount_without_leases{"OneMountWithoutLeases", true, true, false};
constexpr Setting two_mounts_without_leases{"TwoMountsWithoutLeases", false, true, false};

INSTANTIATE_TEST_SUITE_P(Settings, ForeignWriters,
                         testing::Values(settings[0], settings[1], settings[2], settings[3], one_mount_without_leases,
                                         two_mounts_without_leases),
                         [](const auto& tried) { return std::string(tried.param.name); });
INSTANTIATE_TEST_SUITE_P(Settings, ForeignWritersWithExchange,
                         testing::Values(settings[0], settings[1], one_mount_without_leases, two_mounts_without_leases),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
