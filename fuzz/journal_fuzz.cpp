// A journal record is an order to write files: whatever the bytes, what is believed stays inside the root and says the same
// when it is written again.
#include <string_view>

#include "commit/journal.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::fuzz {
namespace {

bool stays_inside(std::string_view path) {
  if (path.starts_with('/')) return false;
  const std::string framed = concat('/', path, '/');
  return framed.find("/../") == std::string::npos;
}

void check_record(std::string_view bytes) {
  const auto record = decode(bytes);
  if (!record) return;
  for (const JournalEntry& entry : record->entries) {
    KEDGE_REQUIRE(stays_inside(entry.path) && stays_inside(entry.destination) && stays_inside(entry.aside.path));
  }
  for (const std::string& folder : record->new_folders) KEDGE_REQUIRE(stays_inside(folder));
  KEDGE_REQUIRE(encode(*decode(encode(*record))) == encode(*record));
}

}  // namespace

void journal(std::string_view bytes) {
  check_record(bytes);
  // The same with a header and a right checksum, which a fuzzer does not guess.
  const std::string body = concat("kedge-journal 1\nphase prepared\ncommit record\nroot x\n", bytes, '\n');
  check_record(concat(body, "end ", to_hex(sha256(body)), '\n'));
}

}  // namespace kedge::fuzz
