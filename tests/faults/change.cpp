#include "change.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

// Collects the parts of a batch and what they do to the tree.
class Batch {
 public:
  Batch() {
    change_.before["bystander.txt"] = {0644, sample("bystander", 300)};
    change_.after = change_.before;
    change_.arguments = {"commit", "--input", "list"};
  }

  Batch& create(const std::string& path, std::size_t size) {
    const std::string bytes = sample(concat("new ", path), size);
    change_.after[path] = {0644, bytes};
    line(concat("create\t", path, '\t', input(bytes)));
    return *this;
  }

  Batch& replace(const std::string& path, std::size_t old_size, std::size_t new_size) {
    const std::string bytes = sample(concat("new ", path), new_size);
    const std::string hash = exists(path, old_size, 0640);
    change_.after[path] = {0640, bytes};
    line(concat("replace\t", path, '\t', hash, '\t', input(bytes)));
    return *this;
  }

  Batch& remove(const std::string& path, std::size_t size) {
    const std::string hash = exists(path, size, 0644);
    change_.after.erase(path);
    line(concat("delete\t", path, '\t', hash));
    return *this;
  }

  Batch& move(const std::string& from, const std::string& to, std::size_t size) {
    const std::string hash = exists(from, size, 0755);
    change_.after[to] = change_.after[from];
    change_.after.erase(from);
    line(concat("move\t", from, '\t', to, '\t', hash));
    return *this;
  }

  Change named(std::string name) {
    change_.name = std::move(name);
    change_.inputs["list"] = list_;
    return std::move(change_);
  }

 private:
  std::string exists(const std::string& path, std::size_t size, unsigned mode) {
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
      change_.before[path.substr(0, slash + 1)] = {0, ""};
      change_.after[path.substr(0, slash + 1)] = {0, ""};
    }
    change_.before[path] = {mode, sample(concat("old ", path), size)};
    change_.after[path] = change_.before[path];
    return hex_digest(change_.before[path].bytes);
  }

  std::string input(const std::string& bytes) {
    const std::string name = concat("content", change_.inputs.size());
    change_.inputs[name] = bytes;
    return name;
  }

  void line(std::string_view text) { kedge::append(list_, concat(text, '\n')); }

  Change change_;
  std::string list_;
};

std::string with_sign(char sign, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    kedge::append(lines, concat(sign, text.substr(0, end)));
    text.remove_prefix(end);
  }
  return lines;
}

const std::vector<std::string> edit_call{"edit", "--dialect", "udiff", "--input", "edit"};

// All lines of each file that differs, with no care for those that stay: it is about the files.
std::string unified_diff(const Tree& from, const Tree& to) {
  std::set<std::string> names;
  for (const Tree* tree : {&from, &to}) {
    for (const auto& [name, node] : *tree) names.insert(name);
  }
  const auto range = [](std::string_view text) { return concat(text.empty() ? 0 : 1, ',', std::ranges::count(text, '\n')); };
  std::string diff;
  for (const std::string& name : names) {
    const auto old_file = from.find(name);
    const auto new_file = to.find(name);
    const std::string before = old_file == from.end() ? "" : old_file->second.bytes;
    const std::string after = new_file == to.end() ? "" : new_file->second.bytes;
    if (before == after) continue;
    kedge::append(diff, concat("--- ", old_file == from.end() ? "/dev/null" : concat("a/", name), '\n'));
    kedge::append(diff, concat("+++ ", new_file == to.end() ? "/dev/null" : concat("b/", name), '\n'));
    kedge::append(diff, concat("@@ -", range(before), " +", range(after), " @@\n"));
    kedge::append(diff, concat(with_sign('-', before), with_sign('+', after)));
  }
  return diff;
}

bool is_folder(const std::string& name) { return name.ends_with('/'); }

const Node* find(const Tree& tree, const std::string& name) {
  const auto it = tree.find(name);
  return it == tree.end() ? nullptr : &it->second;
}

enum class Found { before, after, either, wrong_mode, neither };

bool same(const Node* a, const Node* b) { return a == nullptr ? b == nullptr : b != nullptr && *a == *b; }
bool same_bytes(const Node* a, const Node* b) { return a != nullptr && b != nullptr && a->bytes == b->bytes; }

Found look_at(const Node* found, const Node* before, const Node* after) {
  if (same(found, before)) return same(before, after) ? Found::either : Found::before;
  if (same(found, after)) return Found::after;
  return same_bytes(found, before) || same_bytes(found, after) ? Found::wrong_mode : Found::neither;
}

}  // namespace

std::string hex_digest(std::string_view bytes) { return kedge::to_hex(kedge::sha256(bytes)); }

