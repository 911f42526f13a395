// What has become of the lines of a stale edit.
#pragma once

#include "plan/located.hpp"

namespace kedge {

// Adds to a refusal of parts that name lines of this version where those lines are now, or what is in their place, and shows
// the rows. A caller who still wants the edit can send it with these numbers or anchors.
void say_where_they_are(const FileTask& task, std::size_t version, const std::vector<const Located*>& parts, Error& refused);

}  // namespace kedge
