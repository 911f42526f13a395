// Whether this program was built with a sanitizer, which makes system calls of its own.
#pragma once

namespace kedge {

// No constant of a header: a sanitized program may have parts that were compiled without.
bool is_sanitized();

}  // namespace kedge
