#include "fs/path_parts.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

using Components = std::vector<std::string_view>;

TEST(PathParts, AFolderAndALeafMakeThePathAgain) {
  for (const std::string_view path : {"c", "b/c", "a/b/c", "a//c", "a/"}) {
    EXPECT_EQ(path_in(folder_of(path), leaf_of(path)), path);
  }
  EXPECT_EQ(folder_of("a/b/c"), "a/b");
  EXPECT_EQ(leaf_of("a/b/c"), "c");
  EXPECT_EQ(folder_of("c"), "");
}

TEST(PathParts, WhatLeadsNowhereIsNoComponent) {
  EXPECT_EQ(components_of("/a//./b/"), (Components{"a", "b"}));
  EXPECT_EQ(components_of("a/../b"), (Components{"a", "..", "b"}));
  EXPECT_EQ(components_of(""), Components{});
}

}  // namespace
}  // namespace kedge
