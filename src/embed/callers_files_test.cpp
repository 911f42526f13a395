#include "embed/callers_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>

namespace kedge::embed {
namespace {

template <class T>
int problem_of(const Outcome<T>& outcome) {
  return outcome ? 0 : outcome.error().number;
}

// A program with a tree of files in memory, which can also fail or lie.
struct Program {
  std::map<std::string, std::string> files{{"a.txt", "one\n"}, {"sub/b.txt", "two\n"}};
  std::set<std::string> folders{"", "sub"};
  std::string tool;  // the only file that can be executed
  std::int64_t stamp = 1;
  int fails_with = 0;        // every call does
  bool forgets = false;      // says that it has changed what it has not
  bool cannot_read = false;  // any more, after a change
  std::uint32_t odd_kind = 0;
  std::string odd_name;

  kedge_files functions() {
    return {.context = this,
            .look = [](void* self, const char* path, kedge_file_info* info) { return of(self).look(path, *info); },
            .list = [](void* self, const char* path, kedge_take_name take,
                       void* taker) { return of(self).list(path, take, taker); },
            .read = [](void* self, const char* path, kedge_take_bytes take,
                       void* taker) { return of(self).read(path, take, taker); },
            .replace =
                [](void* self, const char* path, const char* bytes, std::size_t size, const char* expected,
                   std::size_t expected_size, std::uint32_t executable) {
                  const std::string before(expected != nullptr ? expected : "", expected_size);
                  return of(self).replace(path, {bytes, size}, expected != nullptr ? &before : nullptr, executable != 0);
                },
            .remove = [](void* self, const char* path, const char* expected,
                         std::size_t size) { return of(self).remove(path, {expected, size}); },
            .make_folder = [](void* self, const char* path) { return of(self).make_folder(path); },
            .remove_folder = [](void* self, const char* path) { return of(self).remove_folder(path); }};
  }

 private:
  static Program& of(void* self) { return *static_cast<Program*>(self); }

  int look(const std::string& path, kedge_file_info& info) const {
    if (fails_with != 0) return fails_with;
    const auto file = files.find(path);
    if (file != files.end()) {
      info = {.kind = KEDGE_FILE, .executable = path == tool ? 1U : 0U, .size = file->second.size(), .stamp = stamp};
    } else if (folders.contains(path)) {
      info = {.kind = KEDGE_FOLDER, .executable = 0, .size = 0, .stamp = stamp};
    }
    if (odd_kind != 0) info.kind = odd_kind;
    return 0;
  }
  int list(const std::string& path, kedge_take_name take, void* taker) const {
    if (fails_with != 0) return fails_with;
    const std::string above = path.empty() ? "" : path + "/";
    const auto is_in = [&](const std::string& each) {
      return each.size() > above.size() && each.starts_with(above) && each.find('/', above.size()) == std::string::npos;
    };
    for (const std::string& folder : folders) {
      if (!is_in(folder)) continue;
      if (const int problem = take(taker, folder.c_str() + above.size(), KEDGE_FOLDER); problem != 0) return problem;
    }
    for (const auto& [file, bytes] : files) {
      if (!is_in(file)) continue;
      if (const int problem = take(taker, file.c_str() + above.size(), KEDGE_FILE); problem != 0) return problem;
    }
    return odd_name.empty() ? 0 : take(taker, odd_name.c_str(), odd_kind != 0 ? odd_kind : KEDGE_FILE);
  }
  int read(const std::string& path, kedge_take_bytes take, void* taker) const {
    if (fails_with != 0 || (cannot_read && stamp > 1)) return fails_with != 0 ? fails_with : EIO;
    const auto file = files.find(path);
    if (file == files.end()) return ENOENT;
    // In two pieces.
    const std::size_t half = file->second.size() / 2;
    if (const int problem = take(taker, file->second.data(), half); problem != 0) return problem;
    return take(taker, file->second.data() + half, file->second.size() - half);
  }
  int replace(const std::string& path, std::string_view bytes, const std::string* expected, bool executable) {
    if (fails_with != 0) return fails_with;
    const auto file = files.find(path);
    if (expected == nullptr ? file != files.end() : file == files.end() || file->second != *expected) return EAGAIN;
    ++stamp;
    if (forgets) return 0;
    files[path] = bytes;
    if (executable) tool = path;
    return 0;
  }
  int remove(const std::string& path, std::string_view expected) {
    if (fails_with != 0) return fails_with;
    const auto file = files.find(path);
    if (file == files.end() || file->second != expected) return EAGAIN;
    ++stamp;
    if (!forgets) files.erase(file);
    return 0;
  }
  int make_folder(const std::string& path) {
    if (fails_with != 0) return fails_with;
    folders.insert(path);
    return 0;
  }
  int remove_folder(const std::string& path) {
    if (fails_with != 0) return fails_with;
    folders.erase(path);
    return 0;
  }
};

class CallersFilesTest : public testing::Test {
 protected:
  // A file in memory, outside of the program's tree.
  Handle kept(const std::string& name, std::string_view bytes) {
    Handle file = fs.make_file(state, name).value();
    EXPECT_TRUE(fs.write(file, bytes));
    return file;
  }
  std::string content(const Handle& folder, const std::string& name) {
    const Outcome<Handle> file = fs.open_file(folder, name);
    return file ? fs.read(*file, 1000).value_or("cannot be read") : "missing";
  }

