// A stand-in for kedge that writes files as careless programs do: with KEDGE_CARELESS=truncate into the file itself, else into
// a temporary file that is renamed over it. It flushes nothing, keeps no journal, and its doctor does nothing. The battery has
// to find what is wrong with it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace {

namespace fs = std::filesystem;

struct Request {
  std::vector<std::string> words;
  std::map<std::string, std::string> options;
};

Request read_request(int count, char** arguments) {
  Request request;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (!word.starts_with("--")) {
      request.words.push_back(word);
    } else if (word == "--json" || word == "--create" || word == "--in-place") {
      request.options[word] = "";
    } else if (i + 1 < count) {
      request.options[word] = arguments[++i];
    }
  }
  return request;
}

std::optional<std::string> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool write_to(const fs::path& path, std::string_view bytes, mode_t mode) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (fd < 0) return false;
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), std::min<std::size_t>(bytes.size(), 4096));
    if (count <= 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  ::close(fd);
  return true;  // as careless programs do, whatever write and close said
}

bool put(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  struct stat status{};
  const mode_t mode = ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0644;
  const char* const how = std::getenv("KEDGE_CARELESS");
  if (how != nullptr && std::string_view(how) == "truncate") return write_to(path, bytes, mode);
  const fs::path temporary = path.parent_path() / kedge::concat(".kg", ::getpid());
  return write_to(temporary, bytes, mode) && ::rename(temporary.c_str(), path.c_str()) == 0;
}

bool change(const fs::path& root, const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  if (fields.size() < 3) return false;
  const fs::path path = root / fields[1];
  if (fields[0] == "delete") return ::unlink(path.c_str()) == 0;
  if (fields[0] == "move") return ::rename(path.c_str(), (root / fields[2]).c_str()) == 0;
  const std::optional<std::string> bytes = bytes_of(fields.back());
  return bytes && put(path, *bytes);
}

int answered(bool done) {
  std::puts(done ? R"({"status":"ok"})" : R"({"error":"io_failed","details":{"unchanged":true}})");
  return done ? 0 : 3;
}

int refused() {
  std::puts(R"({"error":"file_version_mismatch"})");
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  Request request = read_request(count, arguments);
  if (request.words.empty()) return 2;
  const fs::path root = request.options["--root"];
  if (request.words[0] == "doctor") return answered(true);
  const std::optional<std::string> input = bytes_of(request.options["--input"]);
  if (!input) return answered(false);
  if (request.words[0] == "commit") {
    std::istringstream lines(*input);
    for (std::string line; std::getline(lines, line);) {
      if (!change(root, line)) return answered(false);
    }
    return answered(true);
  }
  const fs::path path = root / request.words.at(1);
  if (const auto version = request.options.find("--expected-version"); version != request.options.end()) {
    if (kedge::to_hex(kedge::sha256(bytes_of(path).value_or(""))) != version->second) return refused();
  }
  return answered(put(path, *input));
}