std::string sample(std::string_view word, std::size_t size) {
  std::string text;
  for (int line = 1; text.size() < size; ++line) kedge::append(text, concat(word, ", line ", line, '\n'));
  return text;
}

Change creating() { return Batch().create("made.txt", 6000).named("create"); }

Change creating_in_new_folders() {
  Change change = Batch().create("one/two/made.txt", 6000).named("create in new folders");
  change.after["one/"] = {0, ""};
  change.after["one/two/"] = {0, ""};
  return change;
}

Change replacing() { return Batch().replace("folder/text.txt", 5000, 7000).named("replace"); }

Change writing() {
  Change change = Batch().replace("folder/text.txt", 5000, 7000).named("write");
  const std::string old_hash = hex_digest(change.before["folder/text.txt"].bytes);
  change.arguments = {"write", "folder/text.txt", "--expected-version", old_hash, "--input", "content0"};
  return change;
}

Change editing() {
  Change change = Batch().replace("folder/text.txt", 5000, 7000).named("edit");
  change.inputs["edit"] = unified_diff(change.before, change.after);
  change.arguments = edit_call;
  return change;
}

Change deleting() { return Batch().remove("folder/gone.txt", 5000).named("delete"); }

Change moving() { return Batch().move("from.txt", "to.txt", 5000).named("move"); }

Change batch_of_three() {
  return Batch().replace("folder/text.txt", 5000, 7000).create("made.txt", 6000).remove("gone.txt", 4000).named("batch of 3");
}

Change batch_of_twenty() {
  Batch batch;
  for (int i = 0; i < 8; ++i) batch.replace(concat("folder", i % 3, "/text", i, ".txt"), 3000, 4000);
  for (int i = 0; i < 5; ++i) batch.create(concat("folder0/made", i, ".txt"), 3000);
  for (int i = 0; i < 4; ++i) batch.remove(concat("gone", i, ".txt"), 2000);
  for (int i = 0; i < 3; ++i) batch.move(concat("folder1/from", i, ".txt"), concat("folder2/to", i, ".txt"), 2000);
  return batch.named("batch of 20");
}

Change in_place(Change change) {
  kedge::append(change.name, " in place");
  change.arguments.emplace_back("--in-place");
  return change;
}

Change after_others(Change change) {
  kedge::append(change.name, " after others");
  const std::string bytes = sample("passing", 900);
  change.inputs["passing"] = bytes;
  change.inputs["passed"] = concat("delete\tpassing.txt\t", hex_digest(bytes), '\n');
  change.inputs["passes"] = "create\tpassing.txt\tpassing\n";
  change.earlier = {{"commit", "--input", "passes"}, {"commit", "--input", "passed"}};
  return change;
}

Change after_reading(Change change) {
  kedge::append(change.name, " after reading");
  change.earlier = {{"read", "folder/text.txt"}};
  return change;
}

Change undoing(const Change& change) {
  Change undo;
  undo.name = concat("undo of ", change.name);
  undo.at_first = change.before;
  undo.before = change.after;
  undo.after = change.before;
  undo.inputs["edit"] = unified_diff(change.before, change.after);
  undo.earlier = {edit_call};
  undo.arguments = {"undo", "--last"};
  return undo;
}

std::string_view to_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::torn: return "torn";
    case Verdict::mixed: return "mixed";
    case Verdict::leftover: return "leftover";
    case Verdict::wrong_mode: return "wrong mode";
    case Verdict::before: return "before";
    case Verdict::after: return "after";
  }
  std::unreachable();
}

Verdict judged_by_files(const Tree& found, const Change& change) {
  std::set<std::string> names;
  for (const Tree* tree : {&change.before, &change.after}) {
    for (const auto& [name, node] : *tree) {
      if (!is_folder(name)) names.insert(name);
    }
  }
  bool before = false;
  bool after = false;
  bool wrong_mode = false;
  for (const std::string& name : names) {
    switch (look_at(find(found, name), find(change.before, name), find(change.after, name))) {
      case Found::before: before = true; break;
      case Found::after: after = true; break;
      case Found::wrong_mode: wrong_mode = true; break;
      case Found::neither: return Verdict::torn;
      case Found::either: break;
    }
  }
  if (before && after) return Verdict::mixed;
  if (wrong_mode) return Verdict::wrong_mode;
  return after ? Verdict::after : Verdict::before;
}

Verdict judged(const Tree& found, const Change& change) {
  const Verdict verdict = judged_by_files(found, change);
  if (verdict != Verdict::before && verdict != Verdict::after) return verdict;
  const Tree& wanted = verdict == Verdict::before ? change.before : change.after;
  const bool exact = std::ranges::equal(found, wanted, {}, &Tree::value_type::first, &Tree::value_type::first);
  return exact ? verdict : Verdict::leftover;
}

}  // namespace faults
