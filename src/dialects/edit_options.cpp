#include "dialects/edit_options.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view dry_run_field = "dry_run";

// Problems are reported in the order in which fields are taken.
void hear_options(Fields& fields, Request& request, bool takes_encoding) {
  request.dry_run = fields.flag(dry_run_field).value_or(false);
  if (takes_encoding) request.encoding = fields.text("encoding").value_or("");
  request.accept_warnings = fields.texts("accept_warnings");
}

}  // namespace

Result<Request> finish_edit(Fields& fields, std::string_view dialect) {
  Request request;
  hear_options(fields, request, true);
  KEDGE_DO(fields.finish());
  request.identity = identity_of(dialect, fields.arguments());
  return request;
}

Result<Request> finish_write(Fields& fields) {
  Request request;
  hear_options(fields, request, false);
  KEDGE_DO(fields.finish());
  request.identity = identity_of("write", fields.arguments());
  return request;
}

Digest identity_of(std::string_view name, const Json& arguments) {
  if (arguments.as_object() != nullptr && arguments.find(dry_run_field) == nullptr)
    return sha256(concat(name, '\n', arguments.dump()));
  Json::Object asked;
  if (const Json::Object* const members = arguments.as_object()) {
    for (const Json::Member& member : *members) {
      if (member.first != dry_run_field) asked.push_back(member);
    }
  }
  return sha256(concat(name, '\n', Json::object_of(std::move(asked)).dump()));
}

Digest identity_of_text(std::string_view dialect, std::string_view encoding, std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return sha256(concat(dialect, '\n', encoding, '\n', text));
}

}  // namespace kedge
