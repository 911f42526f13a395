// An edit can be said in any dialect and means the same in all of them: what a dialect says, heard and applied, gives the bytes
// that were meant; and so does an edit that was converted from one dialect into another. Or it is refused, and then nothing
// was said.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "dialects/dialect.hpp"
#include "edit/diff.hpp"
#include "laws/random_source.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tools/convert.hpp"
#include "tools/verb.hpp"

namespace kedge::laws {
namespace {

constexpr std::string_view path = "dir/a file.txt";

// Some lines stand often, some once; some look like the marks of a format.
std::string random_line(Random& random) {
  constexpr std::array<std::string_view, 14> common{"",     "}",     "  }",   "return;", "-minus",  "+plus",   " blank",
                                                    "@@ x", "--- a", "+++ b", "\\ No",   "*** End", "=======", "..."};
  if (random.one_in(3)) return std::string(random.pick(common));
  return concat(random.one_in(2) ? "  " : "", "word", random.below(random.one_in(3) ? 4 : 400),
                random.one_in(5) ? " \u2019" : "");
}

struct World {
  std::string before, after;
};

World random_world(Random& random) {
  const std::string end = random.one_in(4) ? "\r\n" : "\n";
  const bool mixed = random.one_in(8);
  const auto end_of = [&](const std::string& line) { return mixed && line.size() % 2 == 1 ? "\r\n" : end; };
  std::vector<std::string> lines;
  for (std::uint32_t left = 1 + random.below(25); left > 0; --left) lines.push_back(random_line(random));
  const auto joined = [&](const std::vector<std::string>& all, bool open) {
    std::string text;
    for (const std::string& line : all) append(text, concat(line, end_of(line)));
    if (!all.empty() && open) text.resize(text.size() - end_of(all.back()).size());
    return text;
  };
  const bool open = random.one_in(5) && lines.back() != "";
  World world{.before = joined(lines, open), .after = {}};
  for (std::uint32_t left = 1 + random.below(3); left > 0; --left) {
    const std::size_t at = random.below(lines.size() + 1);
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (at == lines.size() ? 0U : random.below(3)) {
      case 0: lines.insert(place, random_line(random)); break;
      case 1: lines.erase(place); break;
      default: *place = random_line(random);
    }
  }
  if (open && !lines.empty() && lines.back().empty()) lines.back() = "last";
  world.after = joined(lines, open);
  return world;
}

FileOutcome outcome_of(const World& world, test::MemorySession& session) {
  FileOutcome file{.path = std::string(path), .inside = std::string(path)};
  file.before = Text(world.before);
  file.after = Text(world.after);
  file.changes = diff(file.before, file.after);
  file.version_before = file.before.digest();
  file.version_after = file.after.digest();
  session->store.remember(path, file.before, file.version_before);
  file.tag_named = session->store.tag_of(path, file.version_before);
  return file;
}

// The file as the dialect shows it: from then on it may be edited.
void read_in(const Dialect& dialect, Session& session) {
  Json arguments = Json::object();
  arguments.set(dialect.fields.path, path);
  if (!dialect.fields.anchored.empty()) arguments.set(dialect.fields.anchored, true);
  ASSERT_TRUE(verb::read(dialect, arguments, session).has_value());
}

std::string said_text(const Json& said) {
  return said.find("input") != nullptr ? *said.find("input")->as_string() : said.dump();
}

// How many of the cases a dialect has words for, at least, in percent: those that name lines by what stands in them have none
// where nothing tells a line from others.
int fewest_said(std::string_view name) { return name == "udiff" || name == "hashline" ? 90 : name == "anchors" ? 40 : 60; }

TEST(ConvertLaws, WhatADialectSaysMeansWhatWasMeant) {
  for (const Dialect* const dialect : dialects()) {
    std::size_t said_count = 0;
    std::size_t cases = 0;
    for_random_cases(law_cases() / 250, [&](Random& random) {
      const World world = random_world(random);
      if (world.before == world.after || world.after.empty()) return;
      ++cases;
      test::MemorySession session;
      session.put_in_folder("dir", "a file.txt", world.before);
      ASSERT_NO_FATAL_FAILURE(read_in(*dialect, *session));
      const FileOutcome file = outcome_of(world, session);
      const Result<Json> said = dialect->say(std::span(&file, 1));
      if (!said) return;
      ++said_count;
      Json call = *said;
      call.set("accept_warnings",
               Json::strings(std::vector<std::string>{"new_syntax_error", "unbalanced_delimiters", "repeated_border_row",
                                                      "conflict_marker", "elision_placeholder", "shrink"}));
      Result<Reply> reply = verb::edit(*dialect, call, *session);
      // Digits that two neighbours share are asked about once.
      if (!reply && reply.error().code == Code::anchor_context_ambiguous) reply = verb::edit(*dialect, call, *session);
      ASSERT_TRUE(reply.has_value()) << dialect->name << ": " << reply.error().what << '\n'
                                     << printable(world.before) << '\n'
                                     << said_text(*said);
      ASSERT_EQ(session.bytes(std::string(path)), world.after) << dialect->name << ": " << said_text(*said);
    });
    EXPECT_GT(said_count * 100, cases * static_cast<std::size_t>(fewest_said(dialect->name))) << dialect->name;
  }
}

TEST(ConvertLaws, AnEditThatIsConvertedMeansTheSame) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> converted;
  for_random_cases(std::max<std::size_t>(law_cases() / 2000, 25), [&](Random& random) {
    const World world = random_world(random);
    if (world.before == world.after || world.after.empty()) return;
    for (const Dialect* const from : dialects()) {
      for (const Dialect* const to : dialects()) {
        test::MemorySession session;
        session.put_in_folder("dir", "a file.txt", world.before);
        ASSERT_NO_FATAL_FAILURE(read_in(*from, *session));
        const FileOutcome file = outcome_of(world, session);
        const Result<Json> said = from->say(std::span(&file, 1));
        if (!said) continue;
        const Result<Json> other = convert(*from, *to, *said, *session);
        if (!other) continue;
        ++converted[{from->name, to->name}];
        ASSERT_EQ(session.bytes(std::string(path)), world.before) << "converting writes nothing";
        const Result<Reply> reply = verb::edit(*to, *other, *session);
        if (!reply && reply.error().code == Code::safety_check_failed) continue;
        ASSERT_TRUE(reply.has_value()) << from->name << " to " << to->name << ": " << reply.error().what << '\n'
                                       << printable(world.before) << '\n'
                                       << said_text(*other);
        ASSERT_EQ(session.bytes(std::string(path)), world.after)
            << from->name << " to " << to->name << ": " << said_text(*other);
      }
    }
  });
  for (const Dialect* const from : dialects()) {
    for (const Dialect* const to : dialects())
      EXPECT_GT((converted[{from->name, to->name}]), 10U) << from->name << " to " << to->name;
  }
}

}  // namespace
}  // namespace kedge::laws
