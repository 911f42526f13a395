#include "commit/file_change.hpp"

namespace kedge {

std::string_view name_of(Guard guard) {
  switch (guard) {
    case Guard::lease: return "lease";
    case Guard::exchange: return "exchange";
    case Guard::recheck: return "recheck";
  }
  return "recheck";
}

}  // namespace kedge
