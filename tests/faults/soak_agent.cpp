#include "soak_agent.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {

using kedge::concat;
using kedge::Json;

namespace {

constexpr std::string_view served_dialects = "patch,replace,apply_patch,blocks,hashline";
constexpr std::size_t most_own_files = 4;

std::string line_of(std::size_t agent, std::size_t count) { return concat("agent ", agent, " has counted to ", count); }

std::string tool_of(std::string_view dialect, std::string_view tool) {
  if (dialect == "apply_patch" && tool == "edit") return "apply_patch_apply_patch";
  return concat(dialect, '_', tool);
}

// What may come between two who work on the same files, or of a server that has forgotten what it showed because it was killed.
bool is_usual(const Reply& reply) {
  constexpr std::array<std::string_view, 9> codes{"match_moved",     "conflict",       "busy",
                                                  "anchor_stale",    "snapshot_stale", "snapshot_unknown",
                                                  "lines_not_shown", "file_not_read",  "undo_conflict"};
  return std::ranges::find(codes, reply.error) != codes.end();
}

}  // namespace

std::string soak_file(std::size_t file) { return concat("shared", file, ".txt"); }
std::string soak_folder(std::size_t agent) { return concat("agent", agent); }

std::string soak_text(std::size_t file, const std::vector<std::size_t>& counts) {
  std::string text = concat("# shared file ", file, '\n');
  for (std::size_t agent = 0; agent < counts.size(); ++agent) {
    kedge::append(text, concat("begin of agent ", agent, '\n', line_of(agent, counts[agent]), "\nend of agent ", agent, '\n'));
  }
  return text;
}

SoakAgent::SoakAgent(const Place& place, std::size_t number, unsigned seed)
    : place_(place),
      number_(number),
      random_(seed * static_cast<unsigned>(soak_agents) + static_cast<unsigned>(number)),
      speaks_mcp_(number % 3 != 0) {}

std::string SoakAgent::own_line(std::size_t count) const { return line_of(number_, count); }

void SoakAgent::step() {
  if (uncertain_) return resolve();
  SoakState after = state_;
  const unsigned kind = static_cast<unsigned>(random_() % 100);
  try {
    if (kind < 10) return look();
    if (kind < 15) return search();
    if (kind < 25) return undo();
    if (kind < 60) {
      const Call call = line_edit(random_() % soak_files, after);
      return make(call, after);
    }
    const Call call = kind < 75 ? batch(after) : own_file(after);
    make(call, after);
  } catch (const Gone&) {
    // Killed while it was only asked to show something.
    ++seen_["reads lost"];
    client_.reset();
  }
}

void SoakAgent::settle() {
  while (uncertain_) resolve();
  client_.reset();
}

// ---- asking ----

Reply SoakAgent::reply_to(const Call& call) {
  if (speaks_mcp_) {
    if (!client_) client_ = std::make_unique<Client>(place_, served_dialects);
    Json arguments = call.arguments;
    if (!call.words.empty()) arguments = Json::object({{"input", call.words}});
    return client_->reply_to(call.tool_of_server, arguments);
  }
  const std::string input = concat("soak", number_);
  std::vector<std::string> words{call.tool};
  if (call.tool == "undo") {
    words.push_back(*call.arguments.find("id")->as_string());
  } else if (call.tool == "write") {
    write_bytes(place_.inputs / input, *call.arguments.find("content")->as_string());
    words.insert(words.end(), {"--create", *call.arguments.find("path")->as_string(), "--input", input});
  } else {
    write_bytes(place_.inputs / input, call.words.empty() ? call.arguments.dump() : call.words);
    words.insert(words.end(), {"--dialect", call.dialect, "--input", input});
  }
  const Ended ended = run(place_.called(std::move(words)));
  const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(ended.output);
  // What it has said counts, even if it was killed then.
  if (!json || !ended.output.ends_with('\n')) {
    if (ended.died()) throw Gone();
    throw std::runtime_error(concat("no answer: ", to_text(ended)));
  }
  Reply reply{.done = json->find("error") == nullptr, .error = {}, .words = to_text(ended), .data = *json};
  reply.error = reply.text("error");
  return reply;
}

std::string SoakAgent::shown(std::string_view dialect, const std::string& path) {
  if (speaks_mcp_) {
    if (!client_) client_ = std::make_unique<Client>(place_, served_dialects);
    const bool opens = dialect == "hashline";
    return client_->shown(concat(dialect, opens ? "_open" : "_read"), Json::object({{opens ? "file" : "path", path}}));
  }
  const Ended ended = run(place_.called({"read", "--dialect", std::string(dialect), path}));
  if (ended.died()) throw Gone();
  const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(ended.output);
  const Json* const text = json ? json->find("text") : nullptr;
  if (text == nullptr || text->as_string() == nullptr) throw std::runtime_error(concat("no read: ", to_text(ended)));
  return *text->as_string();
}

