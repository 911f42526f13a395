#include "support/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "support/json_text.hpp"
#include "support/overloaded.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {

Json::Json() noexcept = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(bool value) noexcept : value_(value) {}
Json::Json(std::int64_t value) noexcept : value_(value) {}
Json::Json(double value) noexcept : value_(value) {}
Json::Json(std::string value) noexcept : value_(std::move(value)) {}
Json::Json(std::string_view value) : value_(std::string(value)) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(Array value) noexcept : value_(std::move(value)) {}

Json Json::object(std::initializer_list<NewMember> members) {
  Object object;
  object.reserve(members.size());
  for (const NewMember& member : members) object.emplace_back(std::string(member.name), std::move(member.value));
  return object_of(std::move(object));
}
Json Json::object_of(Object members) {
  Json json;
  json.value_ = std::move(members);
  return json;
}
Json Json::array(std::initializer_list<Json> items) { return Json(Array(items)); }
Json Json::strings(std::span<const std::string> items) { return Json(Array(items.begin(), items.end())); }

const std::string* Json::as_string() const { return std::get_if<std::string>(&value_); }
const std::int64_t* Json::as_integer() const { return std::get_if<std::int64_t>(&value_); }
const bool* Json::as_bool() const { return std::get_if<bool>(&value_); }
const Json::Array* Json::as_array() const { return std::get_if<Array>(&value_); }
const Json::Object* Json::as_object() const { return std::get_if<Object>(&value_); }
bool Json::is_null() const { return std::holds_alternative<std::monostate>(value_); }

bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }

// Not the variant's own copy constructor: if memory runs out half-way, GCC 12's version destroys a member that was never
// constructed, because it assumes that a variant of strings and vectors is never valueless.
Json::Json(const Json& other) {
  std::visit(
      [this](const auto& value) {
        auto copy = value;
        value_.emplace<decltype(copy)>(std::move(copy));
      },
      other.value_);
}

Json& Json::set(std::string_view name, Json value) {
  auto* members = std::get_if<Object>(&value_);
  KEDGE_REQUIRE(members != nullptr);
  for (Member& member : *members) {
    if (member.first == name) {
      member.second = std::move(value);
      return *this;
    }
  }
  // Large results are built member by member: with memory for a few more, and then for many.
  constexpr std::size_t few = 4;
  constexpr std::size_t many = 16;
  if (members->size() == members->capacity())
    members->reserve(members->size() < few ? few : std::max(many, 2 * members->size()));
  members->emplace_back(std::string(name), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  auto* items = std::get_if<Array>(&value_);
  KEDGE_REQUIRE(items != nullptr);
  items->push_back(std::move(value));
  return *this;
}

const Json* Json::find(std::string_view name) const {
  if (const Object* members = as_object()) {
    for (const Member& member : *members) {
      if (member.first == name) return &member.second;
    }
  }
  return nullptr;
}
Json* Json::find(std::string_view name) { return const_cast<Json*>(std::as_const(*this).find(name)); }

std::optional<double> Json::as_number() const {
  if (const auto* number = std::get_if<double>(&value_)) return *number;
  if (const std::int64_t* whole = as_integer()) return static_cast<double>(*whole);
  return std::nullopt;
}

bool Json::empty() const {
  return std::visit(overloaded{
                        [](std::monostate) { return true; },
                        [](const Array& items) { return items.empty(); },
                        [](const Object& members) { return members.empty(); },
                        [](const auto&) { return false; },
                    },
                    value_);
}

namespace {

void dump_string(std::string_view text, std::string& out) {
  out.push_back('"');
  while (!text.empty()) {
    const std::size_t plain = plain_json_run(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;

    const Utf8Step step = next_code_point(text);
    const auto byte = static_cast<std::uint8_t>(text[0]);
    if (!step.valid) {
      out.append("\\\\x").append(to_hex({&byte, 1}));
    } else if (byte == '"' || byte == '\\') {
      out.push_back('\\');
      out.push_back(text[0]);
    } else if (byte == '\n') {
      out.append("\\n");
    } else if (byte == '\r') {
      out.append("\\r");
    } else if (byte == '\t') {
      out.append("\\t");
    } else if (step.code < 0x20 || step.code == 0x7F) {
      out.append("\\u00").append(to_hex({&byte, 1}));
    } else {
      out.append(text.substr(0, step.length));
    }
    text.remove_prefix(step.length);
  }
  out.push_back('"');
}

// The shortest text that reads back as the same number.
void dump_number(double value, std::string& out) {
  KEDGE_REQUIRE(std::isfinite(value));
  std::array<char, 32> digits{};
  const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  const std::string_view text(digits.data(), end.ptr);
  out.append(text);
  if (text.find_first_of(".e") == std::string_view::npos) out.append(".0");
}

}  // namespace

std::size_t Json::least_size() const {
  constexpr std::size_t punctuation = 4;  // quotes, a colon and a comma
  return std::visit(overloaded{
                        [](const std::string& value) { return value.size() + 2; },
                        [](const Array& items) {
                          std::size_t size = items.size() + 2;
                          for (const Json& item : items) size += item.least_size();
                          return size;
                        },
                        [](const Object& members) {
                          std::size_t size = 2;
                          for (const Member& member : members) {
                            size += member.first.size() + punctuation + member.second.least_size();
                          }
                          return size;
                        },
                        [](const auto&) { return std::size_t{1}; },
                    },
                    value_);
}

void Json::dump_to(std::string& out) const {
  std::visit(overloaded{
                 [&](std::monostate) { out.append("null"); },
                 [&](bool value) { out.append(value ? "true" : "false"); },
                 [&](std::int64_t value) { append(out, value); },
                 [&](double value) { dump_number(value, out); },
                 [&](const std::string& value) { dump_string(value, out); },
                 [&](const Array& items) {
                   out.push_back('[');
                   for (const Json& item : items) {
                     if (&item != items.data()) out.push_back(',');
                     item.dump_to(out);
                   }
                   out.push_back(']');
                 },
                 [&](const Object& members) {
                   out.push_back('{');
                   for (const Member& member : members) {
                     if (&member != members.data()) out.push_back(',');
                     dump_string(member.first, out);
                     out.push_back(':');
                     member.second.dump_to(out);
                   }
                   out.push_back('}');
                 },
             },
             value_);
}

std::string Json::dump() const {
  std::string out;
  out.reserve(least_size());
  dump_to(out);
  return out;
}

}  // namespace kedge
