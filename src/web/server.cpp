#include "web/server.hpp"

#include <algorithm>

#include "http/response.hpp"
#include "support/strings.hpp"
#include "web/page.hpp"

namespace kedge::web {
namespace {

constexpr std::size_t most_browsers = 64;
// A browser that does not read is let go: it comes back and is told everything anew.
constexpr std::size_t most_unread_bytes = 16UL * 1024 * 1024;
constexpr std::chrono::seconds longest_silence{15};  // on a stream, so that both sides notice when the other is gone
constexpr std::chrono::seconds longest_idle{60};
constexpr std::chrono::milliseconds pause_between_looks{1000};

// Nothing but what the server itself sends is run, shown or asked for.
constexpr std::string_view page_headers =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'\r\n"
    "Content-Encoding: gzip\r\n"
    "Vary: Accept-Encoding\r\n";

}  // namespace

Server::Server(StreamListener& listener, EndSignals& ends, std::vector<ui::RootView*> roots, ui::Timeline& timeline,
               Syntax* syntax, HttpRules rules)
    : listener_(listener), ends_(ends), roots_(std::move(roots)), api_(roots_, timeline, syntax), rules_(std::move(rules)) {}

void Server::run() {
  for (;;) {
    std::vector<WaitsFor> waits{{ends_.descriptor()}, {listener_.descriptor()}};
    for (const ui::RootView* const root : roots_) {
      for (const int descriptor : root->descriptors()) waits.push_back({descriptor});
    }
    for (const std::unique_ptr<Browser>& browser : browsers_) {
      waits.push_back({browser->stream->descriptor()});
      if (!browser->out.empty()) waits.push_back({browser->stream->descriptor(), true});
    }
    wait_for(waits, pause_between_looks);
    if (waits.front().ready) return;
    accept();
    // What happens before what is asked: an answer is about what the person has seen.
    for (ui::RootView* const root : roots_) send_news(root->hear());
    std::erase_if(browsers_, [&](const std::unique_ptr<Browser>& browser) { return !serve(*browser); });
    send_news(api_.take_changed());
    do_held();
    std::erase_if(browsers_, [](const std::unique_ptr<Browser>& browser) { return !flush(*browser); });
  }
}

void Server::accept() {
  while (std::unique_ptr<ByteStream> stream = listener_.accept()) {
    if (browsers_.size() >= most_browsers) continue;
    browsers_.push_back(std::make_unique<Browser>());
    browsers_.back()->stream = std::move(stream);
    browsers_.back()->since = Clock::now();
  }
}

bool Server::serve(Browser& browser) {
  if (!browser.stream->read(browser.in)) return false;
  while (!browser.listens && !browser.ends && !browser.in.empty()) {
    std::expected<std::optional<HttpRequest>, HttpRefusal> request = take_request(browser.in);
    if (!request) {
      browser.ends = true;
      send_json(browser, request.error().status, Json::object({{"error", Json::object({{"message", request.error().what}})}}));
      break;
    }
    const std::optional<HttpRequest>& whole = *request;
    if (!whole) break;
    browser.since = Clock::now();
    browser.ends = !whole->keep_alive;
    answer(browser, *whole);
  }
  if (browser.listens) browser.in.clear();
  const auto quiet = Clock::now() - browser.since;
  if (browser.listens && quiet > longest_silence) {
    append(browser.out, ":\n\n");
    browser.since = Clock::now();
  }
  return browser.listens || quiet < longest_idle;
}

void Server::answer(Browser& browser, const HttpRequest& request) {
  const bool of_api = request.path.starts_with("/api/");
  HttpRules rules = rules_;
  if (!of_api) rules.tokens.clear();  // the page itself is no secret
  if (const std::optional<HttpRefusal> refusal = refused_sender(rules, request.headers)) {
    return send_json(browser, refusal->status,
                     Json::object({{"error", Json::object({{"code", "refused"}, {"message", refusal->what}})}}));
  }
  if (of_api && request.path == "/api/events" && request.method == "GET") {
    browser.listens = true;
    append(browser.out, to_bytes({.type = "text/event-stream", .more = "Cache-Control: no-store\r\n", .keep_alive = false}));
    append(browser.out, concat("data: ", api_.hello().dump(), "\n\n"));
    return;
  }
  if (of_api) {
    const Answered answered = api_.answer(request);
    return send_json(browser, answered.status, answered.json);
  }
  const std::string_view path = request.path == "/" ? std::string_view("/index.html") : std::string_view(request.path);
  const auto file = std::ranges::find(page_files(), path, &PageFile::path);
  if (file == page_files().end() || request.method != "GET") {
    return send_json(browser, 404,
                     Json::object({{"error", Json::object({{"code", "not_found"}, {"message", "there is no such page"}})}}));
  }
  send_head(browser, 200, file->type, file->bytes.size(), page_headers);
  append(browser.out, file->bytes);
}

void Server::send_head(Browser& browser, int status, std::string_view type, std::size_t size, std::string_view more) {
  const std::string lines = concat(
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n",
      more);
  append(browser.out, to_bytes({.status = status, .type = type, .length = size, .more = lines, .keep_alive = !browser.ends}));
}

void Server::send_json(Browser& browser, int status, const Json& json) {
  const std::string body = json.dump();
  send_head(browser, status, "application/json", body.size());
  append(browser.out, body);
}

void Server::send_news(const ui::Timeline::Numbers& changed) {
  if (!changed.empty()) send_event(api_.news(changed));
}

void Server::send_event(const Json& json) {
  std::string event;
  for (const std::unique_ptr<Browser>& browser : browsers_) {
    if (!browser->listens) continue;
    if (event.empty()) event = concat("data: ", json.dump(), "\n\n");
    append(browser->out, event);
    browser->since = Clock::now();
  }
}

void Server::do_held() {
  for (ui::RootView* const root : roots_) {
    const std::size_t before = root->held().size();
    const std::vector<ui::RootView::Done> done = root->do_held(Clock::now());
    for (const ui::RootView::Done& each : done) {
      if (each.receipt) continue;
      send_event(Json::object({{"held_refused", Json::object({{"id", each.turn.wanted.id},
                                                              {"message", printable_rows(to_text(each.receipt.error()))}})}}));
    }
    if (before != root->held().size()) send_event(api_.held());
  }
}

bool Server::flush(Browser& browser) {
  const std::optional<std::size_t> written = browser.stream->write(browser.out);
  if (!written) return false;
  browser.out.erase(0, *written);
  return browser.out.size() <= most_unread_bytes && !(browser.ends && browser.out.empty());
}

}  // namespace kedge::web