  Program program;
  kedge_files functions = program.functions();
  CallersFiles fs{functions, "/kept/own"};
  Handle root = fs.open_root("/kept/own").value();
  Handle state = fs.open_root("/kept").value();
};

TEST_F(CallersFilesTest, FoldersAreReachedFromAboveOnly) {
  EXPECT_EQ(problem_of(fs.open_root("/nowhere")), ENOENT);
  EXPECT_EQ(problem_of(fs.open_root("/kept/own/none")), ENOENT);
  EXPECT_EQ(problem_of(fs.open_root("/kept/own/a.txt")), ENOTDIR);
  EXPECT_EQ(problem_of(fs.open_root("/kept/own/a.txt/b")), ENOTDIR);
  EXPECT_TRUE(fs.open_root("/kept/own/sub"));
  EXPECT_EQ(problem_of(fs.open_folder(root, "/kept", Mounts::cross)), EXDEV);
  EXPECT_EQ(problem_of(fs.open_folder(root, "..", Mounts::cross)), EXDEV);
  EXPECT_EQ(problem_of(fs.open_folder(root, "sub/../..", Mounts::cross)), EXDEV);
  EXPECT_EQ(problem_of(fs.open_folder(root, "a.txt", Mounts::cross)), ENOTDIR);
  EXPECT_EQ(problem_of(fs.open_folder(root, "a.txt/b", Mounts::cross)), ENOTDIR);
  EXPECT_EQ(problem_of(fs.open_folder(root, "none", Mounts::cross)), ENOENT);
  EXPECT_EQ(problem_of(fs.open_folder(state, "none", Mounts::cross)), ENOENT);
  EXPECT_TRUE(fs.open_folder(root, "./sub", Mounts::cross));
  EXPECT_TRUE(fs.open_folder(state, "own/sub", Mounts::cross));
}

TEST_F(CallersFilesTest, NamesAreNamesOfOneFile) {
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string("a/b"), std::string("a\0b", 3)})
    EXPECT_EQ(problem_of(fs.open_file(root, name)), EINVAL) << name;
  EXPECT_EQ(problem_of(fs.open_file(root, std::string(256, 'n'))), ENAMETOOLONG);
  EXPECT_EQ(problem_of(fs.open_file(root, "none")), ENOENT);
  EXPECT_EQ(problem_of(fs.open_for_writing(root, "sub")), EISDIR);
  EXPECT_TRUE(fs.open_for_writing(root, "a.txt"));
  const Handle file = fs.open_file(root, "a.txt").value();
  EXPECT_EQ(problem_of(fs.open_file(file, "a.txt")), ENOTDIR);
  EXPECT_EQ(problem_of(fs.list(file)), ENOTDIR);
  EXPECT_EQ(problem_of(fs.read_link(root, "a.txt")), EINVAL);
}

