// The options of every call that changes files: `dry_run`, `encoding` and `accept_warnings`. They are described and read here
// for all dialects, and here it is decided which calls ask for the same change.
#pragma once

#include <string_view>

#include "contract/request.hpp"
#include "dialects/fields.hpp"

// The last properties in the schema of every edit tool. A macro, because schemas are composed of string literals.
#define KEDGE_EDIT_OPTIONS                                                                                                                \
  R"("dry_run":{"type":"boolean","default":false,"description":"Show the diff, write nothing."},)"                                        \
  R"("encoding":{"type":"string","description":"IANA name of the encoding of the new text in the file, for files that are not UTF-8."},)" \
  R"("accept_warnings":{"type":"array","items":{"type":"string"},"description":"Names of findings that a refusal reported and )"          \
  R"(that are meant."})"

namespace kedge {

// Finishes reading an edit after the dialect has taken its own fields: a request with the options and the identity, still
// without files. Refuses everything that is wrong with the arguments (schema_invalid).
Result<Request> finish_edit(Fields& fields, std::string_view dialect);

// The same for a whole file, which brings its own encoding.
Result<Request> finish_write(Fields& fields);

// Equal for calls that ask for the same change. A dry run asks for the same as the call that writes. `name` is the dialect's,
// or the verb's if dialects do not matter.
Digest identity_of(std::string_view name, const Json& arguments);
// For an edit that is one text: the same text means the same edit, whatever else is sent with it. Line breaks at its end do not
// count.
Digest identity_of_text(std::string_view dialect, std::string_view encoding, std::string_view text);

}  // namespace kedge
