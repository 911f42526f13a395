#include "benchmarks/perf/scratch.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/require.hpp"

namespace kedge::bench {

namespace fs = std::filesystem;

Scratch::Scratch(On where) {
  const fs::path above = where == On::memory && fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
  std::string pattern = (above / "kedge-bench-XXXXXX").string();
  KEDGE_REQUIRE(mkdtemp(pattern.data()) != nullptr);
  path_ = fs::canonical(pattern);
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Scratch::folder(std::string_view name) const {
  fs::create_directories(path_ / name);
  return file(name);
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.flush();
  KEDGE_REQUIRE(out.good());
}

std::string read_file(const fs::path& path) {
  const std::ifstream in(path, std::ios::binary);
  KEDGE_REQUIRE(in.good());
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return std::move(bytes).str();
}

}  // namespace kedge::bench