TEST_F(CallersFilesTest, TheProgramsFilesAreListedWithWhatIsInMemory) {
  std::vector<std::string> names = fs.list(root).value();
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"a.txt", "sub"}));
  EXPECT_EQ(fs.list_kinds(state).value(), (std::vector<NamedKind>{{"own", FileKind::folder}}));
  program.odd_name = "a/b";
  EXPECT_EQ(problem_of(fs.list(root)), EINVAL);
  program.odd_name = "c";
  program.odd_kind = KEDGE_FOLDER + 1;
  EXPECT_EQ(problem_of(fs.list(root)), EINVAL);
  EXPECT_EQ(problem_of(fs.look_at(root, "a.txt")), EIO);
}

TEST_F(CallersFilesTest, AFileIsAsTheProgramSays) {
  const Handle file = fs.open_file(root, "a.txt").value();
  const FileInfo before = fs.look(file).value();
  EXPECT_EQ(before.size, 4U);
  EXPECT_EQ(before.permissions, 0644U);
  EXPECT_EQ(fs.look_at(root, ".")->kind, FileKind::folder);
  EXPECT_EQ(fs.look_at(root, "sub")->permissions, 0755U);
  program.files["a.txt"] = "longer\n";
  program.tool = "a.txt";
  program.stamp = 77;
  const FileInfo after = fs.look_at(root, "a.txt").value();
  EXPECT_EQ(after.size, 7U);
  EXPECT_EQ(after.modified, 77);
  EXPECT_EQ(after.permissions, 0755U);
  EXPECT_EQ(after.identity, before.identity);
  program.files.erase("a.txt");
  EXPECT_EQ(problem_of(fs.look(file)), ENOENT);
  // A folder of the same name is something else.
  program.folders.insert("a.txt");
  EXPECT_NE(fs.look_at(root, "a.txt")->identity, before.identity);
}

TEST_F(CallersFilesTest, ReadingKeepsToItsLimit) {
  const Handle own = fs.open_file(root, "a.txt").value();
  const Handle in_memory = kept("kept", "one\n");
  for (const Handle* const file : {&own, &in_memory}) {
    EXPECT_EQ(fs.read(*file, 4).value(), "one\n");
    EXPECT_EQ(problem_of(fs.read(*file, 3)), EFBIG);
    std::array<char, 10> buffer{};
    EXPECT_EQ(fs.read_at(*file, 1, buffer).value(), 3U);
    EXPECT_EQ(std::string_view(buffer.data(), 3), "ne\n");
    EXPECT_EQ(fs.read_at(*file, 9, buffer).value(), 0U);
  }
  EXPECT_EQ(problem_of(fs.read(root, 10)), EISDIR);
  EXPECT_EQ(problem_of(fs.write(root, "x")), EISDIR);
}

TEST_F(CallersFilesTest, ANewFileGetsItsNameWhenItIsComplete) {
  EXPECT_EQ(problem_of(fs.make_file(root, "new.txt")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.make_file(root, "a.txt")), EEXIST);
  const Handle file = fs.make_unnamed(root).value();
  ASSERT_TRUE(fs.write(file, "new\n"));
  ASSERT_TRUE(fs.set_executable(file, true));
  EXPECT_EQ(problem_of(fs.give_name(file, root, "a.txt")), EEXIST);
  ASSERT_TRUE(fs.give_name(file, root, "new.txt"));
  EXPECT_EQ(program.files["new.txt"], "new\n");
  EXPECT_EQ(problem_of(fs.give_name(file, root, "again.txt")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.set_executable(file, false)), EOPNOTSUPP);
  const Handle other = fs.make_unnamed(state).value();
  ASSERT_TRUE(fs.give_name(other, state, "other"));
  EXPECT_EQ(content(state, "other"), "");
}

