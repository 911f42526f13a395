#include "model/random_batch.hpp"

#include <array>

#include "support/strings.hpp"

namespace kedge::model {
namespace {

constexpr std::array<std::string_view, 10> paths{"a",          "b",     "c",           "sub/d",   "sub/e",
                                                 "sub/deep/f", "new/g", "new/other/h", "i/j/k/l", "m"};
constexpr std::array<std::string_view, 4> contents{"", "one\n", "two\nlines\n", "the third, without a newline"};

std::string random_content(RepeatableRandom& random) {
  if (random.below(2) == 0) return std::string(contents[random.below(contents.size())]);
  return concat("content ", random.below(1000), std::string(random.below(40), '.'), '\n');
}

std::string take(RepeatableRandom& random, std::vector<std::string>& from) {
  const std::size_t chosen = random.below(from.size());
  std::swap(from[chosen], from.back());
  std::string taken = std::move(from.back());
  from.pop_back();
  return taken;
}

}  // namespace

Files random_files(RepeatableRandom& random) {
  Files files;
  Batch made;
  for (const std::string_view path : paths) {
    if (random.below(2) == 0) made.push_back(create(std::string(path), random_content(random)));
  }
  files = after(files, made);
  for (auto& [path, file] : files) {
    if (!path.ends_with('/') && random.below(3) == 0) file.permissions = 0755;
  }
  return files;
}

Batch random_batch(RepeatableRandom& random, const Files& files) {
  std::vector<std::string> present, absent;
  for (const std::string_view path : paths) (files.contains(std::string(path)) ? present : absent).emplace_back(path);
  Batch batch;
  const std::size_t size = random.below(3) == 0 ? 1 : 1 + random.below(5);
  while (batch.size() < size) {
    if (present.empty() || (!absent.empty() && random.below(3) == 0)) {
      batch.push_back(create(take(random, absent), random_content(random)));
      continue;
    }
    const std::string path = take(random, present);
    const std::size_t kind = random.below(8);
    if (kind == 0) {
      batch.push_back(remove(files, path));
    } else if (kind == 1 && !absent.empty()) {
      batch.push_back(move(files, path, take(random, absent)));
    } else if (kind == 6 && !absent.empty()) {
      batch.push_back(move_rewritten(files, path, take(random, absent), random_content(random)));
    } else if (kind == 7) {
      const std::string& bytes = files.at(path).bytes;
      batch.push_back(
          executable(replace(files, path, random.below(2) == 0 ? bytes : random_content(random)), random.below(2) == 0));
    } else if (kind == 2 && random.below(2) == 0) {
      batch.push_back(replace(files, path, files.at(path).bytes));
    } else {
      batch.push_back(replace(files, path, random_content(random)));
    }
  }
  return batch;
}

}  // namespace kedge::model
