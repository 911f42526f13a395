#include "render/change_list.hpp"

#include <gtest/gtest.h>

#include "edit/diff.hpp"

namespace kedge {
namespace {

FileOutcome outcome(std::string path, std::string_view before, std::string_view after) {
  FileOutcome file{.path = path, .inside = std::move(path)};
  file.before = Text(std::string(before));
  file.after = Text(std::string(after));
  file.changes = diff(file.before, file.after);
  return file;
}

TEST(ChangeList, ARowSaysWhatBecomesOfTheFileAndHowMuchBeforeItsName) {
  Receipt planned;
  planned.files = {outcome("a.txt", "one\ntwo\n", "one\n2\n3\n"), outcome("b.txt", "", "new\n"), outcome("c.txt", "old\n", ""),
                   outcome("d.txt", "d\n", "d\n")};
  planned.files[1].created = true;
  planned.files[2].removed = true;
  planned.files[3].destination = "e.txt";
  EXPECT_EQ(change_list(planned),
            "update +2 −1 a.txt\n"
            "create +1 −0 b.txt\n"
            "delete +0 −1 c.txt\n"
            "move +0 −0 d.txt\n  to e.txt\n");
}

TEST(ChangeList, WhatIsNotWrittenIsNotListed) {
  Receipt planned;
  planned.files = {outcome("a.txt", "one\n", "one\n"), outcome("b.txt", "one\n", "two\n")};
  planned.files[0].effect = Effect::nothing_to_do;
  EXPECT_EQ(change_list(planned), "update +1 −1 b.txt\n");
}

TEST(ChangeList, ANameCannotMakeARowOfItsOwn) {
  Receipt planned;
  planned.files = {outcome("a\nupdate +0 −0 safe.txt", "", "x\n"), outcome("b\x1b[2K\r", "", "x\n")};
  planned.files[0].path = "link\u202e";
  EXPECT_EQ(change_list(planned),
            "update +1 −0 a\\x0aupdate +0 −0 safe.txt\n  called link\\xe2\\x80\\xae\n"
            "update +1 −0 b\\x1b[2K\\x0d\n");
}

TEST(ChangeList, WhatNoDiffShowsIsSaid) {
  Receipt planned;
  planned.files = {outcome("a.sh", "one\r\ntwo\r\n", "one\ntwo\n")};
  planned.files[0].executable = true;
  EXPECT_EQ(change_list(planned), "update +2 −2 a.sh\n  may be run then\n  the line endings were CRLF and are now LF\n");
}

}  // namespace
}  // namespace kedge
