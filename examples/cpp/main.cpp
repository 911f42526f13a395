// All that a harness does with kedge, in one go: example ROOT. ROOT has a file server.conf with the line "port = 80".
#include <condition_variable>
#include <iostream>
#include <kedge.hpp>
#include <map>
#include <mutex>

namespace {

void expect(bool holds, const std::string& what) {
  std::cout << (holds ? "ok: " : "NOT: ") << what << '\n';
  if (!holds) throw std::runtime_error(what);
}

// Files that are nowhere on disk.
class FilesInMemory : public kedge::Files {
 public:
  std::map<std::string, std::string> files{{"notes.txt", "one\ntwo\n"}};
  std::int64_t changes = 0;

  int look(const std::string& path, kedge_file_info& info) override {
    const auto found = files.find(path);
    info.kind = found != files.end() ? KEDGE_FILE : path.empty() ? KEDGE_FOLDER : KEDGE_NOTHING;
    info.size = found != files.end() ? found->second.size() : 0;
    info.stamp = changes;
    return 0;
  }
  int list(const std::string& path, const std::function<int(const std::string&, std::uint32_t)>& take) override {
    if (!path.empty()) return ENOENT;
    for (const auto& [name, bytes] : files) {
      if (const int problem = take(name, KEDGE_FILE); problem != 0) return problem;
    }
    return 0;
  }
  int read(const std::string& path, std::string& bytes) override {
    const auto found = files.find(path);
    if (found == files.end()) return ENOENT;
    bytes = found->second;
    return 0;
  }
  int replace(const std::string& path, std::string_view bytes, const std::string_view* expected, bool) override {
    const auto found = files.find(path);
    const bool is_as_expected = expected == nullptr ? found == files.end() : found != files.end() && found->second == *expected;
    if (!is_as_expected) return EAGAIN;
    files[path] = std::string(bytes);
    ++changes;
    return 0;
  }
  int remove(const std::string& path, std::string_view expected) override {
    const auto found = files.find(path);
    if (found == files.end() || found->second != expected) return EAGAIN;
    files.erase(found);
    ++changes;
    return 0;
  }
  int make_folder(const std::string&) override { return EROFS; }
  int remove_folder(const std::string&) override { return EROFS; }
};

// What happens in the root, as another thread hears it.
class Events {
 public:
  void add(const std::string& event) {
    const std::lock_guard<std::mutex> lock(mutex_);
    all_ += event + "\n";
    changed_.notify_all();
  }
  bool have(const std::string& word) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [&] { return all_.find(word) != std::string::npos; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string all_;
};

void edit_a_folder(const std::string& root) {
  kedge::Workspace workspace(kedge::Object().set("root", root).set("dialect", "patch").set("client", "example in C++"));
  expect(workspace.tools().find("\"inputSchema\"") != std::string::npos, "the tools have schemas");
  expect(workspace.tools("anthropic").find("\"input_schema\"") != std::string::npos, "also in the shape of an API");
  expect(!workspace.instructions().empty(), "there is something for a model to read");

  Events events;
  kedge::Watch watch = workspace.watch([&](const std::string& event) { events.add(event); });
  const kedge::Answer shown = workspace.read("server.conf");
  expect(shown.text.find("port = 80") != std::string::npos, "a file is read");
  expect(workspace.search("port").text.find("server.conf") != std::string::npos, "and found");

  // The model's patch arrives in pieces, and is shown as it does.
  const std::string header = shown.text.substr(0, shown.text.find('\n') + 1);
  const std::string patch = header + "replace 1..1:\n+port = 8080\n";
  kedge::Preview preview = workspace.preview();
  std::string so_far;
  for (const char c : patch) so_far += preview.add(std::string_view(&c, 1));
  expect(so_far.find("+port = 8080") != std::string::npos, "a patch is shown while it arrives");

  const std::string diff = workspace.convert("patch", "udiff", kedge::Object().set("input", patch));
  expect(diff.find("-port = 80") != std::string::npos, "an edit is written in another dialect");
  const kedge::Answer made = workspace.edit(patch);
  expect(!made.refused, "an edit is made");
  expect(events.have("\"applied\""), "whoever watches hears of it");
  expect(workspace.edit(header + "replace 9..9:\n+x\n").refused, "what does not fit is refused");
  expect(!workspace.undo().refused, "the edit is taken back");
}

void edit_in_memory() {
  FilesInMemory files;
  kedge::Workspace workspace(kedge::Object().set("root", "/notes").set("dialect", "replace"), &files);
  workspace.read("notes.txt");
  const kedge::Answer made =
      workspace.edit(kedge::Object().set("path", "notes.txt").set("old_string", "two").set("new_string", "three"));
  expect(!made.refused && files.files["notes.txt"] == "one\nthree\n", "files of the program's own are edited");
  expect(!workspace.undo().refused && files.files["notes.txt"] == "one\ntwo\n", "and that is taken back");
}

}  // namespace

int main(int count, char** words) try {
  if (count != 2) return 2;
  edit_a_folder(words[1]);
  edit_in_memory();
  return 0;
} catch (const kedge::Refused& refused) {
  std::cout << "refused: " << refused.what() << '\n';
  return 1;
} catch (const std::exception& problem) {
  std::cout << problem.what() << '\n';
  return 1;
}
