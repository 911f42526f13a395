#include "web/api.hpp"

#include <algorithm>
#include <ranges>

#include "engine/history.hpp"
#include "engine/watchers.hpp"
#include "support/json_members.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "ui/shown_rows.hpp"
#include "web/page_json.hpp"

namespace kedge::web {
namespace {

constexpr std::size_t most_items_at_once = 500;
constexpr std::size_t most_found = 200;
constexpr std::size_t most_changes = 500;
constexpr std::size_t most_counted_changes = 2000;
constexpr std::int64_t nanoseconds_of_hour = 3'600'000'000'000;
constexpr std::uint64_t bytes_of_token = 4;  // about

Answered wrong(std::string_view what, int status = 400) {
  return {status, Json::object({{"error", Json::object({{"code", "bad_request"}, {"message", what}})}})};
}

Answered refused(const Error& error) { return {409, error_json(error)}; }

std::string query_of(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found != request.query.end() ? found->second : std::string();
}

std::uint64_t number_of_query(const HttpRequest& request, const std::string& name) {
  return number_of(query_of(request, name)).value_or(0);
}

Json files_json(const Happening& happening, Syntax* syntax, bool with_text, std::size_t only, std::size_t from) {
  Json files = Json::array();
  for (std::size_t i = 0; i < happening.files.size(); ++i) {
    const Happening::File& file = happening.files[i];
    if (only != i && only < happening.files.size()) continue;
    const std::vector<ui::ShownRow> rows = ui::rows_of_file(file, syntax);
    files.push(file_json(file, rows, from, with_text));
  }
  return files;
}

bool contains(std::string_view text, std::string_view lower) { return lower_case(text).find(lower) != std::string::npos; }

bool is_found(const ui::TimelineItem& item, std::string_view wanted) {
  const Happening& happening = item.happening;
  for (const std::string_view text :
       {std::string_view(happening.who), std::string_view(happening.op), std::string_view(happening.code),
        std::string_view(happening.message), std::string_view(happening.undo_id)}) {
    if (contains(text, wanted)) return true;
  }
  return std::ranges::any_of(happening.files, [&](const Happening::File& file) {
    return contains(file.path, wanted) || contains(file.destination, wanted) || contains(file.diff, wanted);
  });
}

Json counts_json(const CallCounts& counts) {
  Json codes = Json::object();
  for (const auto& [code, count] : counts.by_code) codes.set(code, count);
  return Json::object({{"client", printable(counts.client)},
                       {"dialect", counts.dialect},
                       {"calls", counts.calls},
                       {"changes", counts.changes},
                       {"refusals", counts.refusals},
                       {"repairs", counts.repairs},
                       {"retries", counts.retries},
                       {"codes", std::move(codes)}});
}

}  // namespace

Answered Api::answer(const HttpRequest& request) {
  std::vector<std::uint64_t> unanswered;
  unanswered.reserve(roots_.size());
  for (ui::RootView* const root : roots_) unanswered.push_back(root->store().unanswered());
  Answered answered = answer_from_records(request);
  // What the records did not say would look as if it were not there. What was done is told all the same.
  for (std::size_t i = 0; i < roots_.size() && request.method == "GET"; ++i) {
    if (roots_[i]->store().unanswered() == unanswered[i]) continue;
    if (const Result<void> all = roots_[i]->store().ready(unanswered[i]); !all) return refused(all.error());
  }
  return answered;
}

Answered Api::answer_from_records(const HttpRequest& request) {
  if (request.method == "GET") {
    if (request.path == "/api/item") return item(request);
    if (request.path == "/api/history") return history(request);
    if (request.path == "/api/version") return version(request);
    if (request.path == "/api/blame") return blamed(request);
    if (request.path == "/api/stats") return stats(request);
    if (request.path == "/api/search") return found(request);
    return wrong("there is no such page", 404);
  }
  if (request.method != "POST") return wrong("GET or POST", 405);
  const std::expected<Json, JsonProblem> body = read_json(request.body);
  if (!body || body->as_object() == nullptr) return wrong("the message is not a JSON object");
  if (request.path == "/api/answer") return give_answer(*body);
  if (request.path == "/api/turn") return turn(*body);
  if (request.path == "/api/let_go") return let_go(*body);
  if (request.path == "/api/review") return review(*body);
  if (request.path == "/api/note") return tell(*body);
  return wrong("there is no such page", 404);
}

ui::RootView* Api::root_of(const HttpRequest& request) {
  const std::uint64_t number = number_of_query(request, "root");
  return number < roots_.size() ? roots_[number] : nullptr;
}

ui::RootView* Api::root_of(const Json& body) {
  const auto number = static_cast<std::uint64_t>(member_number(body, "root"));
  return number < roots_.size() ? roots_[number] : nullptr;
}

Json Api::hello() const {
  Json roots = Json::array();
  for (const ui::RootView* const root : roots_) roots.push(printable(root->workspace().root().path()));
  Json items = Json::array();
  const std::size_t all = timeline_.items().size();
  for (std::size_t i = all > most_items_at_once ? all - most_items_at_once : 0; i < all; ++i)
    items.push(summary_json(timeline_.items()[i]));
  Json json = Json::object(
      {{"hello", Json::object({{"version", KEDGE_VERSION}, {"roots", std::move(roots)}})}, {"items", std::move(items)}});
  return json.set("held", *held().find("held"));
}

Json Api::news(const ui::Timeline::Numbers& numbers) const {
  Json items = Json::array();
  for (const std::uint64_t number : numbers) {
    if (const ui::TimelineItem* const found_item = timeline_.find(number)) items.push(summary_json(*found_item));
  }
  return Json::object({{"items", std::move(items)}});
}

Json Api::held() const {
  Json all = Json::array();
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    for (const ui::RootView::HeldTurn& turn : roots_[i]->held()) {
      all.push(
          Json::object({{"root", i}, {"number", turn.number}, {"id", turn.wanted.id}, {"session", printable(turn.session)}}));
    }
  }
  return Json::object({{"held", std::move(all)}});
}

