// A problem that an edit introduced, reported by a check. Checks run before anything is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace_lines.hpp"

namespace kedge {

enum class Weight : std::uint8_t {
  warns,    // the result mentions it
  refuses,  // unless the caller accepts it by name
};

struct Finding {
  std::string_view name;  // a caller accepts it by this name
  LineNo line;            // of the result
  std::string message;
  Weight weight = Weight::refuses;
  bool insists = false;                  // a check that only warns otherwise: refused whatever the policy
  bool only_tells = false;               // never refused, whatever the policy
  std::vector<LineEdit> corrected = {};  // one, if there is one: the operation without the slip, over what it was resolved on
  std::optional<LineEdit> mend = std::nullopt;  // of the result, if it is written as sent and that was not meant
};

}  // namespace kedge
