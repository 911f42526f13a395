// What a refusal says as data. Names come from facts.def, which the compiler checks: clients read them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.hpp"

namespace kedge {

class FactName {
 public:
  consteval FactName(const char* name) : text_(name) {
    for (const std::string_view listed : all) {
      if (listed == text_) return;
    }
    throw "this name is not in facts.def";
  }
  std::string_view text() const { return text_; }

 private:
  static constexpr std::string_view all[]{
#define FACT(name) #name,
#include "error/facts.def"
#undef FACT
  };
  std::string_view text_;
};

struct Fact {
  FactName name;
  Json value;
};

class Facts {
 public:
  Facts() = default;
  Facts(std::initializer_list<Fact> facts);

  Facts& set(FactName name, Json value);
  const Json* find(FactName name) const { return json_.find(name.text()); }  // null: it is not known
  std::optional<std::int64_t> number(FactName name) const;
  std::string text(FactName name) const;  // of a string or a number; else empty
  bool is_set(FactName name) const;       // it is `true`
  const Json& json() const { return json_; }

 private:
  Json json_ = Json::object();
};

}  // namespace kedge
