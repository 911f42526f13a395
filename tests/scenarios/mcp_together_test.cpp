// A client that sends edits without waiting for answers: those of different files are made at the same time, those of one file
// in the order in which they came, under whatever name.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

std::string marked(std::size_t file, std::size_t version) { return concat("file ", file, " has version ", version, "\n"); }

class McpTogether : public testing::Test {
 protected:
  static constexpr std::size_t files = 12;

  McpTogether() {
    for (std::size_t i = 0; i < files; ++i) write_file(place.root() / name_of(i), concat("first\n", marked(i, 0), "last\n"));
    client.open();
    for (std::size_t i = 0; i < files; ++i) EXPECT_FALSE(is_refusal(client.call("read", reading(name_of(i)))));
  }

  static std::string name_of(std::size_t file) { return concat('f', file, ".txt"); }
  void send_edit(std::size_t id, std::size_t file, std::string_view path, std::size_t version) {
    client.send(tool_request(id, "edit", edit_of(path, marked(file, version), marked(file, version + 1))));
  }

  Workplace place;
  McpClient client{place, {"--dialect", "replace"}};
};

TEST_F(McpTogether, EditsOfOneFileKeepTheirOrderAndOthersAreMadeBesideThem) {
  constexpr std::size_t rounds = 8;
  constexpr std::size_t rounds_at_once = 2;  // so that the answers fit into the pipe
  for (std::size_t round = 0; round < rounds; round += rounds_at_once) {
    std::size_t id = 1000 * (round + 1);
    for (std::size_t more = 0; more < rounds_at_once; ++more) {
      for (std::size_t i = 0; i < files; ++i) {
        const std::string path = i % 3 == more ? concat("./", name_of(i)) : name_of(i);
        send_edit(id++, i, path, round + more);
      }
    }
    for (std::size_t i = 1000 * (round + 1); i < id; ++i) {
      const Json answer = client.answer_to(std::to_string(i));
      EXPECT_FALSE(is_refusal(at(answer, "result"))) << answer.dump();
    }
  }
  for (std::size_t i = 0; i < files; ++i) EXPECT_EQ(place.bytes(name_of(i)), concat("first\n", marked(i, rounds), "last\n"));
  // Each has a record of its own.
  for (std::size_t left = rounds * files; left > rounds * files - 3; --left) {
    EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  }
  std::size_t taken_back = 0;
  for (std::size_t i = 0; i < files; ++i) {
    if (place.bytes(name_of(i)) == concat("first\n", marked(i, rounds - 1), "last\n")) ++taken_back;
  }
  EXPECT_EQ(taken_back, 3U);
  EXPECT_EQ(client.finish().status, 0);
}

TEST_F(McpTogether, AnUndoInBetweenIsMadeInItsTurn) {
  send_edit(1, 0, name_of(0), 0);
  send_edit(2, 1, name_of(1), 0);
  client.send(tool_request(3, "undo", Json::object()));
  send_edit(4, 2, name_of(2), 0);
  for (const std::string_view id : {"1", "2", "3", "4"}) EXPECT_FALSE(is_refusal(at(client.answer_to(id), "result"))) << id;
  EXPECT_EQ(place.bytes(name_of(2)), concat("first\n", marked(2, 1), "last\n"));
  const bool first_is_undone = place.bytes(name_of(0)) == concat("first\n", marked(0, 0), "last\n");
  const bool second_is_undone = place.bytes(name_of(1)) == concat("first\n", marked(1, 0), "last\n");
  EXPECT_NE(first_is_undone, second_is_undone) << "one of the two that came before it, and not the one after it";
}

}  // namespace
}  // namespace kedge::test