TEST_F(CallersFilesTest, AFileThatSomebodyMakesFirstStays) {
  // Between the look and the replacement.
  functions.look = [](void*, const char*, kedge_file_info*) { return 0; };
  const Handle file = fs.make_unnamed(root).value();
  EXPECT_EQ(problem_of(fs.give_name(file, root, "a.txt")), EEXIST);
  ASSERT_TRUE(fs.give_name(file, state, "kept"));
  EXPECT_EQ(problem_of(fs.move_new(state, "kept", root, "a.txt")), EEXIST);
  EXPECT_EQ(program.files["a.txt"], "one\n");
}

TEST_F(CallersFilesTest, WritingInPlaceIsAReplacement) {
  const Handle file = fs.open_for_writing(root, "a.txt").value();
  ASSERT_TRUE(fs.write(file, "changed\n"));
  EXPECT_EQ(program.files["a.txt"], "changed\n");
  program.files.erase("a.txt");
  EXPECT_EQ(problem_of(fs.write(file, "x")), ENOENT);
}

TEST_F(CallersFilesTest, AnExchangeTakesTheOldFileIntoMemory) {
  const Handle staged_file = kept("staged", "staged\n");
  const Handle open = fs.open_file(root, "a.txt").value();
  const FileIdentity staged = fs.look(staged_file)->identity;
  const FileIdentity old = fs.look(open)->identity;
  ASSERT_TRUE(fs.exchange(state, "staged", root, "a.txt"));
  EXPECT_EQ(program.files["a.txt"], "staged\n");
  EXPECT_EQ(fs.look_at(root, "a.txt")->identity, staged);
  EXPECT_EQ(fs.look_at(state, "staged")->identity, old);
  EXPECT_EQ(content(state, "staged"), "one\n");
  EXPECT_EQ(fs.read(open, 10).value(), "one\n");
  // And back, named the other way round.
  ASSERT_TRUE(fs.exchange(root, "a.txt", state, "staged"));
  EXPECT_EQ(program.files["a.txt"], "one\n");
}

TEST_F(CallersFilesTest, WhatCannotBeExchangedIsRefused) {
  kept("staged", "staged\n");
  kept("second", "second\n");
  ASSERT_TRUE(fs.make_folder(state, "folder", FolderKind::ordinary));
  EXPECT_TRUE(fs.exchange(root, "a.txt", root, "a.txt"));
  program.files["c.txt"] = "three\n";
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", root, "c.txt")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.exchange(root, "sub", state, "staged")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", state, "folder")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.exchange(root, "none", state, "staged")), ENOENT);
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", state, "none")), ENOENT);
  ASSERT_TRUE(fs.exchange(state, "second", state, "staged"));
  EXPECT_EQ(content(state, "second"), "staged\n");
}

TEST_F(CallersFilesTest, FilesMoveBetweenTheProgramAndMemory) {
  const Handle open = fs.open_file(root, "a.txt").value();
  const FileIdentity moved = fs.look(open)->identity;
  ASSERT_TRUE(fs.move_new(root, "a.txt", state, "kept"));
  EXPECT_FALSE(program.files.contains("a.txt"));
  EXPECT_EQ(content(state, "kept"), "one\n");
  EXPECT_EQ(fs.look_at(state, "kept")->identity, moved);
  ASSERT_TRUE(fs.move_new(state, "kept", state, "again"));
  ASSERT_TRUE(fs.move_new(state, "again", root, "back.txt"));
  EXPECT_EQ(program.files["back.txt"], "one\n");
  EXPECT_EQ(problem_of(fs.look_at(state, "again")), ENOENT);
  const Handle sub = fs.open_folder(root, "sub", Mounts::cross).value();
  ASSERT_TRUE(fs.move_new(root, "back.txt", sub, "c.txt"));
  EXPECT_EQ(program.files["sub/c.txt"], "one\n");
  EXPECT_FALSE(program.files.contains("back.txt"));
  EXPECT_EQ(problem_of(fs.move_new(sub, "c.txt", sub, "b.txt")), EEXIST);
  EXPECT_EQ(problem_of(fs.move_new(root, "sub", root, "other")), EOPNOTSUPP);
}

