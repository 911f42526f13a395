// A JSON value, and writing it as text; json_read.hpp reads it. Objects keep the order in which members were added, so answers
// read well and are the same bytes each time. Strings may hold any bytes; those that are not UTF-8 are written as \xNN text.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kedge {

class Json {
 public:
  using Member = std::pair<std::string, Json>;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  Json() = default;  // null
  Json(const Json& other);
  Json(Json&& other) noexcept = default;
  Json& operator=(const Json& other) { return *this = Json(other); }
  Json& operator=(Json&& other) noexcept = default;
  ~Json() = default;
  Json(bool value) : value_(value) {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  Json(Number value) : value_(static_cast<std::int64_t>(value)) {}
  // REQUIRES: finite. A double is written as a double: 2.0 does not become 2.
  template <std::floating_point Number>
  Json(Number value) : value_(static_cast<double>(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}

  static Json object(std::initializer_list<Member> members = {}) {
    Json json;
    json.value_ = Object(members);
    return json;
  }
  // REQUIRES: no name occurs twice.
  static Json object_of(Object members) {
    Json json;
    json.value_ = std::move(members);
    return json;
  }
  static Json array(std::initializer_list<Json> items = {}) { return Json(Array(items)); }
  static Json strings(std::span<const std::string> items) { return Json(Array(items.begin(), items.end())); }

  // REQUIRES: an object. An existing member is replaced in place.
  Json& set(std::string_view name, Json value);
  // REQUIRES: an array.
  Json& push(Json value);

  const Json* find(std::string_view name) const;  // null unless this is an object with that member
  const std::string* as_string() const { return std::get_if<std::string>(&value_); }
  const std::int64_t* as_integer() const { return std::get_if<std::int64_t>(&value_); }
  std::optional<double> as_number() const;  // any number, whole or not
  const bool* as_bool() const { return std::get_if<bool>(&value_); }
  const Array* as_array() const { return std::get_if<Array>(&value_); }
  const Object* as_object() const { return std::get_if<Object>(&value_); }
  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool empty() const;

  std::string dump() const;

  friend bool operator==(const Json&, const Json&) = default;  // members in the same order

 private:
  void dump_to(std::string& out) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

}  // namespace kedge
