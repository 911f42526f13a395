// Who waits for whom when there are more processes than processors.
#pragma once

namespace kedge {

// This process only looks on: it never takes a processor from one that edits.
void give_way();

}  // namespace kedge
