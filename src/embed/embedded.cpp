#include "embed/embedded.hpp"

#include <algorithm>
#include <utility>

#include "dialects/fields.hpp"
#include "fs/real_file_system.hpp"
#include "mcp/instructions.hpp"
#include "process/host_signals.hpp"
#include "support/strings.hpp"
#include "tools/convert.hpp"

namespace kedge::embed {
namespace {

constexpr std::chrono::milliseconds pause_between_flushes(50);

// What every dialect has, by whatever name: a program that knows no dialect says `path`.
Json in_words_of_dialect(const Dialect& dialect, const Verb& verb, const Json& arguments) {
  const FieldNames& fields = dialect.fields;
  const std::pair<std::string_view, std::string_view> names[] = {
      {"path", fields.path}, {"start", fields.start}, {"end", fields.end}, {"expected_version", fields.version}};
  Json own = Json::object();
  for (const auto& [name, value] : *arguments.as_object()) {
    const auto* const found = std::ranges::find(names, name, &std::pair<std::string_view, std::string_view>::first);
    own.set(found != std::end(names) ? found->second : std::string_view(name), value);
  }
  // What is read is there to be edited.
  const bool reads = &verb == find_verb("read");
  if (reads && dialect.by_anchor && !fields.anchored.empty() && own.find(fields.anchored) == nullptr) {
    own.set(fields.anchored, true);
  }
  return own;
}

Json refused_call(const Error& refusal) { return mcp::call_result(refused(refusal), mcp::ResultForm::both, false); }

Error unknown_tool(std::string_view name, std::span<const ServedTool> tools) {
  std::vector<std::string> known;
  for (const ServedTool& tool : tools) known.push_back(tool.name);
  return refuse(Code::schema_invalid,
                concat("There is no tool '", printable(name), "'. The tools are ", join(known, ", "), '.'),
                {{"field", "tool"}, {"problem", "is unknown"}});
}

}  // namespace

// A call that is under way.
struct Embedded::Running {
  Running(Embedded& where, std::string called, std::string whose)
      : owner(where), name(std::move(called)), session(std::move(whose)) {
    const std::lock_guard lock(owner.mutex_);
    owner.running_.push_back(this);
    cancelled = owner.is_over_;
  }
  ~Running() {
    const std::lock_guard lock(owner.mutex_);
    owner.running_.remove(this);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // As the service sees it: nobody hears of its progress, and questions are only asked of views.
  mcp::Exchange exchange() {
    return {.client = owner.client_,
            .params = params,
            .session = session,
            .state = state,
            .inputs = inputs,
            .cancelled = cancelled,
            .changed = changed,
            .progress = [](double, std::optional<double>, std::string_view) {},
            .log = [](mcp::LogLevel, std::string_view, const Json&) {},
            .close_stream = [] {},
            .use_up_state = [this] { return !std::exchange(is_used, true); },
            .announce = [](std::string_view) {}};
  }

  Embedded& owner;
  std::string name;
  std::string session;
  std::atomic<bool> cancelled = false;
  Json params = Json::object();
  Json state = Json::object();   // of a question that was asked
  Json inputs = Json::object();  // the answer to it
  bool is_used = false;          // and whether it has counted
  std::vector<std::string> changed = {};
};

Json tool_list(std::span<const ServedTool> tools, const ToolShape* shape) {
  Json all = Json::array();
  for (const mcp::ToolRow& row : mcp::tool_rows(tools, {}, {}, {})) {
    Json tool = row.listed;
    if (!row.output_schema.is_null()) tool.set("outputSchema", row.output_schema);
    const Json* const description = tool.find("description");
    const Json* const schema = tool.find("inputSchema");
    const std::string said = description != nullptr && description->as_string() != nullptr ? *description->as_string() : "";
    all.push(shape != nullptr && schema != nullptr ? shape->shaped({row.name, said, *schema}) : std::move(tool));
  }
  return Json::object({{"tools", std::move(all)}});
}

Result<std::unique_ptr<Embedded>> Embedded::open(const Json& json, Own own, std::string own_program) {
  KEDGE_TRY(Options options, read_options(json, std::move(own_program)));
  const bool is_on_disk = own.files == nullptr;
  if (!is_on_disk && options.roots.size() != 1) {
    return std::unexpected(refuse(Code::schema_invalid, "Files of the program's own are one root.",
                                  {{"field", "roots"}, {"problem", "must be one"}}));
  }
  const auto open_one = [&](const std::string& path) -> Result<RootToServe> {
    RootWanted wanted = options.root;
    wanted.path = path;
    if (!is_on_disk) {
      wanted.state = {.folder = "/.kedge-state"};  // CallersFiles keeps it in memory
      wanted.is_on_disk = false;
    }
    KEDGE_TRY(OpenedWorkspace opened, open_root(wanted, is_on_disk ? file_system_in_another_program() : std::move(own.files)));
    RootToServe root{.opened = std::move(opened), .store = std::move(own.records), .is_on_disk = is_on_disk};
    if (!root.store && (!is_on_disk || own.remembers_only)) root.store = memory_store();
    return root;
  };
  KEDGE_TRY(std::unique_ptr<ServedRoots> roots, ServedRoots::open(options.roots, open_one, true, options.client));
  return std::unique_ptr<Embedded>(new Embedded(std::move(options), std::move(roots), is_on_disk));
}

Embedded::Embedded(Options options, std::unique_ptr<ServedRoots> roots, bool is_on_disk)
    : options_(std::move(options)),
      is_on_disk_(is_on_disk),
      roots_(std::move(roots)),
      syntax_(options_.program.empty() ? nullptr : make_syntax(options_.program)),
      service_(options_.service),
      tools_(served_tools(options_.dialects, {.prefix = options_.prefix})),
      client_{.name = options_.client},
      ticker_(pause_between_flushes, [this] { return tidy_up(); }) {
  roots_->wait_for_people(options_.patience);
  roots_->serve(service_, syntax_.get());
  const mcp::CallTool call = [this](const ServedTool& tool, const Json& arguments, mcp::Exchange& exchange) {
    return service_.call(tool, arguments, exchange);
  };
  const mcp::TakeWarnings warnings = [this](const std::string& session) { return service_.take_warnings(session); };
  rows_ = mcp::tool_rows(tools_, options_.service.manners, call, warnings);
  std::vector<ServedTool> all = served_tools(options_.dialects, {.for_programs = true, .prefix = options_.prefix});
  std::erase_if(
      all, [&](const ServedTool& tool) { return std::ranges::find(tools_, tool.name, &ServedTool::name) != tools_.end(); });
  // What people have written is for the next answer to the model.
  unlisted_ =
      mcp::tool_rows(all, options_.service.manners, call, [](const std::string&) { return std::vector<std::string>(); });
  instructions_ = mcp::instructions_for(tools_);
}

Embedded::~Embedded() {
  is_finishing_ = true;
  ticker_.finish();
  const WritesWithoutSignals quiet;
  roots_->finish();
}

std::optional<std::chrono::milliseconds> Embedded::tidy_up() {
  const WritesWithoutSignals quiet;
  const std::optional<std::chrono::milliseconds> left = roots_->tidy_up(pause_between_flushes);
  const bool is_ready = is_finishing_ || service_.foresee();
  return is_ready ? left : pause_between_flushes;
}

const mcp::ToolRow* Embedded::row_named(std::string_view tool) const {
  const auto found = std::ranges::find(rows_, tool, &mcp::ToolRow::name);
  return found != rows_.end() ? &*found : nullptr;
}

// The tool that a request names, or its first one for a verb; then its arguments are put into the words of the dialect.
Result<const mcp::ToolRow*> Embedded::row_for(const Json& request, Json& arguments) const {
  const Json* const tool = request.find("tool");
  if (tool != nullptr) {
    if (const mcp::ToolRow* const row = row_named(*tool->as_string())) return row;
    return std::unexpected(unknown_tool(*tool->as_string(), tools_));
  }
  const std::string& verb = *request.find("verb")->as_string();
  const auto found = std::ranges::find_if(tools_, [&](const ServedTool& each) { return each.verb().name == verb; });
  if (found == tools_.end()) return std::unexpected(unknown_tool(verb, tools_));
  arguments = in_words_of_dialect(*found->dialect, found->verb(), arguments);
  return row_named(found->name);
}

Json Embedded::answer(const mcp::ToolRow& row, Json arguments, Running& running) {
  running.params = Json::object({{"arguments", std::move(arguments)}});
  mcp::Exchange exchange = running.exchange();
  for (;;) {
    mcp::Answer answered = [&] {
      if (!row.in_order) return row.call(exchange);
      const std::lock_guard lock(writing_);
      return row.call(exchange);
    }();
    if (Json* const result = std::get_if<Json>(&answered)) return std::move(*result);
    if (const mcp::Problem* const problem = std::get_if<mcp::Problem>(&answered)) {
      return refused_call(refuse(Code::schema_invalid, problem->what));
    }
    // Somebody at a view is asked; others may change files meanwhile, and if they do, the question is asked again.
    auto& needed = std::get<mcp::InputNeeded>(answered);
    running.state = std::move(needed.state);
    std::optional<Json> said;
    if (needed.elsewhere) said = needed.elsewhere(running.cancelled);
    running.inputs = Json::object({{"elsewhere", said.value_or(Json(false))}});
    running.is_used = false;
  }
}

Json Embedded::call(const Json& request) {
  const WritesWithoutSignals quiet;
  Fields fields(request);
  const std::optional<std::string> tool = fields.text("tool");
  const std::optional<std::string> verb = fields.text("verb");
  if (tool.has_value() == verb.has_value()) fields.problem("tool", "name one tool, or one verb");
  Json arguments = Json::object();
  if (fields.has("arguments")) {
    if (const Json* const given = fields.object("arguments")) arguments = *given;
  }
  std::string name = fields.text("call").value_or("");
  std::string session = fields.text("session").value_or(std::string(usual_session));
  if (const Result<void> read = fields.finish(); !read) return refused_call(read.error());
  const Result<const mcp::ToolRow*> row = row_for(request, arguments);
  if (!row) return refused_call(row.error());
  Running running(*this, std::move(name), std::move(session));
  Json result = answer(**row, std::move(arguments), running);
  ticker_.note();
  return result;
}

void Embedded::cancel(std::string_view call) {
  const std::lock_guard lock(mutex_);
  for (Running* const each : running_) {
    if (each->name == call) each->cancelled = true;
  }
}

void Embedded::cancel_all() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  for (Running* const each : running_) each->cancelled = true;
}

Result<Json> Embedded::convert(const Json& request) {
  const WritesWithoutSignals quiet;
  Fields fields(request);
  const Dialect* dialects[2] = {};
  for (int i = 0; i < 2; ++i) {
    const std::string_view field = i == 0 ? "from" : "to";
    const std::string name = fields.required_text(field);
    dialects[i] = find_dialect(name);
    if (!name.empty() && dialects[i] == nullptr) fields.problem(field, "names no dialect");
  }
  const Json* const arguments = fields.object("arguments");
  std::string session = fields.text("session").value_or(std::string(usual_session));
  KEDGE_DO(fields.finish());
  Running running(*this, {}, std::move(session));
  const mcp::Exchange exchange = running.exchange();
  // Which root it is about, if there are several: that of the first path that it names.
  std::string path;
  for (const ServedTool& tool : served_tools({&dialects[0], 1})) {
    if (tool.verb().name != "edit") continue;
    if (const std::vector<NamedPath> paths = paths_of(tool, *arguments); !paths.empty()) path = paths.front().path;
  }
  KEDGE_TRY(Session working, service_.session_for(exchange, path));
  const std::lock_guard lock(writing_);
  Result<Json> said = kedge::convert(*dialects[0], *dialects[1], *arguments, working);
  working.store.publish();
  ticker_.note();
  return said;
}

Result<const Workspace*> Embedded::watched() const {
  if (is_on_disk_) return &roots_->first();
  return std::unexpected(refuse(Code::schema_invalid,
                                "What happens to files of the program's own is known to that program only.",
                                {{"problem", "the files are the program's own"}}));
}

Result<void> Embedded::can_preview() const {
  if (!unlisted_.empty()) return {};
  return std::unexpected(refuse(Code::schema_invalid,
                                "Only patches are shown while they arrive: open the workspace with dialect patch.",
                                {{"problem", "the dialect is not shown while it arrives"}}));
}

Result<std::string> Embedded::preview(const std::string& session, const std::string& call, std::size_t from,
                                      std::string_view bytes) {
  const WritesWithoutSignals quiet;
  KEDGE_DO(can_preview());
  Running running(*this, {}, session);
  const Json result = answer(unlisted_.front(), Json::object({{"input", bytes}, {"call", call}, {"from", from}}), running);
  ticker_.note();
  const Json* const content = result.find("content");
  const Json* const text = content != nullptr ? content->as_array()->front().find("text") : nullptr;
  std::string shown = text != nullptr ? *text->as_string() : std::string();
  if (result.find("isError") == nullptr) return shown;
  return std::unexpected(refuse(Code::schema_invalid, shown));
}

}  // namespace kedge::embed
