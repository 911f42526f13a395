// What a patch means, whole or cut off anywhere, and what becomes of numbers and tags after one's own edits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "dialects/patch/hunk_header.hpp"
#include "dialects/patch/patch_text.hpp"
#include "laws/random_source.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"
#include "tools/patch_stream.hpp"
#include "tools/verb.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 6> paths{"a.ts", "src/b.ts", "my notes.txt", "c#d.txt", "e", "f.md"};
constexpr std::array<std::string_view, 8> contents{"",      "x",           "  return 1;", "-minus",
                                                   "+plus", "12:30 lunch", "delete 4",    "# note"};

std::string random_body(Random& random) {
  std::string body;
  for (std::uint32_t left = 1 + random.below(3); left > 0; --left) append(body, concat('+', random.pick(contents), '\n'));
  return body;
}

std::string random_hunk(Random& random) {
  const std::uint32_t first = 1 + random.below(30);
  const std::uint32_t last = first + random.below(12);
  switch (random.below(9)) {
    case 0: return concat("replace ", first, "..", last, ":\n", random_body(random));
    case 1: return concat("delete ", first, "..", last, '\n');
    case 2: return concat("delete ", first, '\n');
    case 3: return concat("insert before ", first, ":\n", random_body(random));
    case 4: return concat("insert after ", first, ":\n", random_body(random));
    case 5: return concat("insert head:\n", random_body(random));
    case 6: return concat("insert tail:\n", random_body(random));
    case 7: return concat("replace block ", first, ":\n", random_body(random));
    default: return concat("delete block ", first, '\n');
  }
}

// Of the strict grammar, without its envelope.
std::string random_patch(Random& random) {
  std::string patch;
  std::vector<std::string_view> left(paths.begin(), paths.end());
  for (std::uint32_t sections = 1 + random.below(3); sections > 0; --sections) {
    const std::size_t at = random.below(left.size());
    append(patch, concat("¶", left[at], "#", random.one_in(2) ? "0A3B" : "12EF", '\n'));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    if (random.one_in(8)) {
      append(patch, random.one_in(2) ? "REM\n" : "MV lib/new name.ts\n");
      continue;
    }
    for (std::uint32_t hunks = 1 + random.below(3); hunks > 0; --hunks) append(patch, random_hunk(random));
  }
  return patch;
}

std::string meaning_of(const PatchText& patch) {
  std::string out;
  for (const PatchSection& section : patch.sections) {
    append(out, concat("file ", section.path, " tag ", section.tag.value_or("none"), '\n'));
    for (const PatchHunk& hunk : section.hunks) {
      append(out, concat(written(hunk), '\n'));
      for (const std::string& row : hunk.body) append(out, concat("| ", row, '\n'));
    }
  }
  return out;
}

