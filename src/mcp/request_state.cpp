#include "mcp/request_state.hpp"

#include "http/sender.hpp"
#include "support/base64.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t block_bytes = 64;

std::string bytes_of(const Digest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

std::string padded(std::string_view key, std::uint8_t with) {
  std::string block(block_bytes, static_cast<char>(with));
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(static_cast<std::uint8_t>(key[i]) ^ with);
  return block;
}

}  // namespace

Digest keyed_digest(std::string_view key, std::string_view message) {
  const Digest inner = sha256(concat(padded(key, 0x36), message));
  return sha256(concat(padded(key, 0x5c), bytes_of(inner)));
}

void RequestStates::share(OfAll of_all, std::uint64_t first) {
  constexpr std::uint64_t fits_a_number = ~std::uint64_t{0} >> 2U;
  const std::lock_guard lock(mutex_);
  of_all_ = std::move(of_all);
  key_of_all_.reset();
  last_ = first & fits_a_number;
}

std::optional<std::string> RequestStates::key_of_all() {
  {
    const std::lock_guard lock(mutex_);
    if (key_of_all_ || !of_all_.key) return key_of_all_;
  }
  std::optional<std::string> key = of_all_.key();
  if (!key) return std::nullopt;
  const std::lock_guard lock(mutex_);
  key_of_all_ = std::move(key);
  return key_of_all_;
}

std::string RequestStates::sealed(const Json& state, std::string_view request, std::int64_t now) {
  const std::string key = key_of_all().value_or(key_);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++last_;
  }
  const std::string text =
      Json::object({{"number", number}, {"until", now + lifetime}, {"for", to_hex(sha256(request))}, {"state", state}}).dump();
  return concat(to_base64(text), '.', to_hex(keyed_digest(key, text)));
}

std::optional<RequestStates::Opened> RequestStates::opened(std::string_view sealed, std::string_view request,
                                                           std::int64_t now) {
  const std::size_t dot = sealed.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::optional<std::string> text = from_base64(sealed.substr(0, dot));
  if (!text) return std::nullopt;
  const auto is_sealed_with = [&](std::string_view key) {
    return equal_in_constant_time(sealed.substr(dot + 1), to_hex(keyed_digest(key, *text)));
  };
  if (!is_sealed_with(key_)) {
    const std::optional<std::string> key = key_of_all();
    if (!key || !is_sealed_with(*key)) return std::nullopt;
  }
  const std::expected<Json, JsonProblem> json = read_json(*text);
  if (!json || *json->find("for") != Json(to_hex(sha256(request)))) return std::nullopt;
  if (now > *json->find("until")->as_integer()) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(*json->find("number")->as_integer());
  const std::lock_guard lock(mutex_);
  if (used_up_.contains(number)) return std::nullopt;
  return Opened{*json->find("state"), number};
}

bool RequestStates::use_up(std::uint64_t number, std::int64_t now) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(used_up_, [now](const auto& each) { return each.second < now; });
    if (!used_up_.emplace(number, now + lifetime).second) return false;
    if (!key_of_all_) return true;  // then no other server can open it
  }
  return of_all_.use_up(number, now, now + lifetime).value_or(false);
}

}  // namespace kedge::mcp
