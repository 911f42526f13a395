#include "tools/preview.hpp"

#include <algorithm>

#include "dialects/fields.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "tools/verb.hpp"

namespace kedge {

Previews::Call& Previews::begun(const Session& session, const std::string& name, bool anew) {
  const auto found = std::ranges::find(calls_, name, &Call::name);
  if (found != calls_.end()) {
    calls_.splice(calls_.begin(), calls_, found);
    if (anew) calls_.pop_front();
  }
  if (calls_.empty() || calls_.front().name != name) {
    calls_.push_front({.name = name, .stream = PatchStream(session)});
    if (calls_.size() > most_calls) calls_.pop_back();
  }
  return calls_.front();
}

Result<std::string> Previews::show(const Session& session, const std::string& name, std::string_view input,
                                   std::optional<std::size_t> from) {
  const std::lock_guard lock(mutex_);
  Call* call = &begun(session, name, false);
  if (from) {
    if (*from == 0 && !call->input.empty()) call = &begun(session, name, true);
    if (*from != call->input.size()) {
      return std::unexpected(refuse(Code::schema_invalid,
                                    concat("from is ", *from, ", and ", call->input.size(), " bytes of this call are known."),
                                    {{"known", call->input.size()}}));
    }
  } else {
    // A different call with the same name starts over.
    if (!input.starts_with(call->input)) call = &begun(session, name, true);
    input.remove_prefix(call->input.size());
  }
  if (call->input.size() + input.size() > most_bytes) {
    return std::unexpected(beyond_limit("the size of the call", call->input.size() + input.size(), most_bytes));
  }
  call->stream.serve(session);
  const std::string fresh = call->stream.take(input);
  call->input.append(input);
  call->shown.append(fresh);
  return from ? fresh : call->shown;
}

namespace verb {
namespace {

constexpr ToolText preview_text{
    "preview", "preview", "Preview an edit while it arrives",
    "For the program around a model, not for the model: shows what an edit changes while it is still being written. Send "
    "`input` as far as it has come, again and again; or, with `from`, only what came since. What is answered only grows. "
    "Nothing is written, and nothing counts as shown.",
    R"({"type":"object","properties":{)"
    R"("input":{"type":"string","description":"The edit as far as it has come; with from, what comes behind that."},)"
    R"("call":{"type":"string","default":"","description":"Any name, to keep calls apart that arrive side by side."},)"
    R"("from":{"type":"integer","minimum":0,"description":"How many bytes of input were sent before. The answer is what is new."}},)"
    R"("required":["input"],"additionalProperties":false})"};

// REQUIRES: the session has previews.
Result<Reply> call_preview(const Dialect& /*dialect*/, const Json& arguments, Session& session) {
  Fields fields(arguments);
  const std::string input = fields.required_text("input");
  const std::string call = fields.text("call").value_or("");
  const std::optional<std::int64_t> from = fields.number("from", 0, static_cast<std::int64_t>(Previews::most_bytes));
  KEDGE_DO(fields.finish());
  const std::optional<std::size_t> behind = from ? std::optional(static_cast<std::size_t>(*from)) : std::nullopt;
  KEDGE_REQUIRE(session.previews != nullptr);
  KEDGE_TRY(std::string shown, session.previews->show(session, call, input, behind));
  return Reply{.text = std::move(shown)};
}

bool arrives_in_rows(const Dialect& dialect) { return dialect.arrives_in_rows; }

}  // namespace

constexpr Verb preview{
    .name = "preview", .call = &call_preview, .text = &preview_text, .on_request = &arrives_in_rows, .across_roots = true};

}  // namespace verb
}  // namespace kedge
