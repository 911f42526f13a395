// Messages between the servers and the views of one repository, on whatever hosts they are: rows of a table in the database
// that has their records, and a notification that there are new ones. Whoever was away reads on where it stopped.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/postgres.hpp"

namespace kedge {

struct Post {
  std::uint64_t number = 0;  // set when it is added; greater than those of all before
  std::string sender;
  std::string receiver = {};  // empty: all views
  std::string message = {};
};

// Who is told of new posts: of those to all views, or of those to servers and of views that come and go.
enum class PostReader : std::uint8_t { view, server };

// One thread at a time. Where nothing is returned, the server does not answer at the moment.
class Posts {
 public:
  Posts(PostReader reader, PostgresSettings settings, std::unique_ptr<postgres::Channel> channel);

  // All or none, in this order.
  bool add(std::span<const Post> posts);
  std::optional<std::uint64_t> last_number();
  // The next ones for this receiver, oldest first.
  std::optional<std::vector<Post>> next(std::uint64_t after, std::string_view receiver);
  // Removes those that are older than a day.
  void forget_old();

  // A view is there for a while, and a person there can be asked or not.
  bool attend(std::string_view view, bool answers, std::chrono::seconds time);
  void leave(std::string_view view);
  std::optional<bool> somebody_answers();

  // From now on `descriptor` becomes readable when there is something new, at the latest after this time. False: nobody
  // tells; behind a pool nobody ever does. Any other call ends it.
  bool listen(std::chrono::milliseconds longest);
  int descriptor() const;

 private:
  struct Statement {
    std::string sql;
    std::vector<std::string> values = {};
  };
  using Rows = std::vector<std::vector<std::string>>;
  std::optional<Rows> run(std::span<const Statement> statements);
  bool connect();
  void end_listening();
  std::string in_schema(std::string_view sql) const;
  std::string channel_of(PostReader reader) const;
  Statement notify(PostReader reader) const;

  PostReader reader_;
  PostgresSettings settings_;
  std::unique_ptr<postgres::Channel> channel_;
  bool is_connected_ = false;
  bool is_listening_ = false;
};

}  // namespace kedge
