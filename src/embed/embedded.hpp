// A workspace inside another program: tools are called with JSON in and JSON out, by any thread. Nothing here prints, and
// nothing of the process is changed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "embed/options.hpp"
#include "embed/served_roots.hpp"
#include "mcp/ticker.hpp"
#include "mcp/tool_rows.hpp"
#include "tools/tool_shapes.hpp"

namespace kedge::embed {

// What a caller is that does not say which one.
inline constexpr std::string_view usual_session = "embedded";

// As a server lists them, or in the shape of an API.
Json tool_list(std::span<const ServedTool> tools, const ToolShape* shape);

class Embedded {
 public:
  // What the program keeps itself, if anything.
  struct Own {
    std::unique_ptr<FileSystem> files = nullptr;  // null: those on disk
    std::unique_ptr<Store> records = nullptr;     // null: in the state folder, or in memory if the files are its own
    bool remembers_only = false;                  // records that are not its own are in memory
  };
  static Result<std::unique_ptr<Embedded>> open(const Json& options, Own own, std::string own_program);
  // Cancels what is running, and waits for it. REQUIRES: nobody calls it any more.
  ~Embedded();
  Embedded(const Embedded&) = delete;
  Embedded& operator=(const Embedded&) = delete;

  Json tools(const ToolShape* shape) const { return tool_list(tools_, shape); }
  const std::string& instructions() const { return instructions_; }
  // The result of tools/call.
  Json call(const Json& request);
  void cancel(std::string_view call);
  void cancel_all();  // also those that have not begun yet
  Result<Json> convert(const Json& request);

  // The first root, for a feed of events. Refused if the files are the program's own.
  Result<const Workspace*> watched() const;

  // A patch that is still arriving: what these bytes, which follow the first `from`, add to its preview.
  Result<std::string> preview(const std::string& session, const std::string& call, std::size_t from, std::string_view bytes);
  // Refused if no dialect can be shown while it arrives.
  Result<void> can_preview() const;

 private:
  struct Running;

  Embedded(Options options, std::unique_ptr<ServedRoots> roots, bool is_on_disk);

  const mcp::ToolRow* row_named(std::string_view tool) const;
  Result<const mcp::ToolRow*> row_for(const Json& request, Json& arguments) const;
  Json answer(const mcp::ToolRow& row, Json arguments, Running& running);
  std::optional<std::chrono::milliseconds> tidy_up();

  Options options_;
  bool is_on_disk_;
  std::unique_ptr<ServedRoots> roots_;
  std::unique_ptr<Syntax> syntax_;
  mcp::Service service_;
  std::vector<ServedTool> tools_;       // that are listed
  std::vector<mcp::ToolRow> rows_;      // of them
  std::vector<mcp::ToolRow> unlisted_;  // for the program itself
  std::string instructions_;
  mcp::Client client_;
  std::atomic<bool> is_finishing_ = false;

  OrderedMutex writing_{LockOrder::embedded};  // held by the call that changes files
  std::mutex mutex_;                           // guards what is running; nothing is called while it is held
  std::list<Running*> running_;
  bool is_over_ = false;  // what begins now is cancelled at once
  mcp::Ticker ticker_;    // last: its thread uses what is above
};

}  // namespace kedge::embed
