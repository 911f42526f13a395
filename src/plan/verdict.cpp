#include "plan/verdict.hpp"

#include <algorithm>

namespace kedge {
namespace {

constexpr std::int64_t longest_consent = std::int64_t{24} * 60;  // minutes

const Json::Array& parts_in(const Json& json, std::string_view name) {
  static const Json::Array none;
  const Json* const found = json.find(name);
  return found != nullptr && found->as_array() != nullptr ? *found->as_array() : none;
}

std::optional<std::string> string_in(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? std::optional(*found->as_string()) : std::nullopt;
}

}  // namespace

std::optional<Verdict> verdict_in(const Json& json) {
  const Json* const consent = json.find("consent");
  if (consent == nullptr || consent->as_bool() == nullptr) return std::nullopt;
  Verdict verdict = *consent->as_bool() ? Consent::given : Consent::refused;
  verdict.note = string_in(json, "note").value_or("");
  for (const Json& part : parts_in(json, "declined")) {
    ChangePart declined{.path = string_in(part, "path").value_or("")};
    for (const Json& hunk : parts_in(part, "hunks")) {
      const std::int64_t* const number = hunk.as_integer();
      if (number == nullptr || *number < 1 || *number > INT32_MAX) return std::nullopt;  // declined, but which one?
      declined.hunks.push_back(static_cast<std::uint32_t>(*number));
    }
    verdict.declined.push_back(std::move(declined));
  }
  for (const Json& file : parts_in(json, "edited")) {
    std::optional<std::string> text = string_in(file, "text");
    if (!text) return std::nullopt;
    verdict.edited.push_back({.path = string_in(file, "path").value_or(""), .text = *std::move(text)});
  }
  const Json* const minutes = json.find("minutes");
  if (minutes != nullptr && minutes->as_integer() != nullptr) {
    verdict.minutes = static_cast<std::uint32_t>(std::clamp<std::int64_t>(*minutes->as_integer(), 0, longest_consent));
  }
  return verdict;
}

void add_verdict(Json& json, const Verdict& verdict) {
  json.set("consent", verdict.consent == Consent::given);
  if (!verdict.note.empty()) json.set("note", verdict.note);
  if (!verdict.declined.empty()) {
    Json parts = Json::array();
    for (const ChangePart& part : verdict.declined) {
      Json hunks = Json::array();
      for (const std::uint32_t number : part.hunks) hunks.push(number);
      parts.push(Json::object({{"path", part.path}, {"hunks", std::move(hunks)}}));
    }
    json.set("declined", std::move(parts));
  }
  if (!verdict.edited.empty()) {
    Json files = Json::array();
    for (const EditedFile& file : verdict.edited) files.push(Json::object({{"path", file.path}, {"text", file.text}}));
    json.set("edited", std::move(files));
  }
  if (verdict.minutes > 0) json.set("minutes", verdict.minutes);
}

}  // namespace kedge
