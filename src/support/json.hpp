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

  // Defined in json.cpp, like most of what handles the variant: hundreds of files would each compile it again.
  Json() noexcept;  // null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();
  Json(bool value) noexcept;
  Json(std::int64_t value) noexcept;
  template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, std::int64_t>)
  Json(Number value) noexcept : Json(static_cast<std::int64_t>(value)) {}
  // REQUIRES: finite. A double is written as a double: 2.0 does not become 2.
  Json(double value) noexcept;
  Json(std::string value) noexcept;
  Json(std::string_view value);
  Json(const char* value);
  Json(Array value) noexcept;

  struct NewMember;
  static Json object(std::initializer_list<NewMember> members = {});
  // REQUIRES: no name occurs twice.
  static Json object_of(Object members);
  static Json array(std::initializer_list<Json> items = {});
  static Json strings(std::span<const std::string> items);

  // REQUIRES: an object. An existing member is replaced in place.
  Json& set(std::string_view name, Json value);
  // REQUIRES: an array.
  Json& push(Json value);

  const Json* find(std::string_view name) const;  // null unless this is an object with that member
  Json* find(std::string_view name);
  const std::string* as_string() const;
  const std::int64_t* as_integer() const;
  std::optional<double> as_number() const;  // any number, whole or not
  const bool* as_bool() const;
  const Array* as_array() const;
  const Object* as_object() const;
  bool is_null() const;
  bool empty() const;

  std::string dump() const;

  friend bool operator==(const Json& a, const Json& b);  // members in the same order

 private:
  std::size_t least_size() const;  // of its text, or nearly so
  void dump_to(std::string& out) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

// A member as it is written in braces. What is in braces is constant, so without `mutable` each value would be copied.
struct Json::NewMember {
  std::string_view name;
  mutable Json value;
};

}  // namespace kedge
