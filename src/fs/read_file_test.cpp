#include "fs/read_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>

namespace kedge {
namespace {

class ReadFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "kedge-read-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string made(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static Code code_of(const Result<std::string>& result) {
    EXPECT_FALSE(result.has_value());
    return result ? Code::indeterminate : result.error().code;
  }

  std::filesystem::path folder_;
};

TEST_F(ReadFile, EveryByteComesBack) {
  std::string bytes(
      "\xEF\xBB\xBF"
      "a\r\n\xff\n",
      9);
  bytes.push_back('\0');
  EXPECT_EQ(read_file(made("a", bytes)).value(), bytes);
  EXPECT_EQ(read_file(made("empty", "")).value(), "");
}

TEST_F(ReadFile, AFileMayBeAsLargeAsTheLimitAndNoLarger) {
  EXPECT_EQ(read_file(made("a", "12345"), 5).value(), "12345");
  const Result<std::string> refused = read_file(made("b", "123456"), 5);
  ASSERT_EQ(code_of(refused), Code::limit_exceeded);
  EXPECT_EQ(*refused.error().facts.find("actual")->as_integer(), 6);
  EXPECT_EQ(*refused.error().facts.find("limit")->as_integer(), 5);
}

TEST_F(ReadFile, WhatIsNotThereIsNotFound) {
  const Result<std::string> refused = read_file(path("missing"));
  ASSERT_EQ(code_of(refused), Code::not_found);
  EXPECT_EQ(refused.error().path, path("missing"));
}

TEST_F(ReadFile, AFolderIsNoFile) { EXPECT_EQ(code_of(read_file(folder_.string())), Code::is_directory); }

TEST_F(ReadFile, APipeIsRefusedWithoutWaitingForItsWriter) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::future<Result<std::string>> reading = std::async(std::launch::async, [&] { return read_file(path("pipe")); });
  if (reading.wait_for(std::chrono::seconds(10)) != std::future_status::ready) {
    ADD_FAILURE() << "it waits for a writer";
    const std::ofstream writer(path("pipe"));  // which writes nothing: a reader may be gone before
  }
  const Result<std::string> refused = reading.get();
  ASSERT_EQ(code_of(refused), Code::not_regular_file);
  EXPECT_EQ(*refused.error().facts.find("kind")->as_string(), "pipe");
}

TEST_F(ReadFile, ADeviceIsRefused) { EXPECT_EQ(code_of(read_file("/dev/zero")), Code::not_regular_file); }

TEST_F(ReadFile, APathThatIsNoneIsInvalid) {
  EXPECT_EQ(code_of(read_file("")), Code::path_invalid);
  EXPECT_EQ(code_of(read_file(std::string_view("a\0b", 3))), Code::path_invalid);
  EXPECT_EQ(code_of(read_file(made("file", "x") + "/below")), Code::path_invalid);
  EXPECT_EQ(code_of(read_file(path(std::string(5000, 'x')))), Code::path_invalid);
}

TEST_F(ReadFile, ALinkThatLeadsToItselfIsInvalid) {
  std::filesystem::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(code_of(read_file(path("loop"))), Code::path_invalid);
}

}  // namespace
}  // namespace kedge