// The naive twin: reads rows of the strict grammar and what is left of one when the end is cut off, with sscanf and nothing
// else. What is left of a header below a body may be a row that lacks its +: `bare` tells.
std::optional<std::string> twin(const std::string& patch, bool* bare = nullptr) {
  std::string out;
  std::string verb;  // of the hunk that wants a body
  std::size_t body = 0;
  bool section = false;
  std::size_t hunks = 0;
  bool alone = false;  // REM or MV
  const auto closes = [&] { return verb.empty() || body > 0; };
  std::string text = patch;
  if (text.ends_with('\n')) text.pop_back();
  for (const std::string_view view : split(text, '\n')) {
    const std::string row(view);
    unsigned first = 0, last = 0;
    int end = 0;
    const auto fits = [&](const char* form, int numbers) {
      end = -1;
      const int got =
          numbers == 2 ? std::sscanf(row.c_str(), form, &first, &last, &end) : std::sscanf(row.c_str(), form, &first, &end);
      return got == numbers && end == static_cast<int>(row.size());
    };
    if (row.starts_with("¶")) {
      if (!closes() || (section && hunks == 0)) return std::nullopt;
      const std::size_t mark = row.rfind('#');
      const bool tagged = mark != std::string::npos && row.size() - mark == 5 &&
                          row.find_first_not_of("0123456789ABCDEF", mark + 1) == std::string::npos;
      if (row == "¶") return std::nullopt;
      append(out, concat("file ", tagged ? row.substr(2, mark - 2) : row.substr(2), " tag ",
                         tagged ? row.substr(mark + 1) : "none", '\n'));
      section = true;
      hunks = 0;
      verb.clear();
      alone = false;
      continue;
    }
    if (!section) return std::nullopt;
    if (row.starts_with('+')) {
      if (verb.empty()) return std::nullopt;
      append(out, concat("| ", row.substr(1), '\n'));
      ++body;
      continue;
    }
    if (!closes() || alone) return std::nullopt;
    const std::string open = std::exchange(verb, "");
    const std::size_t written = std::exchange(body, 0);
    ++hunks;
    if (fits("replace %u..%u:%n", 2) || fits("replace %u..%u%n", 2)) {
      if (last < first) return std::nullopt;
      verb = concat("replace ", first, "..", last, ':');
    } else if (fits("replace %u:%n", 1) || fits("replace %u%n", 1)) {
      verb = concat("replace ", first, "..", first, ':');
    } else if (fits("replace block %u:%n", 1) || fits("replace block %u%n", 1)) {
      verb = concat("replace block ", first, ':');
    } else if (fits("delete %u..%u%n", 2)) {
      if (last < first) return std::nullopt;
      append(out, first == last ? concat("delete ", first, '\n') : concat("delete ", first, "..", last, '\n'));
    } else if (fits("delete %u%n", 1)) {
      append(out, concat("delete ", first, '\n'));
    } else if (fits("delete block %u%n", 1)) {
      append(out, concat("delete block ", first, '\n'));
    } else if (fits("insert before %u:%n", 1) || fits("insert before %u%n", 1)) {
      verb = concat("insert before ", first, ':');
    } else if (fits("insert after %u:%n", 1) || fits("insert after %u%n", 1)) {
      verb = concat("insert after ", first, ':');
    } else if (row == "insert head:" || row == "insert head") {
      verb = "insert head:";
    } else if (row == "insert tail:" || row == "insert tail") {
      verb = "insert tail:";
    } else if ((row == "REM" || (row.starts_with("MV ") && row.size() > 3 && row.back() != ' ')) && hunks == 1) {
      append(out, concat(row, '\n'));
      alone = true;
    } else if (!open.empty() && !row.empty()) {  // a row of the body that lacks its +
      append(out, concat("| ", row, '\n'));
      if (bare != nullptr) *bare = true;
      verb = open;
      body = written + 1;
      --hunks;
      continue;
    } else {
      return std::nullopt;
    }
    if (!verb.empty()) append(out, concat(verb, '\n'));
  }
  if (!section || hunks == 0 || !closes()) return std::nullopt;
  return out;
}

TEST(PatchLaws, APatchOfTheGrammarIsTakenWithoutAWarning) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const std::string patch = random_patch(random);
    const Result<PatchText> read = read_patch(concat("*** Begin Patch\n", patch, "*** End Patch\n"));
    ASSERT_TRUE(read) << to_text(read.error()) << '\n' << patch;
    ASSERT_TRUE(read->warnings.empty()) << read->warnings.front() << '\n' << patch;
    ASSERT_EQ(meaning_of(*read), twin(patch).value_or("refused")) << patch;
  });
}

TEST(PatchLaws, EveryPrefixOfAnEnvelopedPatchIsRefused) {
  for_random_cases(200, [](Random& random) {
    const std::string patch = concat("*** Begin Patch\n", random_patch(random), "*** End Patch");
    for (std::size_t size = 0; size < patch.size(); ++size) {
      ASSERT_FALSE(read_patch(patch.substr(0, size))) << patch.substr(0, size);
    }
    ASSERT_TRUE(read_patch(patch));
  });
}