TEST_F(CallersFilesTest, OnlyInMemoryIsAFileOverwrittenOrLinked) {
  kept("first", "1");
  kept("second", "2");
  EXPECT_EQ(problem_of(fs.move_over(state, "first", root, "a.txt")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.move_over(root, "a.txt", state, "first")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.link(state, "first", root, "new")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.link(root, "a.txt", state, "new")), EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs.link(state, "first", state, "second")), EEXIST);
  ASSERT_TRUE(fs.link(state, "first", state, "third"));
  ASSERT_TRUE(fs.move_over(state, "first", state, "second"));
  EXPECT_EQ(content(state, "second"), "1");
  EXPECT_EQ(content(state, "third"), "1");
  EXPECT_EQ(content(state, "first"), "missing");
}

TEST_F(CallersFilesTest, FilesAndFoldersAreRemovedAsWhatTheyAre) {
  EXPECT_EQ(problem_of(fs.remove(root, "sub")), EISDIR);
  EXPECT_EQ(problem_of(fs.remove_folder(root, "a.txt")), ENOTDIR);
  ASSERT_TRUE(fs.make_folder(root, "made", FolderKind::ordinary));
  EXPECT_TRUE(program.folders.contains("made"));
  EXPECT_EQ(problem_of(fs.make_folder(root, "made", FolderKind::ordinary)), EEXIST);
  ASSERT_TRUE(fs.remove_folder(root, "made"));
  EXPECT_FALSE(program.folders.contains("made"));
  ASSERT_TRUE(fs.make_folder(state, "private", FolderKind::own));
  EXPECT_EQ(fs.look_at(state, "private")->permissions, 0700U);
  const Handle inside = fs.open_folder(state, "private", Mounts::cross).value();
  ASSERT_TRUE(fs.make_file(inside, "file"));
  EXPECT_EQ(problem_of(fs.remove_folder(state, "private")), ENOTEMPTY);
  ASSERT_TRUE(fs.remove(inside, "file"));
  ASSERT_TRUE(fs.remove_folder(state, "private"));
  const Handle open = fs.open_file(root, "a.txt").value();
  ASSERT_TRUE(fs.remove(root, "a.txt"));
  EXPECT_FALSE(program.files.contains("a.txt"));
  EXPECT_EQ(fs.read(open, 10).value(), "one\n");
}

TEST_F(CallersFilesTest, PermissionsAreThoseOfAnOrdinaryFile) {
  const Handle file = kept("kept", "");
  EXPECT_EQ(fs.look(file)->permissions, 0600U);
  ASSERT_TRUE(fs.inherit(file, state));
  EXPECT_EQ(fs.look(file)->permissions, 0644U);
  program.tool = "a.txt";
  const Handle tool = fs.open_file(root, "a.txt").value();
  ASSERT_TRUE(fs.copy_metadata(tool, fs.look(tool).value(), file, fs.look(file).value(), false));
  EXPECT_EQ(fs.attributes_of(file)->permissions, 0755U);
  const Handle other = kept("other", "");
  ASSERT_TRUE(fs.give_attributes(other, fs.attributes_of(file).value()));
  EXPECT_EQ(fs.look(other)->permissions, 0755U);
  EXPECT_TRUE(fs.may_write(root, "."));
  EXPECT_TRUE(fs.may_write(root, "a.txt").value());
  EXPECT_EQ(problem_of(fs.may_write(root, "none")), ENOENT);
  EXPECT_EQ(fs.write_obstacle(file).value(), "");
  EXPECT_TRUE(fs.same_mount(fs.look(root).value(), fs.look(state).value()));
  EXPECT_NE(fs.identity_of(root).value(), fs.identity_of(state).value());
}

TEST_F(CallersFilesTest, ALockHasOneHolder) {
  Handle first = kept("lock", "");
  const Handle second = fs.open_for_writing(state, "lock").value();
  EXPECT_TRUE(fs.try_lock(first).value());
  EXPECT_TRUE(fs.try_lock(first).value());
  EXPECT_FALSE(fs.try_lock(second).value());
  ASSERT_TRUE(first.close());
  EXPECT_TRUE(fs.try_lock(second).value());
}

