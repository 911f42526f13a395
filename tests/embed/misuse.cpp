// What must not go wrong, whatever a program does: misuse ROOT. Only what is installed is included.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <kedge.hpp>
#include <map>
#include <sstream>
#include <thread>

namespace {

int failures = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failures;
  std::cout << "NOT: " << what << '\n';
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string called(kedge_workspace* workspace, const std::string& request) {
  char* const result = kedge_call(workspace, request.c_str());
  std::string text = result != nullptr ? result : "(null)";
  kedge_free(result);
  return text;
}

std::string content(const std::string& path) {
  std::ostringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

kedge::Object options(const std::string& root) { return kedge::Object().set("root", root).set("dialect", "replace"); }

void threads_lose_nothing(const std::string& root) {
  std::ofstream(root + "/lines.txt") << [] {
    std::string lines;
    for (int i = 0; i < 64; ++i) lines += "line " + std::to_string(i) + " of it\n";
    return lines;
  }();
  kedge::Workspace workspace(options(root));
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const kedge::Caller caller{"session " + std::to_string(t), {}};
      workspace.read("lines.txt", 0, 0, caller);
      for (int i = t; i < 64; i += 8) {
        const std::string line = "line " + std::to_string(i) + " of it";
        const kedge::Answer made = workspace.edit(
            kedge::Object().set("path", "lines.txt").set("old_string", line + "\n").set("new_string", line + "!\n"), caller);
        if (made.refused) ++refused;
        workspace.search("line", caller);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string after = content(root + "/lines.txt");
  int changed = 0;
  for (const char c : after) changed += c == '!';
  expect(refused == 0 && changed == 64, "each of 64 edits by 8 threads is there: " + std::to_string(changed));
}

void ended_handles_are_known(const std::string& root) {
  char* problem = nullptr;
  kedge_workspace* const workspace = kedge_open(KEDGE_ABI, options(root).json().c_str(), nullptr, &problem);
  kedge_preview* const preview = kedge_preview_begin(workspace, nullptr, &problem);
  expect(preview == nullptr && problem != nullptr && has(problem, "patch"), "only patches are shown while they arrive");
  kedge_free(problem);
  kedge_close(workspace);
  kedge_close(workspace);
  expect(has(called(workspace, R"({"verb":"read","arguments":{"path":"lines.txt"}})"), "not_open"),
         "a closed workspace is known");
  expect(has(called(nullptr, "{}"), "not_open"), "and so is none");
  expect(has(called(reinterpret_cast<kedge_workspace*>(std::uintptr_t{12345678}), "{}"), "not_open"), "and any other number");
  expect(kedge_preview_add(nullptr, "x", 1) == nullptr && kedge_watch_answer(nullptr, "{}") == 0,
         "previews and watches as well");
  kedge_preview_end(nullptr);
  kedge_watch_end(nullptr);
  kedge_cancel(nullptr, nullptr);
  kedge_free(nullptr);
}

void bad_requests_are_refused(const std::string& root) {
  kedge::Workspace workspace(options(root));
  kedge_workspace* const handle = workspace.handle();
  expect(has(called(handle, "{\"tool\":"), "schema_invalid"), "half a request");
  expect(has(called(handle, "[]"), "schema_invalid"), "a request that is no object");
  expect(has(called(handle, "{}"), "schema_invalid"), "a request without a tool");
  expect(has(called(handle, R"({"tool":"delete_everything"})"), "There is no tool"), "a tool that does not exist");
  expect(has(called(handle, R"({"tool":"read","arguments":"x"})"), "schema_invalid"), "arguments that are no object");
  expect(has(called(handle, R"({"tool":"read","tol":"x"})"), "tol"), "a member that is not known");
  expect(has(called(handle, "{\"tool\":\"read\",\"arguments\":{\"path\":\"\xff\xfe\"}}"), "schema_invalid"),
         "bytes that are no UTF-8");
  expect(has(called(handle, std::string(100000, '[')), "schema_invalid"), "a request that is nested too deep");
  char* problem = nullptr;
  expect(kedge_open(KEDGE_ABI + 1, "{}", nullptr, &problem) == nullptr && has(problem, "version"),
         "another version of the header");
  kedge_free(problem);
  expect(kedge_open(KEDGE_ABI, "{\"root\":\"\xff\"}", nullptr, nullptr) == nullptr,
         "options that are no UTF-8, with nobody to be told");
  expect(kedge_open(KEDGE_ABI, nullptr, nullptr, nullptr) == nullptr, "no options at all");
}

void a_child_opens_its_own(const std::string& root) {
  kedge::Workspace workspace(options(root));
  workspace.read("lines.txt");
  const pid_t child = fork();
  if (child == 0) {
    const bool is_refused = has(called(workspace.handle(), R"({"verb":"read","arguments":{"path":"lines.txt"}})"), "not_open");
    kedge_close(workspace.handle());
    bool is_opened = false;
    try {
      kedge::Workspace own(options(root));
      is_opened = !own.read("lines.txt").refused;
    } catch (const kedge::Refused&) {
    }
    _exit(is_refused && is_opened ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child is refused its parent's workspace, and can open its own");
  expect(!workspace.read("lines.txt").refused, "the parent goes on");
}

void a_child_keeps_no_file_open(const std::string& root) {
  std::ofstream(root + "/numbers.txt") << "number 0\n";
  kedge::Workspace workspace(options(root));
  workspace.read("numbers.txt");
  int refused = 0;
  const auto count = [&](int from) {
    const std::string before = "number " + std::to_string(from) + "\n";
    const std::string after = "number " + std::to_string(from + 1) + "\n";
    const kedge::Answer made =
        workspace.edit(kedge::Object().set("path", "numbers.txt").set("old_string", before).set("new_string", after));
    refused += made.refused ? 1 : 0;
  };
  count(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // whatever is done after an edit is done
  int ends[2] = {};
  expect(pipe(ends) == 0, "there is a pipe");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    char end = 0;
    _exit(read(ends[0], &end, 1) == 0 ? 0 : 1);
  }
  for (int i = 1; i < 4; ++i) count(i);
  close(ends[1]);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  expect(refused == 0, "a child that lives on keeps no file open that an edit needs");
}

void the_process_stays_as_it_is(const std::string& root) {
  umask(027);
  struct sigaction before[3] = {};
  const int signals[3] = {SIGPIPE, SIGIO, SIGXFSZ};
  for (int i = 0; i < 3; ++i) sigaction(signals[i], nullptr, &before[i]);
  {
    kedge::Workspace workspace(options(root));
    workspace.write("made.txt", "made\n");
    // A limit on the size of files, under which a write would end the process.
    struct rlimit usual = {};
    getrlimit(RLIMIT_FSIZE, &usual);
    const struct rlimit small = {4096, usual.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    expect(workspace.write("large.txt", std::string(100000, 'x') + "\n").refused, "a file beyond the limit is refused");
    setrlimit(RLIMIT_FSIZE, &usual);
    expect(access((root + "/large.txt").c_str(), F_OK) != 0, "and nothing of it is there");
  }
  struct stat made = {};
  stat((root + "/made.txt").c_str(), &made);
  expect((made.st_mode & 0777) == 0640, "a new file has the permissions that the program's umask gives it");
  expect(umask(027) == 027, "the umask is as it was");
  for (int i = 0; i < 3; ++i) {
    struct sigaction now = {};
    sigaction(signals[i], nullptr, &now);
    expect(now.sa_handler == before[i].sa_handler, "what the program does about signals is as it was");
  }
}

void closing_waits_for_calls(const std::string& root) {
  char* problem = nullptr;
  kedge_workspace* const workspace = kedge_open(KEDGE_ABI, options(root).json().c_str(), nullptr, &problem);
  std::atomic<bool> is_over = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      while (!is_over) called(workspace, R"({"verb":"search","arguments":{"pattern":"line"}})");
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kedge_close(workspace);
  is_over = true;
  for (std::thread& thread : threads) thread.join();
}

void watches_and_closing_do_not_collide(const std::string& root) {
  for (int i = 0; i < 20; ++i) {
    kedge_workspace* const workspace = kedge_open(KEDGE_ABI, options(root).json().c_str(), nullptr, nullptr);
    const auto slow = [](void*, const char*) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
    kedge_watch* const first = kedge_watch_begin(workspace, nullptr, slow, nullptr, nullptr);
    std::thread beginning([&] { kedge_watch_end(kedge_watch_begin(workspace, nullptr, slow, nullptr, nullptr)); });
    std::thread ending([&] { kedge_watch_end(first); });
    std::thread calling([&] { called(workspace, R"({"verb":"write","arguments":{"path":"collide.txt","content":"x\n"}})"); });
    kedge_close(workspace);
    beginning.join();
    ending.join();
    calling.join();
  }
}

void one_may_take_the_place_of_another(const std::string& root) {
  std::atomic<int> events = 0;
  kedge::Workspace workspace(options(root));
  kedge::Watch watch = workspace.watch([&](const std::string&) { ++events; });
  watch = workspace.watch([&](const std::string&) { ++events; });
  workspace.write("placed.txt", "one\n");
  for (int i = 0; i < 200 && events == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  expect(events > 0, "the new watch hears");
}

void a_watch_may_end_itself(const std::string& root) {
  kedge::Workspace workspace(options(root));
  struct Heard {
    std::atomic<kedge_watch*> watch = nullptr;
    std::atomic<int> events = 0;
  } heard;
  heard.watch = kedge_watch_begin(
      workspace.handle(), nullptr,
      [](void* context, const char*) {
        Heard& own = *static_cast<Heard*>(context);
        while (own.watch == nullptr) std::this_thread::yield();
        ++own.events;
        kedge_watch_end(own.watch);
      },
      &heard, nullptr);
  workspace.read("lines.txt");
  workspace.write("seen.txt", "one\n");
  for (int i = 0; i < 200 && heard.events == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  expect(heard.events > 0, "a watch hears");
  workspace.write("seen2.txt", "two\n");
}

void a_question_is_answered(const std::string& root) {
  kedge::Workspace workspace(options(root).set("confirm", "always"));
  expect(workspace.write("asked.txt", "one\n").refused, "without anybody to ask, nothing is written");
  std::atomic<kedge::Watch*> self = nullptr;
  std::atomic<bool> consents = true;
  kedge::Watch watch = workspace.watch(
      [&](const std::string& event) {
        const std::string question = kedge::detail::unquoted(kedge::detail::member(event, "question"));
        if (question.empty()) return;
        while (self == nullptr) std::this_thread::yield();
        self.load()->answer(kedge::Object().set("answer", question).set("consent", consents.load()));
      },
      true);
  self = &watch;
  expect(!workspace.write("asked.txt", "one\n").refused, "what is answered with yes is written");
  consents = false;
  expect(workspace.write("asked2.txt", "two\n").refused, "what is answered with no is not");
  expect(access((root + "/asked2.txt").c_str(), F_OK) != 0, "and is not there");
}

// Files of the program's own that fail, lie or are slow.
class WrongFiles : public kedge::Files {
 public:
  std::map<std::string, std::string> files{{"a.txt", "one\ntwo\nthree\n"}, {"b.txt", "one\ntwo\nthree\n"}};
  enum class How { right, fails, forgets, shortens, is_changed } how = How::right;
  int slow_ms = 0;
  std::int64_t changes = 0;

  int look(const std::string& path, kedge_file_info& info) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(slow_ms));
    const auto found = files.find(path);
    info.kind = found != files.end() ? KEDGE_FILE : path.empty() ? KEDGE_FOLDER : KEDGE_NOTHING;
    info.size = found != files.end() ? found->second.size() : 0;
    info.stamp = changes;
    return 0;
  }
  int list(const std::string&, const std::function<int(const std::string&, std::uint32_t)>& take) override {
    for (const auto& [name, bytes] : files) take(name, KEDGE_FILE);
    return 0;
  }
  int read(const std::string& path, std::string& bytes) override {
    if (files.count(path) == 0) return ENOENT;
    bytes = files[path];
    return 0;
  }
  int replace(const std::string& path, std::string_view bytes, const std::string_view* expected, bool) override {
    if (how == How::fails && path == "b.txt") throw std::runtime_error("the network is down");
    if (how == How::forgets && path == "b.txt") return 0;
    if (how == How::is_changed) {
      how = How::right;
      files[path] = "somebody else's\n" + files[path];
      ++changes;
    }
    const auto found = files.find(path);
    if (expected == nullptr ? found != files.end() : found == files.end() || found->second != *expected) return EAGAIN;
    files[path] = how == How::shortens && path == "b.txt" ? std::string(bytes.substr(1)) : std::string(bytes);
    ++changes;
    return 0;
  }
  int remove(const std::string& path, std::string_view) override {
    files.erase(path);
    ++changes;
    return 0;
  }
  int make_folder(const std::string&) override { return EROFS; }
  int remove_folder(const std::string&) override { return EROFS; }
};

void wrong_files_are_noticed() {
  using How = WrongFiles::How;
  const std::string both =
      R"({"edits":[{"path":"a.txt","old_string":"two","new_string":"2"},{"path":"b.txt","old_string":"two","new_string":"2"}]})";
  for (const How how : {How::fails, How::forgets, How::shortens}) {
    WrongFiles files;
    kedge::Workspace workspace(kedge::Object().set("root", "/own").set("dialect", "replace"), &files);
    workspace.read("a.txt");
    workspace.read("b.txt");
    files.how = how;
    const std::string result = called(workspace.handle(), R"({"verb":"edit","arguments":)" + both + "}");
    files.how = How::right;
    expect(has(result, "\"isError\":true"), "a program that loses a write is not believed: " + result);
    if (how != How::shortens) {
      expect(files.files["a.txt"] == "one\ntwo\nthree\n" && files.files["b.txt"] == "one\ntwo\nthree\n",
             "and nothing of the batch is left: " + files.files["a.txt"]);
    }
  }
  WrongFiles files;
  files.slow_ms = 2;
  kedge::Workspace workspace(kedge::Object().set("root", "/own").set("dialect", "replace"), &files);
  workspace.read("a.txt");
  files.how = How::is_changed;
  const kedge::Answer made =
      workspace.edit(kedge::Object().set("path", "a.txt").set("old_string", "two").set("new_string", "2"));
  expect(has(files.files["a.txt"], "somebody else's"),
         "what somebody else wrote meanwhile is not lost: " + files.files["a.txt"]);
  expect(!has(made.text, "io_failed"), "and it is told as what it is: " + made.text);
  try {
    kedge::Workspace odd(kedge::Object().set("root", "/own/.").set("dialect", "replace"), &files);
    expect(false, "a name with dots is refused");
  } catch (const kedge::Refused&) {
  }
}

// Records of the program's own.
class OwnRecords : public kedge::Records {
 public:
  std::map<std::string, std::string> files;
  bool fails = false;

  int size(const std::string& name, std::uint64_t& size) override {
    const auto found = files.find(name);
    if (found == files.end()) return ENOENT;
    size = found->second.size();
    return 0;
  }
  int read(const std::string& name, std::uint64_t offset, char* into, std::size_t size, std::size_t& got) override {
    if (fails) return EIO;
    const std::string& bytes = files[name];
    got = offset < bytes.size() ? bytes.copy(into, size, offset) : 0;
    return 0;
  }
  int write(const std::string& name, std::uint64_t offset, std::string_view bytes) override {
    if (fails) throw std::runtime_error("the network is down");
    std::string& all = files[name];
    if (all.size() < offset + bytes.size()) all.resize(offset + bytes.size());
    all.replace(offset, bytes.size(), bytes);
    return 0;
  }
  int truncate(const std::string& name, std::uint64_t size) override {
    files[name].resize(size);
    return 0;
  }
  int sync(const std::string&) override { return fails ? EIO : 0; }
  int remove(const std::string& name) override {
    files.erase(name);
    return 0;
  }
};

void own_records_outlive_a_workspace(const std::string& root) {
  OwnRecords records;
  std::ofstream(root + "/kept.txt") << "one\ntwo\n";
  {
    kedge::Workspace workspace(options(root), nullptr, &records);
    workspace.read("kept.txt");
    expect(!workspace.edit(kedge::Object().set("path", "kept.txt").set("old_string", "two").set("new_string", "2")).refused,
           "an edit");
  }
  expect(records.files.size() >= 1, "the program has the records");
  {
    kedge::Workspace workspace(options(root), nullptr, &records);
    {
      OwnRecords others;
      kedge::Workspace other(options(root), nullptr, &others);
      other.write("other.txt", "x\n");
      other = kedge::Workspace(options(root));  // closes the first, which still writes to its records
    }
    expect(!workspace.undo().refused && content(root + "/kept.txt") == "one\ntwo\n", "the next workspace can take it back");
  }
  for (const bool garbage : {false, true}) {
    OwnRecords broken;
    broken.fails = !garbage;
    if (garbage) broken.files["kedge-records"] = std::string(8192, 'x');
    kedge::Workspace workspace(options(root), nullptr, &broken);
    workspace.read("kept.txt");
    const kedge::Answer made =
        workspace.edit(kedge::Object().set("path", "kept.txt").set("old_string", "one").set("new_string", "1"));
    expect(!made.refused, "records that cannot be kept keep nobody from editing: " + made.text);
    expect(!workspace.undo().refused, "and within the process they are there");
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string root = words[1];
  threads_lose_nothing(root);
  ended_handles_are_known(root);
  bad_requests_are_refused(root);
  a_child_opens_its_own(root);
  a_child_keeps_no_file_open(root);
  closing_waits_for_calls(root);
  watches_and_closing_do_not_collide(root);
  one_may_take_the_place_of_another(root);
  a_watch_may_end_itself(root);
  a_question_is_answered(root);
  wrong_files_are_noticed();
  own_records_outlive_a_workspace(root);
  the_process_stays_as_it_is(root);
  std::cout << (failures == 0 ? "nothing goes wrong\n" : "some of it goes wrong\n");
  return failures == 0 ? 0 : 1;
}
