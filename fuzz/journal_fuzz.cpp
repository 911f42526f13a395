// A journal record is an order to write files: whatever the bytes, what is believed stays inside the root and says the same
// when it is written again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/journal.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace {

bool stays_inside(std::string_view path) {
  if (path.starts_with('/')) return false;
  const std::string framed = kedge::concat('/', path, '/');
  return framed.find("/../") == std::string::npos;
}

void check(std::string_view bytes) {
  const auto record = kedge::decode(bytes);
  if (!record) return;
  for (const kedge::JournalEntry& entry : record->entries) {
    KEDGE_REQUIRE(stays_inside(entry.path) && stays_inside(entry.destination) && stays_inside(entry.aside.path));
  }
  for (const std::string& folder : record->new_folders) KEDGE_REQUIRE(stays_inside(folder));
  KEDGE_REQUIRE(kedge::encode(*kedge::decode(kedge::encode(*record))) == kedge::encode(*record));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  // The same with a header and a right checksum, which a fuzzer does not guess.
  const std::string body = kedge::concat("kedge-journal 1\nphase prepared\ncommit record\nroot x\n", bytes, '\n');
  check(kedge::concat(body, "end ", kedge::to_hex(kedge::sha256(body)), '\n'));
  return 0;
}
