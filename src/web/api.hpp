// What the page asks of its server: JSON in, JSON out. It knows nothing about connections.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "http/request.hpp"
#include "support/json.hpp"
#include "ui/root_view.hpp"

namespace kedge::web {

struct Answered {
  int status = 200;
  Json json;
};

class Api {
 public:
  // REQUIRES: all outlive this.
  Api(std::vector<ui::RootView*> roots, ui::Timeline& timeline, Syntax* syntax)
      : roots_(std::move(roots)), timeline_(timeline), syntax_(syntax) {}

  Answered answer(const HttpRequest& request);

  // The first message of a stream: all that there is.
  Json hello() const;
  // A later one: these items are new or have changed.
  Json news(const ui::Timeline::Numbers& numbers) const;
  Json held() const;
  // Items that answering a request has changed; given once.
  ui::Timeline::Numbers take_changed() { return std::exchange(changed_, {}); }

 private:
  Answered answer_from_records(const HttpRequest& request);
  Answered item(const HttpRequest& request);
  Answered give_answer(const Json& body);
  Answered turn(const Json& body);
  Answered let_go(const Json& body);
  Answered review(const Json& body);
  Answered tell(const Json& body);
  Answered history(const HttpRequest& request);
  Answered version(const HttpRequest& request);
  Answered blamed(const HttpRequest& request);
  Answered stats(const HttpRequest& request);
  Answered found(const HttpRequest& request);

  ui::RootView* root_of(const HttpRequest& request);
  ui::RootView* root_of(const Json& body);

  std::vector<ui::RootView*> roots_;
  ui::Timeline& timeline_;
  Syntax* syntax_;
  ui::Timeline::Numbers changed_;
};

}  // namespace kedge::web