void SoakAgent::make(const Call& call, const SoakState& after) {
  Reply reply;
  try {
    reply = reply_to(call);
  } catch (const Gone&) {
    ++seen_["calls lost"];
    client_.reset();
    uncertain_ = true;
    wished_ = after;
    last_id_.clear();
    return;
  }
  if (!reply.done) {
    if (!is_usual(reply)) throw std::runtime_error(concat("refused: ", call.arguments.dump(), call.words, ": ", reply.words));
    ++seen_[concat("answered ", reply.error)];
    if (!holds(state_)) throw std::runtime_error(concat("refused, but not unchanged: ", reply.words, difference_to(state_)));
    return;
  }
  ++seen_["acknowledged"];
  before_last_ = state_;
  state_ = after;
  std::string id = reply.text("undo_id");
  if (const Json* const meta = reply.data.find("meta"); id.empty() && meta != nullptr) {
    if (const Json* const inner = meta->find("undo_id"); inner != nullptr && inner->as_string() != nullptr)
      id = *inner->as_string();
  }
  if (call.tool == "undo") id.clear();
  last_id_ = id;
  if (!id.empty()) ids_.push_back(id);
  if (const std::string other = difference_to(state_); !other.empty()) {
    throw std::runtime_error(concat("acknowledged, but not there: ", call.arguments.dump(), call.words, reply.words, other));
  }
}

// ---- what is there ----

std::string SoakAgent::difference_to(const SoakState& state) const {
  std::string out;
  for (std::size_t file = 0; file < soak_files; ++file) {
    const std::string text = read_bytes(place_.root / soak_file(file));
    const std::string wanted =
        concat("begin of agent ", number_, '\n', own_line(state.counts[file]), "\nend of agent ", number_, '\n');
    if (!text.contains(wanted)) kedge::append(out, concat(' ', soak_file(file), " without '", wanted, "': ", text));
  }
  Tree found = read_tree(place_.root / soak_folder(number_));
  std::erase_if(found, [](const auto& entry) { return entry.first.ends_with('/'); });
  Tree wanted;
  for (const auto& [path, bytes] : state.own) wanted[path.substr(soak_folder(number_).size() + 1)].bytes = bytes;
  for (auto& [name, node] : found) node.mode = Node().mode;
  return out + difference(found, wanted);
}

bool SoakAgent::holds(const SoakState& state) const { return difference_to(state).empty(); }

// What became of a call that got no answer.
void SoakAgent::resolve() {
  const Ended doctor = run(place_.doctor());
  // It may be killed, too; and while another process changes files, it leaves the rest to that one.
  if (doctor.died() || !doctor.output.contains(R"("pending":0)")) return;
  if (holds(wished_)) {
    ++seen_["lost and done"];
    state_ = wished_;
  } else if (holds(state_)) {
    ++seen_["lost and not done"];
  } else {
    throw std::runtime_error(
        concat("a lost call was done in part; from before:", difference_to(state_), "\nfrom after:", difference_to(wished_)));
  }
  uncertain_ = false;
}

void SoakAgent::look() {
  const std::size_t file = random_() % soak_files;
  if (!shown("replace", soak_file(file)).contains(concat(own_line(state_.counts[file]), '\n')))
    throw std::runtime_error("what is shown is not what was acknowledged");
  ++seen_["reads"];
}

void SoakAgent::search() {
  const std::string pattern = concat("agent ", number_, " has counted to");
  std::string text;
  if (speaks_mcp_) {
    if (!client_) client_ = std::make_unique<Client>(place_, served_dialects);
    text = client_->shown("replace_search", Json::object({{"pattern", pattern}, {"literal", true}}));
  } else {
    const Ended ended = run(place_.called({"search", "--literal", pattern}));
    if (ended.died()) throw Gone();
    text = ended.output;
  }
  for (std::size_t file = 0; file < soak_files; ++file) {
    if (!text.contains(own_line(state_.counts[file]))) throw std::runtime_error(concat("not found by a search: ", text));
  }
  ++seen_["searches"];
}

void SoakAgent::undo() {
  if (last_id_.empty()) return look();
  const Call call{"replace", "undo", "replace_undo", Json::object({{"id", last_id_}}), {}};
  const SoakState after = before_last_;
  last_id_.clear();
  make(call, after);
}

// ---- changes ----

SoakAgent::Call SoakAgent::patch_of(const std::string& sections) const {
  return {"apply_patch", "edit", tool_of("apply_patch", "edit"), Json::object(),
          concat("*** Begin Patch\n", sections, "*** End Patch\n")};
}