Answered Api::item(const HttpRequest& request) {
  const ui::TimelineItem* const known = timeline_.find(number_of_query(request, "n"));
  if (known == nullptr) return wrong("this is no longer in the timeline", 404);
  Happening happening = known->happening;
  if (known->from_records && known->is_change()) {
    Store& store = roots_[known->root]->store();
    if (const std::optional<Record> record = store.find(happening.undo_id)) happening = recorded_happening(store, *record);
  }
  const bool is_open = known->asked == ui::TimelineItem::Asked::open;
  const std::size_t only = request.query.contains("file") ? number_of_query(request, "file") : happening.files.size();
  Json json = Json::object({{"item", summary_json(*known)}, {"message", printable_rows(happening.message)}});
  Json warnings = Json::array();
  for (const std::string& warning : happening.warnings) warnings.push(printable_rows(warning));
  json.set("warnings", std::move(warnings));
  json.set("files", files_json(happening, syntax_, is_open, only, number_of_query(request, "from")));
  return {200, std::move(json)};
}

Answered Api::give_answer(const Json& body) {
  const ui::TimelineItem* const known = timeline_.find(static_cast<std::uint64_t>(member_number(body, "n")));
  if (known == nullptr) return wrong("this is no longer in the timeline", 404);
  const std::optional<Verdict> verdict = verdict_in(body);
  if (!verdict) return wrong("the answer is unclear");
  const std::uint64_t number = known->number;
  const bool told = known->asked == ui::TimelineItem::Asked::open &&
                    roots_[known->root]->answer(*known, {.question = {},
                                                         .consent = verdict->consent == Consent::given,
                                                         .note = verdict->note,
                                                         .declined = verdict->declined,
                                                         .edited = verdict->edited,
                                                         .minutes = verdict->minutes});
  changed_.push_back(number);
  if (!told) return wrong("the question is not open any more", 409);
  return {200, Json::object({{"done", true}})};
}

