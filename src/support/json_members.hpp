// Members of JSON that somebody else has written: what is missing or of another type is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.hpp"

namespace kedge {

inline const std::string& member_text(const Json& json, std::string_view name) {
  static const std::string none;
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? *found->as_string() : none;
}

inline const Json::Array& member_list(const Json& json, std::string_view name) {
  static const Json::Array none;
  const Json* const found = json.find(name);
  return found != nullptr && found->as_array() != nullptr ? *found->as_array() : none;
}

inline std::int64_t member_number(const Json& json, std::string_view name, std::int64_t otherwise = 0) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_integer() != nullptr ? *found->as_integer() : otherwise;
}

inline std::optional<bool> member_flag(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_bool() != nullptr ? std::optional(*found->as_bool()) : std::nullopt;
}

}  // namespace kedge
