#include "error/facts.hpp"

namespace kedge {

Facts::Facts(std::initializer_list<Fact> facts) {
  for (const Fact& fact : facts) set(fact.name, fact.value);
}

Facts& Facts::set(FactName name, Json value) {
  json_.set(name.text(), std::move(value));
  return *this;
}

std::optional<std::int64_t> Facts::number(FactName name) const {
  const Json* const value = find(name);
  if (value == nullptr || value->as_integer() == nullptr) return std::nullopt;
  return *value->as_integer();
}

std::string Facts::text(FactName name) const {
  const Json* const value = find(name);
  if (value != nullptr && value->as_string() != nullptr) return *value->as_string();
  const std::optional<std::int64_t> counted = number(name);
  return counted ? std::to_string(*counted) : std::string();
}

bool Facts::is_set(FactName name) const {
  const Json* const value = find(name);
  return value != nullptr && value->as_bool() != nullptr && *value->as_bool();
}

}  // namespace kedge