Answered Api::turn(const Json& body) {
  ui::RootView* const root = root_of(body);
  if (root == nullptr) return wrong("there is no such root", 404);
  ui::TurnWanted wanted{.id = std::string(member_text(body, "id")),
                        .dry_run = member_flag(body, "dry_run").value_or(false),
                        .note = std::string(member_text(body, "note"))};
  if (member_text(body, "way") == "redo") wanted.way = ui::TurnWanted::Way::redo;
  for (const Json& part : member_list(body, "parts")) {
    ChangePart& named = wanted.parts.emplace_back(ChangePart{.path = std::string(member_text(part, "path"))});
    for (const Json& hunk : member_list(part, "hunks")) {
      if (hunk.as_integer() != nullptr && *hunk.as_integer() > 0)
        named.hunks.push_back(static_cast<std::uint32_t>(*hunk.as_integer()));
    }
  }
  if (member_flag(body, "hold").value_or(false)) {
    const Result<void> held_back = root->hold(std::move(wanted));
    if (!held_back) return refused(held_back.error());
    return {200, Json::object({{"held", true}})};
  }
  const Result<Receipt> receipt = root->turn(wanted);
  if (!receipt) return refused(receipt.error());
  Json warnings = Json::array();
  for (const std::string& warning : receipt->warnings) warnings.push(printable_rows(warning));
  const Happening files = proposed_files(*receipt);
  return {200, Json::object({{"done", !wanted.dry_run},
                             {"warnings", std::move(warnings)},
                             {"files", files_json(files, syntax_, false, files.files.size(), 0)}})};
}

Answered Api::let_go(const Json& body) {
  ui::RootView* const root = root_of(body);
  const bool gone = root != nullptr && root->let_go(static_cast<std::uint64_t>(member_number(body, "number")));
  return gone ? Answered{200, Json::object({{"done", true}})} : wrong("nothing of this number is held", 404);
}

Answered Api::review(const Json& body) {
  ui::RootView* const root = root_of(body);
  if (root == nullptr) return wrong("there is no such root", 404);
  const std::string id(member_text(body, "id"));
  const Result<bool> marked = root->review(id, member_flag(body, "reviewed").value_or(false));
  if (!marked) return refused(marked.error());
  if (!*marked) return wrong("there is no such change", 404);
  for (const ui::TimelineItem& each : timeline_.items()) {
    if (each.is_change() && each.happening.undo_id == id) changed_.push_back(each.number);
  }
  return {200, Json::object({{"done", true}})};
}

Answered Api::tell(const Json& body) {
  ui::RootView* const root = root_of(body);
  if (root == nullptr || member_text(body, "session").empty() || member_text(body, "note").empty())
    return wrong("root, session and note are needed");
  root->tell(std::string(member_text(body, "session")), std::string(member_text(body, "note")));
  return {200, Json::object({{"done", true}})};
}

Answered Api::history(const HttpRequest& request) {
  ui::RootView* const root = root_of(request);
  const std::string path = query_of(request, "path");
  if (root == nullptr || path.empty()) return wrong("root and path are needed");
  Json changes = Json::array();
  for (const Record& record : root->store().newest(most_changes, path)) {
    for (const RecordedFile& file : record.files) {
      if (file.path == path || file.destination == path) changes.push(record_json(record, file));
    }
  }
  return {200, Json::object({{"changes", std::move(changes)}})};
}

Answered Api::version(const HttpRequest& request) {
  ui::RootView* const root = root_of(request);
  if (root == nullptr) return wrong("there is no such root", 404);
  const std::string path = query_of(request, "path");
  const std::string wanted = query_of(request, "version");
  for (const Record& record : root->store().newest(most_changes, path)) {
    for (const RecordedFile& file : record.files) {
      for (const std::optional<Digest>& version_of_file : {file.before, file.after}) {
        if (!version_of_file || to_hex(*version_of_file) != wanted) continue;
        const std::optional<Text> text = root->store().text_of(path, *version_of_file);
        if (!text) return wrong("the bytes of that time are not kept", 404);
        const auto from = static_cast<std::uint32_t>(number_of_query(request, "from"));
        const std::vector<ui::ShownRow> rows = ui::rows_of_text(path, *text, syntax_, from + 1, most_page_rows);
        return {200,
                Json::object({{"rows", rows_json(rows, 0, most_page_rows)}, {"from", from}, {"all_rows", text->line_count()}})};
      }
    }
  }
  return wrong("there is no such version", 404);
}

