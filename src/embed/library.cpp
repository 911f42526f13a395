// The functions of kedge.h. Handles are numbers that are looked up, never addresses: one that was ended is known to be none.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <thread>

#include "dialects/fields.hpp"
#include "embed/callers_files.hpp"
#include "embed/embedded.hpp"
#include "embed/event_feed.hpp"
#include "kedge.h"
#include "mcp/tool_rows.hpp"
#include "process/beside_library.hpp"
#include "process/host_signals.hpp"
#include "process/own_process.hpp"
#include "store/callers_records.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::embed {
namespace {

constexpr JsonLimits request_limits{.string_bytes = 128UL * 1024 * 1024, .values = 10'000'000};

// ---- text that leaves

char* copied(std::string_view text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

// The result of a call that is refused before there is anybody to make it.
std::string refused_result(const Error& refusal) {
  return mcp::call_result(refused(refusal), mcp::ResultForm::both, false).dump();
}

void tell(char** problem, const Error& refusal) {
  if (problem != nullptr) *problem = copied(to_json(refusal).dump());
}

Error not_open(std::string_view problem) { return refuse(Code::not_open, {{"problem", problem}}); }

Result<Json> read_request(const char* text) {
  if (text == nullptr) return Json::object();
  std::expected<Json, JsonProblem> json = read_json(text, request_limits);
  if (!json) {
    return std::unexpected(refuse(Code::schema_invalid,
                                  concat("The request is not JSON: line ", json.error().line, ", column ", json.error().column,
                                         ": ", json.error().what, '.'),
                                  {{"problem", json.error().what}}));
  }
  if (json->as_object() == nullptr) {
    return std::unexpected(refuse(Code::schema_invalid, "The request is no JSON object.", {{"problem", "is no object"}}));
  }
  return *std::move(json);
}

// ---- records of the program's own

class CallersRecords final : public RecordFiles {
 public:
  explicit CallersRecords(const kedge_records& records) : records_(records) {}

  std::expected<std::uint64_t, int> size(const std::string& name) override {
    std::uint64_t size = 0;
    const int problem = records_.size(records_.context, name.c_str(), &size);
    if (problem != 0) return std::unexpected(problem);
    return size;
  }
  std::expected<std::size_t, int> read(const std::string& name, std::uint64_t offset, std::span<char> into) override {
    std::size_t got = 0;
    const int problem = records_.read(records_.context, name.c_str(), offset, into.data(), into.size(), &got);
    if (problem != 0) return std::unexpected(problem);
    return got;
  }
  int write(const std::string& name, std::uint64_t offset, std::string_view bytes) override {
    return records_.write(records_.context, name.c_str(), offset, bytes.data(), bytes.size());
  }
  int truncate(const std::string& name, std::uint64_t size) override {
    return records_.truncate(records_.context, name.c_str(), size);
  }
  int sync(const std::string& name) override { return records_.sync(records_.context, name.c_str()); }
  int remove(const std::string& name) override { return records_.remove(records_.context, name.c_str()); }

 private:
  const kedge_records& records_;
};

// ---- handles

// A workspace with all that was begun in it. A call holds `in_use` for reading, so that closing waits for it.
struct OpenWorkspace {
  std::unique_ptr<Embedded> embedded;
  std::shared_mutex in_use;
  std::mutex mutex;  // guards what follows
  std::set<std::shared_ptr<EventFeed>> feeds;
  bool is_closing = false;
};

struct OpenPreview {
  std::shared_ptr<OpenWorkspace> workspace;
  std::uintptr_t workspace_handle = 0;
  std::string session;
  std::string call;
  std::mutex mutex;  // guards what follows
  std::size_t received = 0;
};

struct OpenWatch {
  std::shared_ptr<OpenWorkspace> workspace;
  std::uintptr_t workspace_handle = 0;
  std::shared_ptr<EventFeed> feed;
};

// All handles of this process. A forked child gets a copy of the table, but not the threads behind the handles.
class Handles {
 public:
  template <class Open>
  std::uintptr_t add(std::map<std::uintptr_t, std::shared_ptr<Open>>& all, std::shared_ptr<Open> open) {
    const std::lock_guard lock(mutex_);
    const std::uintptr_t handle = ++last_;
    all.emplace(handle, std::move(open));
    return handle;
  }
  template <class Open>
  std::shared_ptr<Open> find(const std::map<std::uintptr_t, std::shared_ptr<Open>>& all, const void* handle) {
    if (is_child()) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto found = all.find(reinterpret_cast<std::uintptr_t>(handle));
    return found != all.end() ? found->second : nullptr;
  }
  template <class Open>
  std::shared_ptr<Open> take(std::map<std::uintptr_t, std::shared_ptr<Open>>& all, const void* handle) {
    if (is_child()) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto found = all.find(reinterpret_cast<std::uintptr_t>(handle));
    if (found == all.end()) return nullptr;
    std::shared_ptr<Open> taken = std::move(found->second);
    all.erase(found);
    return taken;
  }
  // Those of a workspace that is closed.
  template <class Open>
  void drop(std::map<std::uintptr_t, std::shared_ptr<Open>>& all, const void* workspace) {
    const std::lock_guard lock(mutex_);
    std::erase_if(
        all, [&](const auto& each) { return each.second->workspace_handle == reinterpret_cast<std::uintptr_t>(workspace); });
  }
  bool is_child() const { return process_number() != owner_; }
  // Whether a process that this one was forked from had workspaces open.
  bool inherited() const { return inherited_; }
  void inherit_from(const Handles& parent) { inherited_ = parent.inherited_ || parent.last_ > 0; }

  std::map<std::uintptr_t, std::shared_ptr<OpenWorkspace>> workspaces;
  std::map<std::uintptr_t, std::shared_ptr<OpenPreview>> previews;
  std::map<std::uintptr_t, std::shared_ptr<OpenWatch>> watches;

 private:
  std::mutex mutex_;
  std::uintptr_t last_ = 0;
  bool inherited_ = false;
  std::int64_t owner_ = process_number();
};

// Never destroyed: a thread may still call while the process ends. A child has new ones, since those of its parent may be
// locked by a thread that it does not have.
Handles& handles() {
  static std::atomic<Handles*> current{new Handles};
  Handles* known = current;
  if (!known->is_child()) return *known;
  auto* const own = new Handles;
  own->inherit_from(*known);
  if (current.compare_exchange_strong(known, own)) return *own;
  delete own;
  return *known;
}

template <class Handle>
Handle* handle_of(std::uintptr_t number) {
  return reinterpret_cast<Handle*>(number);  // NOLINT(performance-no-int-to-ptr): nobody follows it
}

// What `otherwise` makes of a failure that nobody foresaw; nothing, if there is no memory even for that.
template <class Otherwise>
auto unless_memory_lacks(Otherwise otherwise, const char* problem) -> decltype(otherwise(not_open(""))) {
  try {
    return otherwise(refuse(Code::io_failed,
                            concat("The call has failed: ", problem, ". kedge doctor tells what is under way."),
                            {{"problem", std::string(problem)}}));
  } catch (const std::exception&) {
    return {};
  }
}

// `work` with the open workspace of a handle, or what `otherwise` makes of the refusal. Nothing is thrown beyond this.
template <class Work, class Otherwise>
auto with(const std::shared_ptr<OpenWorkspace>& open, Work work, Otherwise otherwise) -> decltype(work(*open)) {
  try {
    if (!open) return otherwise(not_open("this handle was closed or never opened, or it was opened before a fork"));
    const std::shared_lock lock(open->in_use);
    if (!open->embedded) return otherwise(not_open("it was closed meanwhile"));
    return work(*open);
  } catch (const std::bad_alloc&) {
    return unless_memory_lacks(otherwise, "there is not enough memory");
  } catch (const std::exception& problem) {
    return unless_memory_lacks(otherwise, problem.what());
  }
}

std::shared_ptr<OpenWorkspace> workspace_of(const kedge_workspace* handle) {
  return handles().find(handles().workspaces, handle);
}

Result<std::unique_ptr<Embedded>> open_embedded(std::uint32_t abi, const char* options, const kedge_own* own) {
  if (abi != KEDGE_ABI) {
    return std::unexpected(refuse(Code::schema_invalid,
                                  concat("The program was compiled for version ", abi,
                                         " of this library's interface, and this is version ", KEDGE_ABI, "."),
                                  {{"problem", "another version of the interface"}}));
  }
  KEDGE_TRY(const Json json, read_request(options));
  Embedded::Own kept;
  if (own != nullptr && own->files != nullptr) {
    const Json* const root = json.find("root");
    const std::string path = root != nullptr && root->as_string() != nullptr ? *root->as_string() : "";
    if (!path.starts_with('/') || path.size() < 2 || absolute_from_here(path) != path || path.contains("//") ||
        path.contains("/../") || path.contains("/./") || path.ends_with("/..")) {
      return std::unexpected(refuse(Code::schema_invalid,
                                    "root: files of the program's own need an absolute name, such as /project.",
                                    {{"field", "root"}, {"problem", "is no absolute name"}}));
    }
    kept.files = std::make_unique<CallersFiles>(*own->files, path);
  }
  if (own != nullptr && own->records != nullptr && json.find("roots") != nullptr) {
    return std::unexpected(refuse(Code::schema_invalid, "roots: records of the program's own are those of one root.",
                                  {{"field", "roots"}, {"problem", "must be one root"}}));
  }
  // SQLite's own knowledge of its locks does not survive a fork.
  kept.remembers_only = handles().inherited();
  if (own != nullptr && own->records != nullptr) {
    kept.records = open_store(std::make_unique<CallersRecords>(*own->records));
  }
  return Embedded::open(json, std::move(kept), program_beside_library("kedge"));
}

// REQUIRES: not on the thread of one of its feeds; called once.
void close_now(const std::shared_ptr<OpenWorkspace>& open) {
  const WritesWithoutSignals quiet;
  std::set<std::shared_ptr<EventFeed>> feeds;
  {
    const std::lock_guard lock(open->mutex);
    open->is_closing = true;
    feeds.swap(open->feeds);
  }
  // First: what a feed has called may wait for a call.
  open->embedded->cancel_all();
  for (const std::shared_ptr<EventFeed>& feed : feeds) feed->end();
  const std::lock_guard lock(open->in_use);
  open->embedded.reset();
}

}  // namespace
}  // namespace kedge::embed

