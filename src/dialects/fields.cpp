#include "dialects/fields.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string_view kind_of(const Json& value) {
  if (value.as_string() != nullptr) return "a string";
  if (value.as_bool() != nullptr) return "true or false";
  if (value.as_integer() != nullptr) return "a whole number";
  if (value.as_array() != nullptr) return "a list";
  if (value.as_object() != nullptr) return "an object";
  return value.is_null() ? "null" : "a number";
}

std::string wrong_kind(std::string_view wanted, const Json& value) {
  return concat("must be ", wanted, ", not ", kind_of(value));
}

}  // namespace

Fields::Fields(const Json& arguments, std::string where) : arguments_(&arguments), where_(std::move(where)) {
  constexpr std::size_t usual_number = 24;
  known_.reserve(usual_number);
  if (arguments.as_object() == nullptr) {
    const std::string name = where_.empty() ? "arguments" : where_.substr(0, where_.size() - 1);
    const std::string what = wrong_kind("an object", arguments);
    problems_.push_back(refuse(Code::schema_invalid, {{"field", name}, {"problem", what}}));
  }
}

void Fields::problem(std::string_view name, std::string what) {
  const std::string field = concat(where_, name);
  problems_.push_back(refuse(Code::schema_invalid, concat(printable(field), ": ", what, what.ends_with('?') ? "" : "."),
                             {{"field", field}, {"problem", what}}));
}

void Fields::take(std::vector<Error> problems) { std::ranges::move(problems, std::back_inserter(problems_)); }

const Json* Fields::find(std::string_view name) {
  known_.emplace_back(name);
  return arguments_->find(name);
}

bool Fields::has(std::string_view name) { return find(name) != nullptr; }

std::optional<std::string> Fields::text(std::string_view name) {
  const Json* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->as_string() != nullptr) return *value->as_string();
  problem(name, wrong_kind("a string", *value));
  return std::nullopt;
}

std::string Fields::required_text(std::string_view name) {
  if (arguments_->as_object() != nullptr && !has(name)) problem(name, "is missing; it must be a string");
  return text(name).value_or("");
}

std::optional<bool> Fields::flag(std::string_view name) {
  const Json* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->as_bool() != nullptr) return *value->as_bool();
  problem(name, wrong_kind("true or false", *value));
  return std::nullopt;
}

std::optional<std::int64_t> Fields::number(std::string_view name, std::int64_t least, std::int64_t most) {
  const Json* const value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->as_integer() == nullptr) {
    problem(name, wrong_kind("a whole number", *value));
  } else if (*value->as_integer() < least || *value->as_integer() > most) {
    problem(name, concat("must be from ", least, " to ", most, ", not ", *value->as_integer()));
  } else {
    return *value->as_integer();
  }
  return std::nullopt;
}

std::optional<Digest> Fields::digest(std::string_view name) {
  const std::optional<std::string> hex = text(name);
  if (!hex) return std::nullopt;
  const std::optional<Digest> digest = digest_from_hex(*hex);
  if (!digest) problem(name, "must be the 64 hex digits of a SHA-256");
  return digest;
}

const Json::Array* Fields::list(std::string_view name) {
  const Json* const value = find(name);
  if (value == nullptr) return nullptr;
  if (value->as_array() == nullptr) problem(name, wrong_kind("a list", *value));
  return value->as_array();
}

const Json* Fields::object(std::string_view name) {
  const Json* const value = find(name);
  if (value == nullptr) {
    problem(name, "is missing; it must be an object");
    return nullptr;
  }
  if (value->as_object() == nullptr) problem(name, wrong_kind("an object", *value));
  return value->as_object() != nullptr ? value : nullptr;
}

std::vector<std::string> Fields::texts(std::string_view name) {
  std::vector<std::string> all;
  const Json::Array* const items = list(name);
  if (items == nullptr) return all;
  for (const Json& item : *items) {
    if (item.as_string() != nullptr) {
      all.push_back(*item.as_string());
    } else {
      problem(name, concat("must be a list of strings; one item is ", kind_of(item)));
    }
  }
  return all;
}

std::vector<Error> Fields::take_problems() {
  if (const Json::Object* const members = arguments_->as_object()) {
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    for (const auto& [name, value] : *members) {
      if (std::ranges::find(known, name) != known.end()) continue;
      const std::optional<std::string_view> meant = nearest(name, known);
      problem(name, concat("is not a field of this call", meant ? concat("; did you mean ", *meant, '?') : std::string()));
    }
  }
  return std::move(problems_);
}

Result<void> Fields::finish() {
  std::vector<Error> problems = take_problems();
  if (problems.empty()) return {};
  return std::unexpected(together(std::move(problems)));
}

}  // namespace kedge