TEST_F(CallersFilesTest, AProgramThatForgetsIsNotBelieved) {
  kept("staged", "staged\n");
  const Handle open = fs.open_for_writing(root, "a.txt").value();
  const Handle unnamed = fs.make_unnamed(root).value();
  ASSERT_TRUE(fs.write(unnamed, "new\n"));
  program.forgets = true;
  EXPECT_EQ(problem_of(fs.write(open, "x")), EIO);
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", state, "staged")), EIO);
  EXPECT_EQ(problem_of(fs.remove(root, "a.txt")), EIO);
  EXPECT_EQ(problem_of(fs.move_new(root, "a.txt", state, "away")), EIO);
  EXPECT_EQ(problem_of(fs.give_name(unnamed, root, "new.txt")), ENOENT);
  program.forgets = false;
  program.cannot_read = true;
  EXPECT_EQ(problem_of(fs.give_name(unnamed, root, "new.txt")), EIO);
}

TEST_F(CallersFilesTest, AFileThatChangedIsNotReplaced) {
  // The program has other bytes than it says.
  functions.read = [](void*, const char*, kedge_take_bytes take, void* taker) { return take(taker, "old", 3); };
  kept("staged", "staged\n");
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", state, "staged")), ESTALE);
  EXPECT_EQ(problem_of(fs.remove(root, "a.txt")), EAGAIN);
  EXPECT_EQ(program.files["a.txt"], "one\n");
}

// A handle that is not open, in each function that takes one.
TEST_F(CallersFilesTest, AHandleThatIsNotOpenIsRefused) {
  const Handle none(fs, 12345);
  const Handle file = kept("file", "");
  std::array<char, 4> buffer{};
  const std::vector<std::function<int()>> calls{
      [&] { return problem_of(fs.open_folder(none, "a", Mounts::cross)); },
      [&] { return problem_of(fs.open_file(none, "a")); },
      [&] { return problem_of(fs.open_for_writing(none, "a")); },
      [&] { return problem_of(fs.make_file(none, "a")); },
      [&] { return problem_of(fs.make_unnamed(none)); },
      [&] { return problem_of(fs.give_name(none, root, "a")); },
      [&] { return problem_of(fs.give_name(file, none, "a")); },
      [&] { return problem_of(fs.look(none)); },
      [&] { return problem_of(fs.look_at(none, "a")); },
      [&] { return problem_of(fs.read(none, 1)); },
      [&] { return problem_of(fs.read_at(none, 0, buffer)); },
      [&] { return problem_of(fs.list(none)); },
      [&] { return problem_of(fs.may_write(none, "a")); },
      [&] { return problem_of(fs.identity_of(none)); },
      [&] { return problem_of(fs.write(none, "a")); },
      [&] { return problem_of(fs.inherit(none, root)); },
      [&] { return problem_of(fs.copy_metadata(none, {}, file, {}, false)); },
      [&] { return problem_of(fs.copy_metadata(file, {}, none, {}, false)); },
      [&] { return problem_of(fs.set_executable(none, true)); },
      [&] { return problem_of(fs.attributes_of(none)); },
      [&] { return problem_of(fs.give_attributes(none, {})); },
      [&] { return problem_of(fs.exchange(none, "a", state, "file")); },
      [&] { return problem_of(fs.exchange(state, "file", none, "a")); },
      [&] { return problem_of(fs.move_new(none, "a", root, "b")); },
      [&] { return problem_of(fs.move_new(root, "a.txt", none, "b")); },
      [&] { return problem_of(fs.move_over(none, "a", root, "b")); },
      [&] { return problem_of(fs.move_over(state, "file", none, "b")); },
      [&] { return problem_of(fs.link(none, "a", root, "b")); },
      [&] { return problem_of(fs.link(state, "file", none, "b")); },
      [&] { return problem_of(fs.remove(none, "a")); },
      [&] { return problem_of(fs.make_folder(none, "a", FolderKind::own)); },
      [&] { return problem_of(fs.remove_folder(none, "a")); },
      [&] { return problem_of(fs.try_lock(none)); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), EBADF) << "call " << i;
}