Answered Api::blamed(const HttpRequest& request) {
  ui::RootView* const root = root_of(request);
  if (root == nullptr) return wrong("there is no such root", 404);
  const std::string path = query_of(request, "path");
  const Result<Blame> known = blame(root->session(), path);
  if (!known) return refused(known.error());
  Json origins = Json::array();
  for (const Origin& origin : known->origins) {
    Json each = Json::object({{"by", origin.kind == Origin::Kind::recorded ? "recorded"
                                     : origin.kind == Origin::Kind::others ? "others"
                                                                           : "not_known"}});
    if (origin.record) {
      each.set("id", origin.record->id).set("time", origin.record->time / 1'000'000);
      each.set("who", printable(origin.record->client.empty() ? origin.record->session : origin.record->client));
    }
    origins.push(std::move(each));
  }
  const auto from = static_cast<std::uint32_t>(number_of_query(request, "from"));
  const std::vector<ui::ShownRow> rows = ui::rows_of_text(path, known->text, syntax_, from + 1, most_page_rows);
  Json lines = Json::array();
  for (const ui::ShownRow& row : rows) lines.push(known->lines[row.after - 1]);
  return {200, Json::object({{"origins", std::move(origins)},
                             {"lines", std::move(lines)},
                             {"rows", rows_json(rows, 0, most_page_rows)},
                             {"from", from},
                             {"all_rows", known->text.line_count()}})};
}

Answered Api::stats(const HttpRequest& request) {
  ui::RootView* const root = root_of(request);
  if (root == nullptr) return wrong("there is no such root", 404);
  Json clients = Json::array();
  for (const CallCounts& counts : root->store().call_counts()) clients.push(counts_json(counts));
  // What a model would have sent more if it had written the files anew.
  std::uint64_t saved = 0;
  std::map<std::int64_t, std::uint64_t> by_hour;
  std::uint64_t changes = 0;
  for (const Record& named : root->store().newest(most_counted_changes)) {
    if (named.kind != RecordKind::edit && named.kind != RecordKind::write) continue;
    ++changes;
    ++by_hour[named.time / nanoseconds_of_hour];
    const std::optional<Record> record = root->store().find(named.id);
    if (!record || record->kind != RecordKind::edit) continue;
    for (const RecordedFile& file : record->files) {
      std::uint64_t sent = 0;
      for (const Edit& edit : file.changes.edits()) sent += edit.text.size();
      if (file.before && file.after && file.inverse.base_size() > sent) saved += file.inverse.base_size() - sent;
    }
  }
  Json hours = Json::array();
  for (const auto& [hour, count] : by_hour) hours.push(Json::array({hour * 3'600'000, count}));
  const auto recovered = std::ranges::count_if(timeline_.items(), [](const ui::TimelineItem& each) {
    return each.missed == 0 && each.happening.kind == Happening::Kind::recovered;
  });
  return {200, Json::object({{"clients", std::move(clients)},
                             {"hours", std::move(hours)},
                             {"changes", changes},
                             {"recovered", recovered},
                             {"tokens_saved", saved / bytes_of_token}})};
}

Answered Api::found(const HttpRequest& request) {
  const std::string wanted = lower_case(query_of(request, "q"));
  Json numbers = Json::array();
  for (const ui::TimelineItem& each : std::views::reverse(timeline_.items())) {
    if (numbers.as_array()->size() == most_found) break;
    if (wanted.empty() || is_found(each, wanted)) numbers.push(each.number);
  }
  return {200, Json::object({{"items", std::move(numbers)}})};
}

}  // namespace kedge::web
