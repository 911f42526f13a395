#include "ui/messages.hpp"

#include <array>

#include "support/json_members.hpp"
#include "support/strings.hpp"

namespace kedge::ui {
namespace {

constexpr int version = 1;
constexpr std::int64_t nanoseconds_of_millisecond = 1'000'000;

constexpr std::array kinds{Happening::Kind::opened,  Happening::Kind::proposed, Happening::Kind::applied,
                           Happening::Kind::refused, Happening::Kind::undone,   Happening::Kind::recovered};

std::optional<Happening::Kind> kind_of(std::string_view name) {
  for (const Happening::Kind kind : kinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

void add(Json& json, std::string_view name, const std::string& text) {
  if (!text.empty()) json.set(name, text);
}

Json file_json(const Happening::File& file) {
  Json json = Json::object({{"path", file.path}});
  add(json, "op", file.op);
  add(json, "destination", file.destination);
  add(json, "previous_version", file.previous_version);
  add(json, "version", file.version);
  add(json, "summary", file.summary);
  if (file.added > 0) json.set("added", file.added);
  if (file.removed > 0) json.set("removed", file.removed);
  add(json, "recovered", file.recovered);
  if (file.first_line > 0) json.set("lines", Json::array({file.first_line, file.last_line}));
  add(json, "text", file.text);
  add(json, "diff", file.diff);
  if (file.bytes_left_out > 0) json.set("bytes_left_out", file.bytes_left_out);
  if (!file.hunks.empty()) {
    Json hunks = Json::array();
    for (const Happening::File::Hunk& hunk : file.hunks) {
      hunks.push(Json::array({hunk.before, hunk.lines_before, hunk.after, hunk.lines_after}));
    }
    json.set("hunks", std::move(hunks));
  }
  return json;
}

std::uint64_t count_in(const Json& json, std::string_view name) {
  const std::int64_t number = member_number(json, name);
  return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

std::uint32_t line_number(const Json& json) {
  const std::int64_t* const number = json.as_integer();
  return number != nullptr && *number > 0 && *number <= INT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
}

Happening::File file_of(const Json& json) {
  Happening::File file{.path = member_text(json, "path"),
                       .op = member_text(json, "op"),
                       .destination = member_text(json, "destination"),
                       .previous_version = member_text(json, "previous_version"),
                       .version = member_text(json, "version"),
                       .summary = member_text(json, "summary"),
                       .diff = member_text(json, "diff"),
                       .recovered = member_text(json, "recovered"),
                       .text = member_text(json, "text")};
  if (const Json::Array& lines = member_list(json, "lines"); lines.size() == 2) {
    file.first_line = line_number(lines[0]);
    file.last_line = line_number(lines[1]);
  }
  file.added = count_in(json, "added");
  file.removed = count_in(json, "removed");
  file.bytes_left_out = count_in(json, "bytes_left_out");
  for (const Json& hunk : member_list(json, "hunks")) {
    const Json::Array* const numbers = hunk.as_array();
    if (numbers == nullptr || numbers->size() != 4) continue;
    file.hunks.push_back(
        {line_number((*numbers)[0]), line_number((*numbers)[1]), line_number((*numbers)[2]), line_number((*numbers)[3])});
  }
  return file;
}

std::optional<Told> told_of(const Json& json) {
  const std::optional<Happening::Kind> kind = kind_of(member_text(json, "event"));
  if (!kind) return std::nullopt;
  Told told{.happening = {.kind = *kind,
                          .who = member_text(json, "who"),
                          .session = member_text(json, "session"),
                          .op = member_text(json, "op"),
                          .undo_id = member_text(json, "undo_id"),
                          .code = member_text(json, "code"),
                          .message = member_text(json, "message"),
                          .waits = member_flag(json, "waits").value_or(false)},
            .question = member_text(json, "question")};
  const std::int64_t time = member_number(json, "time");
  if (time > 0 && time < INT64_MAX / nanoseconds_of_millisecond) told.happening.time = time * nanoseconds_of_millisecond;
  for (const Json& file : member_list(json, "files")) told.happening.files.push_back(file_of(file));
  for (const Json& warning : member_list(json, "warnings")) {
    if (warning.as_string() != nullptr) told.happening.warnings.push_back(*warning.as_string());
  }
  return told;
}

bool is_known_version(const Json& json) { return member_number(json, "v") == version; }

}  // namespace

Json to_json(const Told& told) {
  const Happening& happening = told.happening;
  Json json = Json::object({{"v", version},
                            {"event", name_of(happening.kind)},
                            {"time", happening.time / nanoseconds_of_millisecond},
                            {"who", happening.who},
                            {"session", happening.session}});
  add(json, "op", happening.op);
  add(json, "question", told.question);
  if (happening.waits) json.set("waits", true);
  add(json, "undo_id", happening.undo_id);
  add(json, "code", happening.code);
  add(json, "message", happening.message);
  if (!happening.warnings.empty()) json.set("warnings", Json::strings(happening.warnings));
  if (!happening.files.empty()) {
    Json files = Json::array();
    for (const Happening::File& file : happening.files) files.push(file_json(file));
    json.set("files", std::move(files));
  }
  return json;
}

Json to_json(const Missed& missed) { return Json::object({{"v", version}, {"missed", missed.count}}); }

Json to_json(const Settled& settled) {
  return Json::object(
      {{"v", version}, {"settled", settled.question}, {"consent", settled.consent ? Json(*settled.consent) : Json()}});
}

std::optional<ToView> to_view(const Json& json) {
  if (!is_known_version(json)) return std::nullopt;
  if (json.find("event") != nullptr) {
    std::optional<Told> told = told_of(json);
    return told ? std::optional<ToView>(*std::move(told)) : std::nullopt;
  }
  if (const std::int64_t count = member_number(json, "missed"); count > 0) return Missed{static_cast<std::uint64_t>(count)};
  if (json.find("attached") != nullptr) return Missed{1};
  if (std::string question = member_text(json, "settled"); !question.empty()) {
    return Settled{std::move(question), member_flag(json, "consent")};
  }
  return std::nullopt;
}

std::string stand_in(std::size_t bytes) { return Json::object({{"v", version}, {"attached", bytes}}).dump(); }

Json to_json(const Greeting& greeting) {
  return Json::object({{"v", version}, {"view", Json::object({{"answers", greeting.answers}})}});
}

Json to_json(const Answer& answer) {
  Json json = Json::object({{"v", version}, {"answer", answer.question}});
  Verdict verdict = answer.consent ? Consent::given : Consent::refused;
  verdict.note = answer.note;
  verdict.declined = answer.declined;
  verdict.edited = answer.edited;
  verdict.minutes = answer.minutes;
  add_verdict(json, verdict);
  return json;
}

Json to_json(const Note& note) { return Json::object({{"v", version}, {"tell", note.session}, {"note", note.text}}); }

std::optional<FromView> from_view(const Json& json) {
  if (!is_known_version(json)) return std::nullopt;
  if (const Json* const view = json.find("view")) return Greeting{member_flag(*view, "answers").value_or(false)};
  if (std::string session = member_text(json, "tell"); !session.empty())
    return Note{std::move(session), member_text(json, "note")};
  std::string question = member_text(json, "answer");
  std::optional<Verdict> verdict = verdict_in(json);
  if (question.empty() || !verdict) return std::nullopt;
  return Answer{.question = std::move(question),
                .consent = verdict->consent == Consent::given,
                .note = std::move(verdict->note),
                .declined = std::move(verdict->declined),
                .edited = std::move(verdict->edited),
                .minutes = verdict->minutes};
}

}  // namespace kedge::ui
