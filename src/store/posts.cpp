#include "store/posts.hpp"

#include <algorithm>

#include "store/postgres_wire.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view most_at_once = "200";

}  // namespace

Posts::Posts(PostReader reader, PostgresSettings settings, std::unique_ptr<postgres::Channel> channel)
    : reader_(reader), settings_(std::move(settings)), channel_(std::move(channel)) {}

// Puts the repository's schema in place of SCHEMA. A pool would not remember a search path from one statement to the next.
std::string Posts::in_schema(std::string_view sql) const {
  std::string whole(sql);
  constexpr std::string_view word = "SCHEMA";
  for (std::size_t at = whole.find(word); at != std::string::npos; at = whole.find(word, at + settings_.schema.size())) {
    whole.replace(at, word.size(), settings_.schema);
  }
  return whole;
}

std::string Posts::channel_of(PostReader reader) const {
  constexpr std::size_t longest_name = 60;  // with what follows, as long as a name can be
  return concat(std::string_view(settings_.schema).substr(0, longest_name), reader == PostReader::view ? "_v" : "_s");
}

Posts::Statement Posts::notify(PostReader reader) const { return {concat("SELECT pg_notify('", channel_of(reader), "', '')")}; }

bool Posts::connect() {
  if (is_connected_) return true;
  if (!channel_) return false;
  postgres::Writer request(static_cast<char>(postgres::Ask::connect));
  write(request, postgres::Connecting{.where = settings_.where,
                                      .first = settings_.is_pooled ? std::string() : concat("LISTEN ", channel_of(reader_)),
                                      .keeps_names = !settings_.is_pooled,
                                      .longest = postgres::longest_answer});
  const std::optional<std::string> answer = channel_->ask(request.finish());
  is_connected_ = answer && !answer->empty() && static_cast<postgres::Reply>(answer->front()) == postgres::Reply::rows;
  return is_connected_;
}

void Posts::end_listening() {
  if (!std::exchange(is_listening_, false)) return;
  // Whatever is asked next ends the wait; this asks for nothing.
  postgres::Writer request(static_cast<char>(postgres::Ask::wait));
  request.number(0);
  if (!channel_->begin(request.finish())) return;
  (void)channel_->finish();
  (void)channel_->finish();
}

bool Posts::listen(std::chrono::milliseconds longest) {
  end_listening();
  if (settings_.is_pooled || !connect()) return false;
  postgres::Writer request(static_cast<char>(postgres::Ask::wait));
  request.number(static_cast<std::uint32_t>(longest.count()));
  is_listening_ = channel_->begin(request.finish());
  return is_listening_;
}

int Posts::descriptor() const { return is_listening_ ? channel_->descriptor() : -1; }

std::optional<Posts::Rows> Posts::run(std::span<const Statement> statements) {
  end_listening();
  if (!connect()) return std::nullopt;
  postgres::Writer request(static_cast<char>(postgres::Ask::run));
  request.byte(postgres::begins_anew_bit);
  for (const Statement& statement : statements) {
    postgres::Query query{statement.sql, {}};
    for (const std::string& value : statement.values) query.values.emplace_back(value);
    write(request, query);
  }
  const std::optional<std::string> answer = channel_->ask(request.finish());
  if (!answer) return std::nullopt;
  postgres::Reader reply(*answer);
  if (static_cast<postgres::Reply>(reply.byte()) != postgres::Reply::rows) return std::nullopt;
  reply.number();  // of the connection
  Rows rows;       // of the last statement that has any
  for (std::uint32_t tables = reply.number(); tables > 0 && !reply.is_broken(); --tables) {
    rows.clear();
    const std::uint32_t count = reply.number();
    const std::uint32_t columns = reply.number();
    for (std::uint32_t row = 0; row < count && !reply.is_broken(); ++row) {
      std::vector<std::string>& cells = rows.emplace_back();
      for (std::uint32_t column = 0; column < columns; ++column) {
        cells.emplace_back(reply.value().value_or(std::string_view()));
      }
    }
  }
  return reply.is_broken() ? std::nullopt : std::optional(std::move(rows));
}

bool Posts::add(std::span<const Post> posts) {
  std::vector<Statement> statements;
  statements.push_back({"BEGIN"});
  statements.push_back({"SET LOCAL synchronous_commit TO off"});
  // One after the other, so that nobody sees a post before one with a smaller number.
  statements.push_back({in_schema("SELECT pg_advisory_xact_lock(hashtext('SCHEMA.post'))")});
  for (const Post& post : posts) {
    statements.push_back({in_schema("INSERT INTO SCHEMA.post(sender, receiver, message) VALUES($1, $2, $3)"),
                          {post.sender, post.receiver, post.message}});
  }
  for (const PostReader reader : {PostReader::view, PostReader::server}) {
    const auto is_for = [&](const Post& post) { return post.receiver.empty() == (reader == PostReader::view); };
    if (std::ranges::any_of(posts, is_for)) statements.push_back(notify(reader));
  }
  statements.push_back({"COMMIT"});
  return run(statements).has_value();
}

std::optional<std::uint64_t> Posts::last_number() {
  const Statement ask{in_schema("SELECT coalesce(max(number), 0)::bigint FROM SCHEMA.post")};
  const std::optional<Rows> rows = run({&ask, 1});
  if (!rows || rows->empty()) return std::nullopt;
  return static_cast<std::uint64_t>(postgres::number_in(rows->front().at(0)));
}

std::optional<std::vector<Post>> Posts::next(std::uint64_t after, std::string_view receiver) {
  const Statement ask{in_schema(concat("SELECT number, sender, message FROM SCHEMA.post WHERE receiver = $1 AND number > $2"
                                       " ORDER BY number LIMIT ",
                                       most_at_once)),
                      {std::string(receiver), postgres::wire_number(static_cast<std::int64_t>(after))}};
  std::optional<Rows> rows = run({&ask, 1});
  if (!rows) return std::nullopt;
  std::vector<Post> posts;
  for (std::vector<std::string>& row : *rows) {
    posts.push_back({static_cast<std::uint64_t>(postgres::number_in(row.at(0))), std::move(row.at(1)), std::string(receiver),
                     std::move(row.at(2))});
  }
  return posts;
}

void Posts::forget_old() {
  const Statement remove{in_schema("DELETE FROM SCHEMA.post WHERE time < now() - interval '1 day'")};
  (void)run({&remove, 1});
}

bool Posts::attend(std::string_view view, bool answers, std::chrono::seconds time) {
  const std::vector<Statement> statements{
      {in_schema(concat("INSERT INTO SCHEMA.viewer VALUES($1, $2, now() + interval '", time.count(),
                        " s') ON CONFLICT(id) DO UPDATE SET answers = excluded.answers, until = excluded.until")),
       {std::string(view), postgres::wire_number(answers ? 1 : 0)}},
      notify(PostReader::server)};
  return run(statements).has_value();
}

void Posts::leave(std::string_view view) {
  const std::vector<Statement> statements{
      {in_schema("DELETE FROM SCHEMA.viewer WHERE id = $1 OR until < now() - interval '1 day'"), {std::string(view)}},
      notify(PostReader::server)};
  (void)run(statements);
}

std::optional<bool> Posts::somebody_answers() {
  const Statement ask{in_schema("SELECT 1::bigint FROM SCHEMA.viewer WHERE answers <> 0 AND until > now() LIMIT 1")};
  const std::optional<Rows> rows = run({&ask, 1});
  if (!rows) return std::nullopt;
  return !rows->empty();
}

}  // namespace kedge