SoakAgent::Call SoakAgent::line_edit(std::size_t file, SoakState& after) {
  const std::string path = soak_file(file);
  const std::string from = own_line(state_.counts[file]);
  const std::string to = own_line(++after.counts[file]);
  switch (random_() % 5) {
    case 0: {
      Json arguments = replacing(concat(from, '\n'), concat(to, '\n'));
      return {"replace", "edit", tool_of("replace", "edit"), arguments.set("path", path), {}};
    }
    case 1:
      return {"blocks", "edit", tool_of("blocks", "edit"), Json::object(),
              concat('`', path, "`\n```\n<<<<<<< SEARCH\n", from, "\n=======\n", to, "\n>>>>>>> REPLACE\n```\n")};
    case 2: {
      const std::string rows = shown("patch", path);
      const std::size_t end = rows.find(concat(':', from, '\n'));
      if (end == std::string::npos) throw std::runtime_error(concat("its line is not shown: ", rows));
      const std::size_t begin = rows.rfind('\n', end) + 1;
      const std::string number = rows.substr(begin, end - begin);
      return {"patch", "edit", tool_of("patch", "edit"), Json::object(),
              concat("*** Begin Patch\n", rows.substr(0, rows.find('\n') + 1), "replace ", number, "..", number, ":\n+", to,
                     "\n*** End Patch\n")};
    }
    case 3: {
      const std::string rows = shown("hashline", path);
      const std::size_t end = rows.find(concat('|', from, '\n'));
      if (end == std::string::npos) throw std::runtime_error(concat("its line is not shown: ", rows));
      const std::size_t begin = rows.rfind('\n', end) + 1;
      const std::size_t colon = rows.find(':', begin);
      const Json anchor = Json::object(
          {{"line", std::stoi(rows.substr(begin, colon - begin))}, {"hash", rows.substr(colon + 1, end - colon - 1)}});
      return {"hashline",
              "edit",
              tool_of("hashline", "edit"),
              Json::object({{"file", path}, {"replace", Json::object({{"start", anchor}, {"end", anchor}, {"content", to}})}}),
              {}};
    }
    default: return patch_of(concat("*** Update File: ", path, "\n@@\n-", from, "\n+", to, '\n'));
  }
}

SoakAgent::Call SoakAgent::batch(SoakState& after) {
  std::string sections;
  const std::size_t first = random_() % soak_files;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t file = (first + i) % soak_files;
    const std::string from = own_line(state_.counts[file]);
    kedge::append(sections,
                  concat("*** Update File: ", soak_file(file), "\n@@\n-", from, "\n+", own_line(++after.counts[file]), '\n'));
  }
  return patch_of(sections);
}

SoakAgent::Call SoakAgent::own_file(SoakState& after) {
  const std::string path = concat(soak_folder(number_), "/file", ++names_, ".txt");
  if (after.own.empty() || (after.own.size() < most_own_files && random_() % 2 == 0)) {
    const std::string bytes = concat("file ", names_, " of agent ", number_, "\nfirst\nsecond\n");
    after.own[path] = bytes;
    return {"replace", "write", tool_of("replace", "write"), Json::object({{"path", path}, {"content", bytes}}), {}};
  }
  auto chosen = after.own.begin();
  std::advance(chosen, static_cast<std::ptrdiff_t>(random_() % after.own.size()));
  const auto [old_path, old_bytes] = *chosen;
  after.own.erase(chosen);
  if (random_() % 2 == 0) return patch_of(concat("*** Delete File: ", old_path, '\n'));
  // Moved with a change, and along with a line that others have around them.
  std::string bytes = old_bytes;
  const std::size_t at = bytes.rfind("second");
  const std::string last = bytes.substr(at);
  bytes.replace(at, last.size(), concat("second of ", names_, '\n'));
  after.own[path] = bytes;
  const std::size_t file = random_() % soak_files;
  const std::string from = own_line(state_.counts[file]);
  return patch_of(concat("*** Update File: ", old_path, "\n*** Move to: ", path, "\n@@\n first\n-", last, "+second of ", names_,
                         "\n*** Update File: ", soak_file(file), "\n@@\n-", from, "\n+", own_line(++after.counts[file]), '\n'));
}

void SoakAgent::write_record() const {
  Json own = Json::object();
  for (const auto& [path, bytes] : state_.own) own.set(path, bytes);
  Json counts = Json::array();
  for (const std::size_t count : state_.counts) counts.push(count);
  Json seen = Json::object();
  for (const auto& [what, times] : seen_) seen.set(what, times);
  write_bytes(place_.inputs / concat("record", number_),
              Json::object({{"counts", counts}, {"own", own}, {"ids", Json::strings(ids_)}, {"seen", seen}}).dump());
}

}  // namespace faults