using namespace kedge;         // NOLINT(google-build-using-namespace)
using namespace kedge::embed;  // NOLINT(google-build-using-namespace)

extern "C" {

uint32_t kedge_abi(void) { return KEDGE_ABI; }

const char* kedge_version(void) { return KEDGE_VERSION; }

void kedge_free(char* text) { std::free(text); }

kedge_workspace* kedge_open(uint32_t abi, const char* options, const kedge_own* own, char** problem) {
  if (problem != nullptr) *problem = nullptr;
  try {
    const WritesWithoutSignals quiet;
    Result<std::unique_ptr<Embedded>> opened = open_embedded(abi, options, own);
    if (!opened) {
      tell(problem, opened.error());
      return nullptr;
    }
    auto open = std::make_shared<OpenWorkspace>();
    open->embedded = *std::move(opened);
    return handle_of<kedge_workspace>(handles().add(handles().workspaces, std::move(open)));
  } catch (const std::exception& failure) {
    if (problem != nullptr) *problem = copied(R"({"error":"io_failed","message":"not enough memory, or no thread to be had"})");
    return nullptr;
  }
}

void kedge_close(kedge_workspace* workspace) {
  const std::shared_ptr<OpenWorkspace> open = handles().take(handles().workspaces, workspace);
  if (!open) return;
  handles().drop(handles().previews, workspace);
  handles().drop(handles().watches, workspace);
  bool is_heard = false;  // what a feed has called closes its own workspace
  {
    const std::lock_guard lock(open->mutex);
    for (const std::shared_ptr<EventFeed>& feed : open->feeds) is_heard = is_heard || feed->is_own_thread();
  }
  try {
    if (is_heard) {
      std::thread([open] { close_now(open); }).detach();
    } else {
      close_now(open);
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // No thread to be had: what is open stays open until the process ends.
  }
}

char* kedge_tools(kedge_workspace* workspace, const char* shape) {
  return with(
      workspace_of(workspace),
      [&](OpenWorkspace& open) {
        if (shape == nullptr) return copied(open.embedded->tools(nullptr).dump());
        std::vector<std::string> known;
        for (const ToolShape& each : tool_shapes()) {
          if (each.name == shape) return copied(open.embedded->tools(&each).dump());
          known.emplace_back(each.name);
        }
        return copied(to_json(refuse(Code::schema_invalid,
                                     concat("'", printable(std::string(shape)), "' is none of ", join(known, ", "), '.'),
                                     {{"field", "shape"}, {"problem", "is unknown"}}))
                          .dump());
      },
      [](const Error& refusal) { return copied(to_json(refusal).dump()); });
}

char* kedge_instructions(kedge_workspace* workspace) {
  return with(
      workspace_of(workspace), [](OpenWorkspace& open) { return copied(open.embedded->instructions()); },
      [](const Error& /*refusal*/) { return copied(""); });
}

char* kedge_call(kedge_workspace* workspace, const char* request) {
  return with(
      workspace_of(workspace),
      [&](OpenWorkspace& open) {
        const Result<Json> json = read_request(request);
        if (!json) return copied(refused_result(json.error()));
        return copied(open.embedded->call(*json).dump());
      },
      [](const Error& refusal) { return copied(refused_result(refusal)); });
}

void kedge_cancel(kedge_workspace* workspace, const char* call) {
  if (call == nullptr) return;
  with(
      workspace_of(workspace),
      [&](OpenWorkspace& open) {
        open.embedded->cancel(call);
        return true;
      },
      [](const Error& /*refusal*/) { return false; });
}

char* kedge_convert(kedge_workspace* workspace, const char* request) {
  return with(
      workspace_of(workspace),
      [&](OpenWorkspace& open) {
        const Result<Json> json = read_request(request);
        if (!json) return copied(to_json(json.error()).dump());
        const Result<Json> said = open.embedded->convert(*json);
        return copied((said ? *said : to_json(said.error())).dump());
      },
      [](const Error& refusal) { return copied(to_json(refusal).dump()); });
}

kedge_preview* kedge_preview_begin(kedge_workspace* workspace, const char* request, char** problem) {
  if (problem != nullptr) *problem = nullptr;
  const auto refuse_it = [&](const Error& refusal) -> kedge_preview* {
    tell(problem, refusal);
    return nullptr;
  };
  const std::shared_ptr<OpenWorkspace> found = workspace_of(workspace);
  return with(
      found,
      [&](OpenWorkspace& open) -> kedge_preview* {
        const Result<Json> json = read_request(request);
        if (!json) return refuse_it(json.error());
        Fields fields(*json);
        const std::optional<std::string> session = fields.text("session");
        if (const Result<void> read = fields.finish(); !read) return refuse_it(read.error());
        if (const Result<void> can = open.embedded->can_preview(); !can) return refuse_it(can.error());
        static std::atomic<std::uint64_t> last = 0;
        auto preview = std::make_shared<OpenPreview>();
        preview->workspace = found;
        preview->workspace_handle = reinterpret_cast<std::uintptr_t>(workspace);
        preview->session = session.value_or(std::string(usual_session));
        preview->call = concat("preview-", ++last);
        return handle_of<kedge_preview>(handles().add(handles().previews, std::move(preview)));
      },
      refuse_it);
}

char* kedge_preview_add(kedge_preview* preview, const char* bytes, size_t size) {
  const std::shared_ptr<OpenPreview> found = handles().find(handles().previews, preview);
  if (!found || bytes == nullptr) return nullptr;
  return with(
      found->workspace,
      [&](OpenWorkspace& open) {
        const std::lock_guard lock(found->mutex);
        Result<std::string> shown = open.embedded->preview(found->session, found->call, found->received, {bytes, size});
        if (!shown) return static_cast<char*>(nullptr);
        found->received += size;
        return copied(*shown);
      },
      [](const Error& /*refusal*/) { return static_cast<char*>(nullptr); });
}

void kedge_preview_end(kedge_preview* preview) { handles().take(handles().previews, preview); }

kedge_watch* kedge_watch_begin(kedge_workspace* workspace, const char* request, kedge_heard heard, void* context,
                               char** problem) {
  if (problem != nullptr) *problem = nullptr;
  const auto refuse_it = [&](const Error& refusal) -> kedge_watch* {
    tell(problem, refusal);
    return nullptr;
  };
  if (heard == nullptr) {
    return refuse_it(refuse(Code::schema_invalid, "There is no function to call.", {{"field", "heard"}}));
  }
  const std::shared_ptr<OpenWorkspace> found = workspace_of(workspace);
  return with(
      found,
      [&](OpenWorkspace& open) -> kedge_watch* {
        const Result<Json> json = read_request(request);
        if (!json) return refuse_it(json.error());
        Fields fields(*json);
        const bool answers = fields.flag("answers").value_or(false);
        if (const Result<void> read = fields.finish(); !read) return refuse_it(read.error());
        const Result<const Workspace*> watched = open.embedded->watched();
        if (!watched) return refuse_it(watched.error());
        Result<std::shared_ptr<EventFeed>> feed =
            EventFeed::begin(**watched, answers, [heard, context](const std::string& event) { heard(context, event.c_str()); });
        if (!feed) return refuse_it(feed.error());
        auto watch = std::make_shared<OpenWatch>();
        watch->workspace = found;
        watch->workspace_handle = reinterpret_cast<std::uintptr_t>(workspace);
        watch->feed = *feed;
        bool is_closing = false;
        {
          const std::lock_guard lock(open.mutex);
          is_closing = open.is_closing;
          if (!is_closing) open.feeds.insert(*feed);
        }
        if (is_closing) {
          (*feed)->end();
          return refuse_it(not_open("it is being closed"));
        }
        return handle_of<kedge_watch>(handles().add(handles().watches, std::move(watch)));
      },
      refuse_it);
}

int kedge_watch_answer(kedge_watch* watch, const char* answer) {
  const std::shared_ptr<OpenWatch> found = handles().find(handles().watches, watch);
  if (!found || answer == nullptr) return 0;
  return with(
      found->workspace,
      [&](OpenWorkspace& /*open*/) {
        const Result<Json> json = read_request(answer);
        return json && found->feed->answer(*json) ? 1 : 0;
      },
      [](const Error& /*refusal*/) { return 0; });
}

void kedge_watch_end(kedge_watch* watch) {
  const std::shared_ptr<OpenWatch> found = handles().take(handles().watches, watch);
  if (!found) return;
  found->feed->end();
  // On its own thread it ends soon, and closing the workspace waits for that.
  if (found->feed->is_own_thread()) return;
  const std::lock_guard lock(found->workspace->mutex);
  found->workspace->feeds.erase(found->feed);
}

}  // extern "C"