TEST(PatchLaws, EveryPrefixOfABarePatchIsRefusedOrMeansWhatItSays) {
  for_random_cases(200, [](Random& random) {
    const std::string patch = random_patch(random);
    for (std::size_t size = 0; size <= patch.size(); ++size) {
      const std::string prefix = patch.substr(0, size);
      const Result<PatchText> read = read_patch(prefix);
      bool bare = false;
      const std::string meant = twin(prefix, &bare).value_or("refused");
      if (bare && !read) continue;  // it is like a header, and no good one
      ASSERT_EQ(read ? meaning_of(*read) : "refused", meant) << prefix << '\n' << (read ? "" : to_text(read.error()));
    }
  });
}

// A workspace on a disk in memory, and the tools of the dialect.
class PatchSession {
 public:
  explicit PatchSession(std::string content) { session_.put("a.txt", std::move(content)); }

  const Session& session() { return *session_; }
  std::string bytes() const { return session_.bytes("a.txt"); }
  // The tag under which all of it is shown.
  std::string read() {
    const Result<Reply> reply = verb::read(*find_dialect("patch"), Json::object({{"path", "a.txt"}}), *session_);
    return reply->text.substr(reply->text.find('#') + 1, 4);
  }
  Result<Reply> edit(const std::string& tag, const std::string& hunk) {
    return verb::edit(*find_dialect("patch"), Json::object({{"input", concat("¶a.txt#", tag, '\n', hunk)}}), *session_);
  }

 private:
  test::MemorySession session_;
};

TEST(PatchLaws, APreviewOfAnArrivingPatchOnlyGrows) {
  const std::string content = [] {
    std::string text;
    for (int i = 1; i <= 40; ++i) append(text, concat("line ", i, '\n'));
    return text;
  }();
  PatchSession session(content);
  const std::string tag = session.read();
  for_random_cases(200, [&](Random& random) {
    std::string patch = random_patch(random);
    for (const std::string_view old : {"#0A3B", "#12EF"}) {
      for (std::size_t at = patch.find(old); at != std::string::npos; at = patch.find(old))
        patch.replace(at, 5, concat('#', tag));
    }
    for (const std::string_view path : paths) {
      const std::string header = concat("¶", path, "#");
      if (const std::size_t at = patch.find(header); at != std::string::npos && random.one_in(2)) {
        patch.replace(at, header.size(), "¶a.txt#");
        break;
      }
    }
    PatchStream whole(session.session());
    const std::string all = whole.take(patch);
    PatchStream by_bytes(session.session());
    std::string grown;
    for (std::size_t size = 1; size <= patch.size(); ++size) {
      append(grown, by_bytes.take(patch.substr(size - 1, 1)));
      ASSERT_TRUE(all.starts_with(grown)) << patch.substr(0, size);
      PatchStream cut_off(session.session());
      cut_off.take(patch.substr(0, size));
      cut_off.finish();
    }
    ASSERT_EQ(grown, all) << patch;
  });
}

// Lines as they are told apart by who follows them, not by their text.
struct Tracked {
  std::vector<std::pair<int, std::string>> lines;  // an identity, negative for new ones

  std::string bytes() const {
    std::string out;
    for (const auto& [id, text] : lines) append(out, concat(text, '\n'));
    return out;
  }
};

struct SmallEdit {
  enum class Kind : std::uint8_t { replace, remove, before, after } kind;
  std::uint32_t line;
  int rows;
};

std::string hunk_of(const SmallEdit& edit, std::string_view word) {
  std::string body;
  for (int i = 0; i < edit.rows; ++i) append(body, concat('+', word, i, '\n'));
  switch (edit.kind) {
    case SmallEdit::Kind::replace: return concat("replace ", edit.line, "..", edit.line, ":\n", body);
    case SmallEdit::Kind::remove: return concat("delete ", edit.line, '\n');
    case SmallEdit::Kind::before: return concat("insert before ", edit.line, ":\n", body);
    case SmallEdit::Kind::after: return concat("insert after ", edit.line, ":\n", body);
  }
  return {};
}

