#include "dialects/passage_results.hpp"

#include "dialects/test_passages.hpp"
#include "edit/diff.hpp"

namespace kedge {
namespace {

FileOutcome changed_file(const std::string& path, std::string before, std::string after) {
  FileOutcome file = test::outcome_of(path, std::move(before), std::move(after));
  file.changes = diff(file.before, file.after);
  file.version_before = file.before.digest();
  file.version_after = file.after.digest();
  return file;
}

std::string text_in(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? *found->as_string() : "(none)";
}

Json arguments_of(std::string_view input) {
  Json arguments = Json::object();
  arguments.set("input", input);
  return arguments;
}

TEST(PassageResults, AResultBeginsWithThePlaceAndNamesTheRung) {
  Receipt receipt;
  receipt.files.push_back(changed_file("a.py", "1\n2\n", "1\n3\n"));
  receipt.files.front().match_mode = MatchMode::trailing_blanks;
  receipt.undo_id = "u1";
  receipt.warnings = {"careful"};
  const Told told = passages::tell(receipt, {});
  EXPECT_TRUE(told.text.starts_with("a.py:2 Updated a.py\nmatch_mode=trailing_blanks\n")) << told.text;
  EXPECT_NE(told.text.find("\n-2\n+3\n"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("\nwarning: careful\n"), std::string::npos) << told.text;
  EXPECT_EQ(told.text.find(to_hex(receipt.files.front().version_after)), std::string::npos) << "of no use to a model";
  EXPECT_EQ(text_in(told.structured, "file_version"), to_hex(receipt.files.front().version_after));
  EXPECT_EQ(text_in(told.structured, "op"), "update");
  EXPECT_EQ(text_in(told.structured, "match_mode"), "trailing_blanks");
  EXPECT_EQ(*told.structured.find("first_changed_line")->as_integer(), 2);
  EXPECT_EQ(text_in(told.structured, "path"), "a.py");
  EXPECT_EQ(told.structured.find("perFileResults"), nullptr) << "it would say the same again";
}

TEST(PassageResults, SeveralFilesAreToldOneByOne) {
  Receipt receipt;
  receipt.files.push_back(changed_file("a", "1\n", "2\n"));
  receipt.files.push_back(changed_file("b", "", "x\n"));
  receipt.files.back().created = true;
  receipt.files.push_back(changed_file("c", "1\n", ""));
  receipt.files.back().removed = true;
  receipt.warnings = {"careful"};
  const Told told = passages::tell(receipt, {});
  EXPECT_TRUE(told.text.starts_with("a:1 Updated a\n")) << told.text;
  EXPECT_NE(told.text.find("\n\nb:1 Created b\n"), std::string::npos) << told.text;
  EXPECT_NE(told.text.find("\n\nc:1 Removed c\n"), std::string::npos) << told.text;
  EXPECT_TRUE(told.text.ends_with("\n3 files changed together\nwarning: careful\n")) << told.text;
  EXPECT_EQ(text_in(told.structured, "summary"), "3 files changed together");
  EXPECT_EQ(text_in(told.structured, "path"), "a");
  const Json::Array& files = *told.structured.find("perFileResults")->as_array();
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(text_in(files[1], "op"), "create");
  EXPECT_EQ(text_in(files[2], "op"), "delete");
  EXPECT_TRUE(files[2].find("file_version")->is_null());
}

TEST(PassageResults, AMoveNamesItsDestination) {
  Receipt receipt;
  receipt.files.push_back(changed_file("a", "1\n", "1\n"));
  receipt.files.front().destination = "b";
  const Told told = passages::tell(receipt, {});
  EXPECT_TRUE(told.text.starts_with("a:1 Moved a to b\n")) << told.text;
  EXPECT_EQ(text_in(told.structured, "destination"), "b");
}

TEST(PassageResults, TheArgumentsOfAnEditAreHeard) {
  Json arguments = arguments_of("text");
  arguments.set("dry_run", true);
  const Result<passages::Heard> heard = passages::hear(arguments, "blocks");
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->input, "text");
  EXPECT_TRUE(heard->request.dry_run);
  EXPECT_NE(heard->request.identity, passages::hear(arguments, "udiff")->request.identity);
  EXPECT_FALSE(passages::hear(Json::object(), "blocks"));
  arguments.set("inputs", "x");
  EXPECT_FALSE(passages::hear(arguments, "blocks"));
}

TEST(PassageResults, ACorrectedPassageStandsInTheRefusal) {
  Error refusal = refuse(Code::no_match, "It does not fit.", {{"path", "a"}});
  refusal.others.push_back(refuse(Code::no_match, "Nor does this.", {{"path", "a"}}));
  correct(refusal, CorrectedPassage{LineNo{7}, {{RowFate::added, "x"}}});
  correct(refusal.others.front(), CorrectedPassage{LineNo{7}, {{RowFate::added, "x"}}});
  const Dialect dialect{.name = "try",
                        .prompt = {},
                        .tools = {},
                        .rows = nullptr,
                        .hear_edit = nullptr,
                        .tell = nullptr,
                        .passage = [](const std::string& path, const std::vector<PassageRow>& all, LineNo line) {
                          return concat(path, ':', line.value, ' ', all.size(), all.front().text, '\n');
                        }};
  const Error told = in_words_of(dialect, std::move(refusal));
  EXPECT_EQ(told.what, "It does not fit.\nSend instead:\na:7 1x");
  EXPECT_EQ(told.others.front().what, "Nor does this.\nSend instead:\na:7 1x");
}

}  // namespace
}  // namespace kedge