// What the program says when it fails, in each function that asks it.
TEST_F(CallersFilesTest, AFailureOfTheProgramIsPassedOn) {
  kept("staged", "staged\n");
  const Handle own = fs.open_for_writing(root, "a.txt").value();
  const Handle unnamed = fs.make_unnamed(root).value();
  std::array<char, 4> buffer{};
  const std::vector<std::function<int()>> calls{
      [&] { return problem_of(fs.open_root("/kept/own/sub")); },
      [&] { return problem_of(fs.open_folder(root, "sub", Mounts::cross)); },
      [&] { return problem_of(fs.open_file(root, "a.txt")); },
      [&] { return problem_of(fs.give_name(unnamed, root, "new.txt")); },
      [&] { return problem_of(fs.look(own)); },
      [&] { return problem_of(fs.read(own, 10)); },
      [&] { return problem_of(fs.read_at(own, 0, buffer)); },
      [&] { return problem_of(fs.list(root)); },
      [&] { return problem_of(fs.write(own, "x")); },
      [&] { return problem_of(fs.exchange(root, "a.txt", state, "staged")); },
      [&] { return problem_of(fs.move_new(root, "a.txt", state, "new")); },
      [&] { return problem_of(fs.move_new(state, "staged", root, "new.txt")); },
      [&] { return problem_of(fs.remove(root, "a.txt")); },
      [&] { return problem_of(fs.make_folder(root, "made", FolderKind::ordinary)); },
      [&] { return problem_of(fs.remove_folder(root, "sub")); },
  };
  program.fails_with = EROFS;
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i](), EROFS) << "call " << i;
  // And if only one of its functions does.
  program.fails_with = 0;
  const kedge_files right = functions;
  functions.replace = [](void*, const char*, const char*, std::size_t, const char*, std::size_t, std::uint32_t) {
    return ENOSPC;
  };
  functions.remove = [](void*, const char*, const char*, std::size_t) { return EPERM; };
  functions.make_folder = [](void*, const char*) { return EPERM; };
  functions.remove_folder = [](void*, const char*) { return EPERM; };
  EXPECT_EQ(problem_of(fs.give_name(unnamed, root, "new.txt")), ENOSPC);
  EXPECT_EQ(problem_of(fs.move_new(state, "staged", root, "new.txt")), ENOSPC);
  EXPECT_EQ(problem_of(fs.exchange(root, "a.txt", state, "staged")), ENOSPC);
  EXPECT_EQ(problem_of(fs.remove(root, "a.txt")), EPERM);
  EXPECT_EQ(problem_of(fs.move_new(root, "a.txt", state, "new")), EPERM);
  EXPECT_EQ(problem_of(fs.make_folder(root, "made", FolderKind::ordinary)), EPERM);
  EXPECT_EQ(problem_of(fs.remove_folder(root, "sub")), EPERM);
  functions = right;
  functions.read = [](void*, const char*, kedge_take_bytes, void*) { return EPERM; };
  EXPECT_EQ(problem_of(fs.remove(root, "a.txt")), EPERM);
  EXPECT_EQ(problem_of(fs.move_new(root, "a.txt", state, "new")), EPERM);
  EXPECT_EQ(program.files["a.txt"], "one\n");
  EXPECT_EQ(content(state, "staged"), "staged\n");
}

TEST_F(CallersFilesTest, NothingIsLeasedAndTimePasses) {
  EXPECT_EQ(fs.lease(root, fs.look(root).value()), Lease::unavailable);
  EXPECT_FALSE(fs.lease_holds(root));
  fs.end_lease(root);
  EXPECT_TRUE(fs.sync(root));
  const std::int64_t before = fs.now();
  fs.pause(1000);
  EXPECT_GE(fs.now(), before + 1'000'000);
  EXPECT_NE(fs.random(), fs.random());
  EXPECT_EQ(fs.kind(), "the program's own");
}

}  // namespace
}  // namespace kedge::embed