// The edit on the line of that identity; nothing if it is gone.
std::optional<Tracked> applied(const Tracked& text, int identity, const SmallEdit& edit, std::string_view word) {
  const auto found = std::ranges::find(text.lines, identity, [](const auto& line) { return line.first; });
  if (found == text.lines.end()) return std::nullopt;
  Tracked out = text;
  auto at = out.lines.begin() + (found - text.lines.begin());
  if (edit.kind == SmallEdit::Kind::after) ++at;
  if (edit.kind == SmallEdit::Kind::replace || edit.kind == SmallEdit::Kind::remove) at = out.lines.erase(at);
  if (edit.kind != SmallEdit::Kind::remove) {
    for (int i = edit.rows - 1; i >= 0; --i) at = out.lines.insert(at, {-1 - i, concat(word, i)});
  }
  return out;
}

std::vector<SmallEdit> small_edits(std::uint32_t lines, int most_rows) {
  std::vector<SmallEdit> all;
  for (std::uint32_t line = 1; line <= lines; ++line) {
    for (int rows = 1; rows <= most_rows; ++rows) {
      all.push_back({SmallEdit::Kind::replace, line, rows});
      all.push_back({SmallEdit::Kind::before, line, rows});
      all.push_back({SmallEdit::Kind::after, line, rows});
    }
    all.push_back({SmallEdit::Kind::remove, line, 0});
  }
  return all;
}

// After one's own edit, the old tag with the old numbers and the new tag with the old numbers: right, or refused.
TEST(PatchLaws, OldNumbersAfterOwnEditsAreRightOrRefused) {
  const std::vector<std::vector<std::string>> files{
      {"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {"x", "x", "x", "x", "x"}, {"f {", "}", "", "g {", "}", "", "h {", "}"}};
  std::size_t landed = 0, refused = 0;
  for (const std::vector<std::string>& content : files) {
    Tracked original;
    for (std::size_t i = 0; i < content.size(); ++i) original.lines.emplace_back(static_cast<int>(i) + 1, content[i]);
    const auto count = static_cast<std::uint32_t>(content.size());
    for (const SmallEdit& first : small_edits(count, 2)) {
      // Of a longer file every third line is enough for the first edit.
      if (count > 5 && first.line % 3 != 1) continue;
      for (const SmallEdit& second : small_edits(count, 1)) {
        if (count > 5 && second.line % 2 != 1) continue;
        for (const bool new_tag : {false, true}) {
          PatchSession session(original.bytes());
          const std::string tag = session.read();
          const Result<Reply> done = session.edit(tag, hunk_of(first, "one "));
          ASSERT_TRUE(done) << to_text(done.error());
          const Tracked after = *applied(original, static_cast<int>(first.line), first, "one ");
          ASSERT_EQ(session.bytes(), after.bytes());
          const std::string tag_now = *done->structured->find("meta")->find("tag")->as_string();
          const Result<Reply> again = session.edit(new_tag ? tag_now : tag, hunk_of(second, "two "));
          if (!again) {
            ++refused;
            ASSERT_EQ(session.bytes(), after.bytes());
            continue;
          }
          ++landed;
          const std::optional<Tracked> meant = applied(after, static_cast<int>(second.line), second, "two ");
          const std::string where = concat(join(content, "|"), ": ", hunk_of(first, "one "), "then ", new_tag ? "new" : "old",
                                           " tag ", hunk_of(second, "two "));
          // A number that the answer to the first edit showed beside a row names that row.
          std::vector<std::string> fine;
          if (meant) fine.push_back(meant->bytes());
          // The same call again is the retry of one whose answer was lost, and does nothing.
          if (again->structured->find("summary")->as_string()->starts_with("Already applied")) fine.push_back(after.bytes());
          if (new_tag && second.line <= after.lines.size()) {
            const int there = after.lines[second.line - 1].first;
            const std::string preview = concat('\n', *done->structured->find("preview")->as_string());
            const bool shown_there = preview.find(concat('\n', second.line, ':')) != std::string::npos;
            if (shown_there) fine.push_back(applied(after, there, second, "two ")->bytes());
          }
          ASSERT_TRUE(std::ranges::find(fine, session.bytes()) != fine.end()) << where << "gives\n" << session.bytes();
        }
      }
    }
  }
  std::printf("landed %zu, refused %zu\n", landed, refused);
  EXPECT_GT(landed, refused);
}

}  // namespace
}  // namespace kedge::laws
