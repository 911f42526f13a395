#include "model/fixed_batches.hpp"

#include <algorithm>

namespace kedge::model {

namespace {

const std::vector<FixedBatch>& fixed_batches() {
  static const std::vector<FixedBatch> all = [] {
    const Files files{{"a", {"the old a\n"}}, {"b", {"the old b\n"}}, {"sub/", {"", 0}}, {"sub/c", {"the old c\n", 0755}}};
    return std::vector<FixedBatch>{
        {"one replaced", files, {replace(files, "a", "the new a, longer than the old\n")}},
        {"one created", files, {create("sub/d", "a new file\n")}},
        {"one created in new folders", files, {create("new/deep/d", "a new file\n")}},
        {"one removed", files, {remove(files, "sub/c")}},
        {"one moved", files, {move(files, "sub/c", "sub/d")}},
        {"one moved into new folders", files, {move(files, "a", "new/deep/a")}},
        {"one moved and rewritten", files, {move_rewritten(files, "sub/c", "new/deep/c", "the new c\n")}},
        {"the permission of one", files, {executable(replace(files, "a", "the old a\n"), true)}},
        {"the permissions of two, and one of them moved and rewritten",
         files,
         {executable(replace(files, "a", "the old a\n"), true),
          executable(move_rewritten(files, "sub/c", "sub/d", "the new c\n"), false),
          executable(create("new/d", "a new file\n"), true)}},
        {"three of three kinds",
         files,
         {replace(files, "a", "the new a\n"), create("new/deep/d", "a new file\n"), remove(files, "b")}},
        {"two replaced and one moved",
         files,
         {replace(files, "a", ""), replace(files, "sub/c", "the new c\n"), move(files, "b", "sub/b")}},
    };
  }();
  return all;
}

bool changes_a_permission(const FixedBatch& batch) {
  return std::ranges::any_of(batch.changes, [](const FileChange& change) { return change.executable.has_value(); });
}

}  // namespace

const std::vector<FixedBatch>& fixed_batches_for(const Setting& setting) {
  static const std::vector<FixedBatch> in_place = [] {
    std::vector<FixedBatch> some = fixed_batches();
    std::erase_if(some, changes_a_permission);
    return some;
  }();
  return setting.in_place ? in_place : fixed_batches();
}

}  // namespace kedge::model
