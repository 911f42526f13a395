#include "fs/file_attributes.hpp"

#include <vector>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0 || !is_hex(text)) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(static_cast<char>(*hex_digit(text[i]) * 16 + *hex_digit(text[i + 1])));
  }
  return bytes;
}

std::optional<std::uint32_t> number_in(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  const std::int64_t* const number = found != nullptr ? found->as_integer() : nullptr;
  if (number == nullptr || *number < 0 || *number > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

std::string to_text(const FileAttributes& attributes) {
  Json named = Json::object();
  for (const auto& [name, value] : attributes.named) {
    named.set(name, to_hex(std::vector<std::uint8_t>(value.begin(), value.end())));
  }
  return Json::object({{"owner", std::int64_t{attributes.owner}},
                       {"group", std::int64_t{attributes.group}},
                       {"permissions", std::int64_t{attributes.permissions}},
                       {"named", std::move(named)}})
      .dump();
}

std::optional<FileAttributes> attributes_from_text(std::string_view text) {
  const auto json = read_json(text);
  if (!json) return std::nullopt;
  const std::optional<std::uint32_t> owner = number_in(*json, "owner");
  const std::optional<std::uint32_t> group = number_in(*json, "group");
  const std::optional<std::uint32_t> permissions = number_in(*json, "permissions");
  const Json* const named = json->find("named");
  if (!owner || !group || !permissions || named == nullptr || named->as_object() == nullptr) return std::nullopt;
  FileAttributes attributes{*owner, *group, *permissions & 07777U};
  for (const auto& [name, value] : *named->as_object()) {
    const std::optional<std::string> bytes = value.as_string() != nullptr ? from_hex(*value.as_string()) : std::nullopt;
    if (!bytes) return std::nullopt;
    attributes.named.emplace(name, *bytes);
  }
  return attributes;
}

}  // namespace kedge
