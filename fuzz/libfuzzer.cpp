// One target as libFuzzer calls it: KEDGE_FUZZED is the name of its function.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kedge::fuzz {
void KEDGE_FUZZED(std::string_view input);
}  // namespace kedge::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kedge::fuzz::KEDGE_FUZZED({reinterpret_cast<const char*>(data), size});
  return 0;
}
