#include "model/reference.hpp"

#include "support/strings.hpp"

namespace kedge::model {
namespace {

void put(Files& files, const std::string& path, ModelFile file) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    files.try_emplace(path.substr(0, slash + 1), ModelFile{"", 0});
  }
  files[path] = std::move(file);
}

// Nothing here but 0644 and 0755.
ModelFile permitted(ModelFile file, const FileChange& change) {
  if (change.executable) file.permissions = *change.executable ? 0755 : 0644;
  return file;
}

}  // namespace

Files after(Files files, std::span<const FileChange> changes) {
  for (const FileChange& change : changes) {
    switch (change.kind) {
      case ChangeKind::create: put(files, change.path, permitted({change.content}, change)); break;
      case ChangeKind::replace:
        files.at(change.path) = permitted({change.content, files.at(change.path).permissions}, change);
        break;
      case ChangeKind::remove: files.erase(change.path); break;
      case ChangeKind::move: {
        auto moved = files.extract(change.path);
        if (change.text) moved.mapped().bytes = change.bytes();
        put(files, change.destination, permitted(std::move(moved.mapped()), change));
        break;
      }
    }
  }
  return files;
}

void PrintTo(const ModelFile& file, std::ostream* out) {
  *out << '"' << printable(file.bytes) << "\" " << std::oct << file.permissions << std::dec;
}

std::string describe(std::span<const FileChange> changes) {
  std::string out;
  for (const FileChange& change : changes) {
    if (!out.empty()) append(out, ", ");
    switch (change.kind) {
      case ChangeKind::create: append(out, concat("create ", change.path, " \"", change.content, '"')); break;
      case ChangeKind::replace: append(out, concat("replace ", change.path, " \"", change.content, '"')); break;
      case ChangeKind::remove: append(out, concat("remove ", change.path)); break;
      case ChangeKind::move:
        append(out, concat("move ", change.path, " to ", change.destination));
        if (change.text) append(out, concat(" as \"", change.bytes(), '"'));
        break;
    }
    if (change.executable) append(out, *change.executable ? " +x" : " -x");
  }
  return out;
}

FileChange create(std::string path, std::string content) {
  return {.kind = ChangeKind::create, .path = std::move(path), .content = std::move(content), .destination = {}};
}

// With the bytes that the file is to have, as an edit brings them along; the others name only their digest.
FileChange replace(const Files& files, const std::string& path, std::string content) {
  const std::string& old = files.at(path).bytes;
  FileChange change{.kind = ChangeKind::replace, .path = path, .expected = sha256(old)};
  change.base = Text(old);
  change.result = sha256(content);
  change.content = std::move(content);
  return change;
}

FileChange remove(const Files& files, const std::string& path) {
  return {.kind = ChangeKind::remove, .path = path, .content = {}, .destination = {}, .expected = sha256(files.at(path).bytes)};
}

FileChange move(const Files& files, const std::string& path, std::string destination) {
  return {.kind = ChangeKind::move,
          .path = path,
          .content = {},
          .destination = std::move(destination),
          .expected = sha256(files.at(path).bytes)};
}

FileChange move_rewritten(const Files& files, const std::string& path, std::string destination, std::string content) {
  FileChange change = move(files, path, std::move(destination));
  change.text = Text(std::move(content));
  return change;
}

FileChange executable(FileChange change, bool executable) {
  change.executable = executable;
  return change;
}

}  // namespace kedge::model
